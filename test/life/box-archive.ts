import type { Database } from "#server/database/database.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import type { factories } from "#test/support/factories.ts";

/** A box as the plain tables hold it, for lists that are computed the slow and obvious way. */
export interface PlainBox {
  readonly id: number;
  readonly code: string;
  readonly number: number;
  readonly state: BoxState;
  readonly owner: { readonly id: number; readonly code: number; readonly name: string };
  readonly area: string | null;
  readonly contents: readonly string[];
}

const customers = [
  { code: 0, name: "Ärztehaus 10", boxes: 230 },
  { code: 7, name: "Ärztehaus 2", boxes: 1 },
  { code: 42, name: "Öl & Gas", boxes: 330 },
  { code: 43, name: "Oel & Gas", boxes: 37 },
  { code: 500, name: "zebra", boxes: 250 },
  { code: 501, name: "Zebra", boxes: 0 },
  { code: 9998, name: "Zebra", boxes: 150 },
  { code: 9999, name: "100 % Papier", boxes: 260 },
] as const;

const texts = [
  "Lohnabrechnungen 2019",
  "Verträge MÜLLER & Söhne",
  "Vertrage ohne Umlaut",
  "Größe XL",
  "GROSSE Mappe",
  "100 % bezahlt",
  "100 Prozent bezahlt",
  "Pfad C:\\Akten\\2020",
  "unter_strich",
  "unterXstrich",
  "Łódź und Málaga",
  "'; drop table boxes; --",
] as const;

/** Chance that is the same in every run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

/** Eight customers with more than 1,200 boxes, or with a part of them, in every state, in five areas, with gaps in the numbers, and contents. */
export async function boxArchive(a: ReturnType<typeof factories>, part = 1) {
  const roll = dice(20240203);
  const rows = [];
  for (const name of ["Halle 10", "Halle 2", "Ärchiv", "Zelle", "halle 1"])
    rows.push(await a.row({ area: await a.area({ name }) }));
  const made = [];
  for (const { code, name, boxes } of customers) {
    const owner = await a.customer({ code, name });
    made.push(owner);
    for (let number = 1, count = 0; count < boxes * part; count++, number += 1 + (roll(10) === 0 ? roll(200) : 0)) {
      const state = ([0, 1, 1, 1, 2, 3, 4, 5, 6, 7] as const)[roll(10)] ?? 0;
      const markedFrom = ([0, 1, 2, 3, 5] as const)[roll(5)] ?? 1;
      const row = rows[roll(rows.length)];
      const place = await a.place(row ? { row } : {});
      const box = await a.box({ owner, number, state, markedFrom, place });
      if (roll(4) === 0)
        for (let items = roll(3) + 1; items > 0; items--)
          await a.content({ box, text: texts[roll(texts.length)] ?? "" });
    }
  }
  return made;
}

/** Every box with what a list may filter and sort by. */
export async function plainBoxes(db: Database): Promise<PlainBox[]> {
  const [boxes, contents] = await Promise.all([
    db.read
      .selectFrom("boxes")
      .innerJoin("customers", "customers.id", "boxes.customer_id")
      .leftJoin("rows", "rows.id", "boxes.row_id")
      .leftJoin("areas", "areas.id", "rows.area_id")
      .select([
        "boxes.id",
        "boxes.code",
        "boxes.number",
        "state",
        "customers.id as owner_id",
        "customers.code as owner_code",
      ])
      .select(["customers.name as owner_name", "areas.name as area"])
      .execute(),
    db.read.selectFrom("contents").select(["box_id", "text"]).execute(),
  ]);
  const ofBox = Map.groupBy(contents, ({ box_id }) => box_id);
  return boxes.map(({ owner_id, owner_code, owner_name, ...box }) => ({
    ...box,
    owner: { id: owner_id, code: owner_code, name: owner_name },
    contents: (ofBox.get(box.id) ?? []).map(({ text }) => text),
  }));
}
