import type { auditCsv, listAudit } from "#contract/calls/access/audit.ts";
import { auditList } from "#contract/lists/audit.ts";
import type { Query } from "#contract/route.ts";
import { auditPeriod } from "#rules/access/audit/audit.ts";
import { berlinDay } from "#rules/dates.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { allAudit, auditPage, countAudit } from "#server/database/audit/audit-entries.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { orderOf } from "#server/http/list-order.ts";

/** Returns the query within a period that is always bounded. */
function within<Q extends Query<typeof auditCsv>>(query: Q, now: Date) {
  return { ...query, ...auditPeriod(query, berlinDay(now)) };
}

/** A page of the audit trail; the newest first where no order is asked for. */
export async function listOfAudit(db: Reader, scope: Scope, query: Query<typeof listAudit>, now: Date) {
  const { order_by = "-at", limit = pageSize, offset = 0 } = query;
  const { descending } = orderOf(auditList, scope, order_by);
  const filter = within(query, now);
  const [results, count] = await Promise.all([
    auditPage(db, filter, { descending, limit, offset }),
    countAudit(db, filter),
  ]);
  return toPage(results, count, { limit, offset });
}

type Whole = Query<typeof auditCsv> & Pick<Query<typeof listAudit>, "order_by">;

/** Every entry that is asked for, and of which period; the newest first where no order is asked for. */
export function wholeAudit(db: Reader, scope: Scope, query: Whole, now: Date) {
  const { order_by = "-at" } = query;
  const { descending } = orderOf(auditList, scope, order_by);
  const filter = within(query, now);
  return { from: filter.from, to: filter.to, pieces: allAudit(db, filter, descending) };
}
