import { expect, test } from "vitest";
import * as imports from "#contract/calls/exchange/imports.ts";
import { importColumns, type ImportField } from "#rules/exchange/imports/columns.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

/** Everything that is kept of a customer's boxes, a text for each by its number. */
async function keptOf(owner: { id: number }): Promise<Map<number, string>> {
  const boxes = await db.read.selectFrom("boxes").selectAll().where("customer_id", "=", owner.id).execute();
  const of = async (table: "contents" | "box_numbers", id: number) =>
    (await db.read.selectFrom(table).select("text").where("box_id", "=", id).execute()).map(({ text }) => text);
  const kept = boxes.map(
    async ({ history_count: _, ...box }): Promise<[number, string]> => [
      box.number,
      JSON.stringify([box, await of("contents", box.id), await of("box_numbers", box.id)]),
    ],
  );
  return new Map(await Promise.all(kept));
}

type Said = Partial<Record<ImportField, string>>;

test("what a list says in any of its columns is done, not thrown away", async () => {
  const owner = await a.customer();
  const row = await a.row();
  const place = (part: string, height = "1"): Said => ({
    area: row.area.name,
    row: String(row.number),
    part,
    height,
  });
  // a column that joins does not compile until it is said here what stands in it, and what else then has to
  const cells: Readonly<Record<ImportField, Said>> = {
    number: { number: "901" },
    code: { code: `${String(owner.code).padStart(4, "0")}000902` },
    contents: { contents: "Rechnungen" },
    size: { size: "330" },
    year: { year: "2004" },
    destroyYear: { destroyYear: "2031" },
    class: { class: "ao-belege", begins: "31.12.2004" },
    begins: { class: "ao-belege", begins: "31.12.2005" },
    area: place("1"),
    row: place("2"),
    part: place("3"),
    height: place("3", "2"),
    foreignNumber: { foreignNumber: "K 17" },
    costCentre: { costCentre: "4711" },
    period: { period: "2003–2004" },
    periodFrom: { periodFrom: "2003" },
    periodTo: { periodTo: "2004" },
  };
  const fields = Object.keys(cells) as ImportField[];
  for (const number of fields.keys()) await a.box({ owner, number: number + 1 });
  const before = await keptOf(owner);
  const isNamed = (field: ImportField) => field === "number" || field === "code";
  const lines = fields.map((field, at) => {
    const said = isNamed(field) ? cells[field] : { number: String(at + 1), ...cells[field] };
    return fields.map((each) => said[each] ?? "").join(";");
  });
  const list = [fields.map((field) => importColumns[field].label).join(";"), ...lines].join("\n");
  const body = { customer: owner.id, name: "Boxen.csv", file: new Blob([list]) };
  const { id } = await staff.call(imports.createImport, { body });
  expect(await staff.call(imports.checkImport, { path: { id } })).toMatchObject({ errors: 0 });
  await staff.call(imports.commitImport, { path: { id }, body: { again: false } });
  const after = await keptOf(owner);
  expect([after.has(901), after.has(902)]).toEqual([true, true]);
  for (const [at, field] of fields.entries())
    if (!isNamed(field)) expect(after.get(at + 1), field).not.toBe(before.get(at + 1));
});
