import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { parseScan } from "#rules/aisle/flow.ts";
import type { KnownRow } from "#rules/aisle/stock-data.ts";
import { call } from "#web/api/call.ts";
import { currentData } from "./pending-scans.ts";
import { noteElsewhere } from "./stock.ts";

const longest = 3000; // ms: who scans stands at the shelf and waits

/** Asks the server for a box that was scanned and is in none of the halls that the device keeps; what is known already is not asked for. */
export async function lookElsewhere(text: string): Promise<void> {
  const read = parseScan(text);
  if (read.kind !== "box" || currentData().box(read.code)) return;
  const { code } = read;
  const [owner, number] = [Number(code.slice(0, 4)), Number(code.slice(4))];
  const query = { owner, min_number: number, max_number: number };
  const { results } = await call(listBoxes, { query, signal: AbortSignal.timeout(longest) });
  const [box] = results;
  if (!box) return noteElsewhere(code, undefined, null);
  const { state, version = 0, position } = box;
  const place = [position?.row.id ?? null, position?.part ?? null, position?.height ?? null] as const;
  noteElsewhere(code, [code, state, ...place, version, owner], position ? rowOf(position.row) : null);
}

/** Builds a row whose size the device does not know, because it stores nothing there. */
const rowOf = ({ id, number, reverse, area }: Omit<KnownRow, "parts" | "heights">): KnownRow => ({
  id,
  number,
  reverse,
  area,
  parts: 0,
  heights: 0,
  isElsewhere: true,
});
