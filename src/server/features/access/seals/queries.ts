import type { listSeals } from "#contract/calls/access/seals.ts";
import { sealList } from "#contract/lists/seals.ts";
import type { Query } from "#contract/route.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { countSeals, sealPage } from "#server/database/seals/seal-days.ts";
import { orderOf } from "#server/http/list-order.ts";

/** A page of seals; the newest first where no order is asked for. */
export async function listOfSeals(db: Reader, scope: Scope, query: Query<typeof listSeals>) {
  const { order_by = "-number", limit = pageSize, offset = 0 } = query;
  const { descending } = orderOf(sealList, scope, order_by);
  const [results, count] = await Promise.all([sealPage(db, { descending, limit, offset }), countSeals(db)]);
  return toPage(results, count, { limit, offset });
}
