import { sql } from "kysely";
import { assignCase, closeCase, createCase, foundCase, noteCase } from "#contract/calls/stocktake/cases.ts";
import {
  acceptResults,
  beginRow,
  closeStocktake,
  createStocktake,
  endRow,
} from "#contract/calls/stocktake/stocktakes.ts";
import { CaseKind } from "#rules/stocktake/case-state.ts";
import { resultClasses } from "#rules/stocktake/results.ts";
import { boxIn, type Changing, type FoundBox, scanAll, theirs } from "./changing.ts";
import { newcomer } from "./list-queries.ts";

/** A row in which nothing of the crawling users' stands is counted, and what is unclear becomes a case. */
export async function changeCounts(changing: Changing, row: number): Promise<void> {
  const { staff, cast } = changing;
  const { id } = await staff.call(createStocktake, { body: { rows: [row], name: newcomer, blind: true } });
  const path = { id, row };
  const { target } = await staff.call(beginRow, { path, body: { again: false } });
  if (target !== null) throw new Error("A blind count has shown what is expected.");
  const there = await theirs<FoundBox & { part: number; height: number }>(changing, "boxes", sql`row_id = ${row}`);
  const seen = there.map(({ code, part, height }) => ({ part, height, code, hand: false }));
  const places = [...seen, { part: 90, height: 1, code: newcomer, hand: true }];
  await scanAll(changing, [{ kind: "count", session: id, row, places }]);
  await staff.call(endRow, { path });
  for (const looked_again of [false, true])
    await staff.call(acceptResults, { path: { id }, body: { classes: [...resultClasses], looked_again } });
  await staff.call(closeStocktake, { path: { id } });
  const other = await boxIn(changing, 2);
  const body = { kind: CaseKind.disputed, code: other.code, text: newcomer };
  const { id: opened } = await staff.call(createCase, { body });
  const of = { path: { id: opened } };
  await staff.call(assignCase, { ...of, body: { assignee: cast.staff.id } });
  for (const step of [noteCase, foundCase, closeCase]) await staff.call(step, { ...of, body: { text: newcomer } });
}
