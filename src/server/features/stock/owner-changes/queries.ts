import { sql } from "kysely";
import type { previewOwnerChange as call } from "#contract/calls/stock/owner-changes.ts";
import type { Body } from "#contract/route.ts";
import type { OwnerChangePreview } from "#contract/schemas/stock/owner-changes.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import { maxOwnerChange, type StayReason, stayReasonText } from "#rules/stock/owner-change.ts";
import { boxesToGive } from "#server/database/boxes/owner-change-boxes.ts";
import type { Reader } from "#server/database/database.ts";
import { seenBy, type Scope } from "#server/database/scope.ts";
import { selectList } from "#server/database/sql/json.ts";

interface CountRow {
  readonly reason: StayReason | null;
  readonly state: BoxState;
  readonly boxes: number;
  readonly codes: string[];
}

const shownCodes = 5;

const countRow = selectList<CountRow>({
  reason: "b.reason",
  state: "b.state",
  boxes: sql`count(*)::int`,
  codes: sql`(array_agg(code order by code))[1:${sql.lit(shownCodes)}]`,
});

/** Counts the boxes that would go to another customer, and returns those that stay with the reason, the most frequent reason first. */
export async function previewOfOwnerChange(
  db: Reader,
  scope: Scope,
  { customer, to, boxes }: Body<typeof call>,
): Promise<OwnerChangePreview> {
  const counts = sql<CountRow>`
    select ${countRow}
    from (${boxesToGive({ from: customer, to, boxes })}) b where ${seenBy(scope, sql`${customer}::bigint`)}
    group by reason, state order by 3 desc, 1, 2`;
  const rows = await db.list(boxes ? "boxes-to-give" : "all-boxes-to-give", counts);
  const going = rows.find(({ reason }) => reason === null)?.boxes ?? 0;
  return {
    boxes: Math.min(going, maxOwnerChange),
    more: Math.max(going - maxOwnerChange, 0),
    stays: rows.flatMap(({ reason, state, ...what }) =>
      reason === null ? [] : [{ ...what, reason: stayReasonText(reason, state) }],
    ),
  };
}
