import { sql } from "kysely";
import type { listHolds } from "#contract/calls/destruction/holds.ts";
import type { Query } from "#contract/route.ts";
import type { Hold } from "#contract/schemas/destruction/holds.ts";
import { holdList } from "#contract/lists/holds.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { ownRights, ownRows, type Scope, seenBy } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { orderOf } from "#server/http/list-order.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface HoldRow extends Omit<Hold, "customer" | "user"> {
  readonly customer_id: number;
  readonly code: number;
  readonly name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly count: number;
}

const everybodys = sql`holds h`;
const held = sql`
  id, customer_id, scope, from_number, to_number, reason, reference, since, until, by_customer, set_by,
    released_at, released_reason, released_reference`;
const own = (scope: Scope) => ownRows("holds", held, scope.customerIds, sql`h`);

const holdFields = {
  ...fromTable("h", "id", "customer_id", "scope", "reason", "reference", "since", "until", "by_customer"),
  ...fromTable("h", "released_reason", "released_reference"),
  ...fromTable("c", "code", "name"),
  ...fromTable("u", "first_name", "last_name"),
  from: "h.from_number",
  to: "h.to_number",
  boxes: sql`(select count(*) from hold_boxes where hold_id = h.id)::int`,
  released: "h.released_at",
};
const listedHold = selectList<HoldRow>({ ...holdFields, count: sql`count(*) over ()::int` });
const oneHold = selectList<HoldRow>({ ...holdFields, count: sql`1` });
const seen = (scope: Scope, from: Sql) => sql`
  ${from} join customers c on c.id = h.customer_id join users u on u.id = h.set_by
  where ${seenBy(scope, sql`h.customer_id`)}`;

function listSql(scope: Scope, query: Query<typeof listHolds>, descending: boolean) {
  const { limit = pageSize, offset = 0 } = query;
  const customer = sql`${query.customer ?? null}::bigint`;
  const state = sql`${query.state ?? null}::text`;
  const box = sql`${query.box ?? null}::bigint`;
  return sql<HoldRow>`
    select ${listedHold} from ${seen(scope, scope.isStaff ? everybodys : own(scope))}
      and (${customer} is null or h.customer_id = ${customer}) and (${state} is null or (h.released_at is null) = (${state} = 'active'))
      and (${box} is null or exists (select from hold_boxes n where n.hold_id = h.id and n.box_id = ${box})
        or h.scope = 'customer' and h.customer_id = (select customer_id from boxes where id = ${box}))
    order by h.since ${descending ? sql`desc` : sql`asc`}, h.id limit ${limit} offset ${offset}`;
}

const one = (scope: Scope, id: number) => sql<HoldRow>`
  select ${oneHold} from ${seen(scope, everybodys)} and h.id = ${id}`;

const holdOf = ({ customer_id, code, name, first_name, last_name, count: _, ...row }: HoldRow): Hold => ({
  ...row,
  customer: { id: customer_id, code, name },
  user: { first_name, last_name },
});

/** The holds that the caller sees, the latest first, and whether they may change them. */
export async function holdsOf(db: Reader, scope: Scope, query: Query<typeof listHolds>) {
  const { customer, box, order_by = "-since", limit = pageSize, offset = 0 } = query;
  const { descending } = orderOf(holdList, scope, order_by);
  const [whose, order] = [scope.isStaff ? "all" : "own", descending ? "latest" : "earliest"] as const;
  const rows = await db.list(`holds-${whose}-${order}`, listSql(scope, query, descending));
  const may_manage = scope.isStaff || (await mayManage(db, scope, customer, box));
  return { ...toPage(rows.map(holdOf), rows[0]?.count ?? 0, { limit, offset }), may_manage };
}

const managing = (scope: Scope, customer: Sql, box: Sql) => sql<object>`
  select 1 from ${ownRights(scope)} u where u.may_manage and (${customer} is null or u.customer_id = ${customer})
    and (${box} is null or u.customer_id = (select customer_id from boxes where id = ${box})) limit 1`;

async function mayManage(db: Reader, scope: Scope, customer: number | undefined, box: number | undefined) {
  const statement = managing(scope, sql`${customer ?? null}::bigint`, sql`${box ?? null}::bigint`);
  const managedCustomers = await db.list("holds-managing", statement);
  return managedCustomers.length > 0;
}

/** A hold; a 404 where there is none or it is not the caller's. */
export async function holdById(db: Reader, scope: Scope, id: number): Promise<Hold> {
  const [row] = await db.list("hold", one(scope, id));
  if (!row) throw notFound();
  return holdOf(row);
}
