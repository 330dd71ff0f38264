import { sql } from "kysely";
import type { listServiceEntries as contract } from "#contract/calls/billing/service-entries.ts";
import type { Query } from "#contract/route.ts";
import type { ServiceEntry } from "#contract/schemas/billing/service-entries.ts";
import { monthDays } from "#rules/billing/month.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { statementName } from "#server/database/boxes/box-selection.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { notFound } from "#server/http/errors.ts";

type Pair = { readonly id: number; readonly code: string | number };

const serviceEntry = selectList<ServiceEntry>({
  ...fromTable("s", "id", "day", "item", "unit", "vat_category", "text", "cost_centre"),
  quantity: sql`s.quantity::text`,
  price: sql`s.price::text`,
  vat_rate: sql`s.vat_rate::text`,
  box: sql`case when b.id is not null then ${json<Pair>({ id: "b.id", code: "b.code" })} end`,
  delivery: sql`case when d.id is not null then ${json<Pair>({ id: "d.id", code: "d.code" })} end`,
});

const entries = (scope: Scope, which: Sql, page: Sql) => sql<ServiceEntry>`
  select ${serviceEntry}
  from (
    select * from service_entries s where ${which} and ${seenBy(scope, sql`s.customer_id`)} order by day, id ${page}) s
  left join boxes b on b.id = s.box_id
  left join deliveries d on d.id = coalesce(s.delivery_id, (select delivery_id from digital_copies where id = s.copy_id))
  order by s.day, s.id`;

/** A page of what is owed for services of a month, that of `today` (`YYYY-MM-DD`) where none is named, by day: of all customers or of one. */
export async function pageOfEntries(db: Reader, scope: Scope, query: Query<typeof contract>, today: string) {
  const { customer, month = today.slice(0, 7), item, limit = pageSize, offset = 0 } = query;
  const { from, to } = monthDays(month);
  const which = sql`${customer === undefined ? sql`true` : sql`s.customer_id = ${customer}::bigint`} and s.day >= ${from}::date and s.day < ${to}::date
    and (${item ?? null}::text is null or s.item = ${item ?? null})`;
  const [results, counts] = await Promise.all([
    db.list(statementName, entries(scope, which, sql`limit ${limit}::int offset ${offset}::int`)),
    db.list(statementName, sql<{ count: number }>`select count(*)::int as count from service_entries s where ${which}`),
  ]);
  return toPage(results, counts[0]?.count ?? 0, { limit, offset });
}

/** An entry. @throws 404 */
export async function entryById(db: Reader, scope: Scope, id: number): Promise<ServiceEntry> {
  const [found] = await db.list("service-entry", entries(scope, sql`s.id = ${id}::int`, sql``));
  if (!found) throw notFound();
  return found;
}
