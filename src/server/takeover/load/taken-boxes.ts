import { NumberKind } from "#rules/stock/box-number.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import type { BulkLoad } from "#server/database/sql/load-much.ts";
import type { PlannedRows, TakeoverPlan } from "#server/takeover/plan/planned-rows.ts";
import { CopyLines } from "./copy-lines.ts";
import { LoadRefused } from "./load-refused.ts";
import { splitMeta } from "./old-meta.ts";
import type { TakenPictures } from "./taken-pictures.ts";
import type { TakenSums } from "./taken-sums.ts";

const columns = {
  boxes:
    "id, customer_id, customer_code, number, state, marked_from, marked, place_area, row_id, part, height, placed, size, meta_year, meta_destroy_year, meta_first_delivery, created, destroyed, history_count",
  contents: "id, box_id, customer_id, state, text",
  images: "id, box_id, customer_id, sha256, content_type, bytes, crc32, width, height, viewed, created",
  box_numbers: "box_id, customer_id, text, kind",
  taken_entries: "box_id, id, kind, user_id, name, meta, rest, text, created",
} as const;

const boxesAtOnce = 2000;
const marked = 7;

type Box = PlannedRows["boxes"];

/** Context in which boxes are written. */
interface BoxSurroundings {
  readonly pictures: TakenPictures;
  readonly users: ReadonlyMap<number, number>;
  readonly sums: TakenSums;
  readonly report: (done: number) => void;
}

/** Writes boxes, contents, images and what was reported of them. */
export async function loadBoxes(loading: BulkLoad, plan: TakeoverPlan, surroundings: BoxSurroundings): Promise<void> {
  const areaOf = new Map(
    (await loading.query<{ id: number; area_id: number }>("select id, area_id from rows")).map((row) => [
      row.id,
      row.area_id,
    ]),
  );
  const codeOf = new Map(
    (await loading.query<{ id: number; code: number }>("select id, code from customers")).map((row) => [
      row.id,
      row.code,
    ]),
  );
  const writer = new BoxWriter(loading, surroundings, areaOf, codeOf);
  let done = 0;
  for await (const box of plan.rowsOf("boxes")) {
    writer.add(box);
    if (++done % boxesAtOnce > 0) continue;
    await writer.lines.write();
    surroundings.report(done);
  }
  await writer.lines.write();
  surroundings.report(done);
}

class BoxWriter {
  readonly lines: CopyLines<keyof typeof columns>;
  readonly #surroundings: BoxSurroundings;
  readonly #areaOf: ReadonlyMap<number, number>;
  readonly #codeOf: ReadonlyMap<number, number>;

  constructor(
    loading: BulkLoad,
    surroundings: BoxSurroundings,
    areaOf: ReadonlyMap<number, number>,
    codeOf: ReadonlyMap<number, number>,
  ) {
    this.lines = new CopyLines(loading, columns);
    this.#surroundings = surroundings;
    this.#areaOf = areaOf;
    this.#codeOf = codeOf;
  }

  add(box: Box): void {
    const { sums } = this.#surroundings;
    const code = this.#codeOf.get(box.customer);
    if (code === undefined)
      throw new LoadRefused(`Die Box mit der Id ${box.id} gehört einem Kunden, den es nicht gibt: Id ${box.customer}.`);
    this.#addBox(box, code);
    sums.add(`Boxen mit Status ${box.state}`);
    sums.add("Millimeter", box.size);
    if (box.position) sums.add("Millimeter im Regal", box.size);
    for (const { id, text, state } of box.contents) {
      this.lines.add("contents", id, box.id, box.customer, state, text);
      sums.add(`Inhalte mit Status ${state}`);
      sums.add("Bytes der Inhalte", Buffer.byteLength(text));
    }
    this.#addImages(box);
    this.#addEntries(box);
    if (box.barcode === null) return;
    this.lines.add("box_numbers", box.id, box.customer, box.barcode.normalize("NFC"), NumberKind.provider);
    sums.add("Etiketten");
  }

  #addBox(box: Box, code: number): void {
    const { position, state } = box;
    const area = position === null ? 0 : this.#areaOf.get(position.row);
    if (area === undefined)
      throw new LoadRefused(
        `Die Box mit der Id ${box.id} steht in einer Reihe, die es nicht gibt: Id ${position?.row}.`,
      );
    const { from, at } = state === marked ? markOf(box) : { from: null, at: null };
    this.lines.add(
      "boxes",
      box.id,
      box.customer,
      code,
      box.number,
      state,
      from,
      at,
      area,
      position?.row,
      position?.part,
      position?.height,
      position && (position.created ?? lastOf(box, HistoryKind.moved) ?? box.created),
      box.size,
      box.meta_year,
      box.meta_destroy_year,
      box.meta_first_delivery,
      box.created,
      box.destroyed,
      1,
    );
  }

  #addImages(box: Box): void {
    const { pictures, sums } = this.#surroundings;
    for (const { id, sha256, created, viewed } of box.images) {
      const { contentType, length, crc32, width, height } = pictures.facts(sha256);
      this.lines.add(
        "images",
        id,
        box.id,
        box.customer,
        `\\x${sha256}`,
        contentType,
        length,
        crc32,
        width,
        height,
        viewed,
        created,
      );
      sums.add("Bilder");
      sums.add("Bytes der Bilder", length);
    }
  }

  #addEntries(box: Box): void {
    const { users, sums } = this.#surroundings;
    for (const { id, state, created, user, name, meta: answered, text } of box.history) {
      const { meta, rest } = splitMeta(answered);
      const author = user === null ? null : (users.get(user) ?? null);
      const json = (value: object | null) => value && JSON.stringify(value);
      this.lines.add(
        "taken_entries",
        box.id,
        id,
        state,
        author,
        author === null ? name : "",
        json(meta),
        json(rest),
        text === "" ? null : text,
        created,
      );
      sums.add("Einträge im Verlauf");
    }
  }
}

const lastOf = ({ history }: Box, kind: number) => history.findLast(({ state }) => state === kind)?.created;

/**
 * To which state a marked box returns, and since when it is marked: one with a place is in stock. Of another one the last entry says it that
 * sets a state by itself.
 */
function markOf(box: Box): { readonly from: number; readonly at: string } {
  const at = lastOf(box, HistoryKind.marked) ?? box.created;
  if (box.position !== null) return { from: 1, at };
  const states: Readonly<Record<number, number>> = {
    [HistoryKind.created]: 0,
    [HistoryKind.outsourced]: 2,
    [HistoryKind.reactivated]: 2,
    [HistoryKind.inconsistent]: 3,
    [HistoryKind.retour]: 5,
  };
  const entry = box.history.findLast(({ state }) => states[state] !== undefined);
  return { from: states[entry?.state ?? HistoryKind.created] ?? 0, at };
}
