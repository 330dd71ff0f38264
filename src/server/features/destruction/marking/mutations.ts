import { sql } from "kysely";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText, mayBe } from "#rules/stock/box-state.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { changeBoxes } from "#server/database/boxes/box-changes.ts";
import type { Transaction } from "#server/database/database.ts";
import { findHeldBox } from "#server/database/retention/holds.ts";
import { badInput } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface LockedBox {
  readonly code: string;
  readonly state: BoxState;
  readonly has_ordered: boolean;
}

const lockedBox = selectList<LockedBox>({
  ...fromTable("boxes", "code", "state"),
  has_ordered: sql`exists (select from contents c
    where c.box_id = boxes.id and c.state = ${ContentState.ordered}::smallint)`,
});

/** Marks boxes for destruction, all or none; answers how many. @throws a 400 that names the first box that cannot be marked */
export async function markBoxes(tx: Transaction, userId: number, boxes: readonly number[]): Promise<number> {
  const which = sql`id = any(${boxes}::bigint[])`;
  await sql`select from boxes where ${which} order by id for update`.execute(tx);
  const { rows } = await sql<LockedBox>`
    select ${lockedBox}
    from boxes where ${which} order by code`.execute(tx);
  if (rows.length < new Set(boxes).size) throw badInput({ boxes: [refused.unknownBox] });
  for (const { code, state, has_ordered } of rows) {
    if (!mayBe("mark", state)) throw badInput({ boxes: [refused.boxIs(showBoxCode(code), boxStateText[state])] });
    if (has_ordered) throw badInput({ boxes: [refused.boxHasOrderedContent(showBoxCode(code))] });
  }
  const holds = await findHeldBox(tx, boxes);
  if (holds) throw badInput({ boxes: [refused.boxHeld(showBoxCode(holds.code), holds.why)] });
  const set = sql`state = ${BoxState.marked}::smallint, marked_from = state, marked = now()`;
  const markedCount = await changeBoxes(tx, which, { userId, kind: HistoryKind.marked, set });
  return markedCount.length;
}
