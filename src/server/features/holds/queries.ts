import type { listHolds } from "#contract/calls/holds.ts";
import type { Query } from "#contract/route.ts";
import type { Hold } from "#contract/schemas/retention/holds.ts";
import { holdList } from "#contract/lists/holds.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import type { Reader } from "#server/database/database.ts";
import { ownRows, type Scope, seenCustomers } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { orderOf } from "#server/http/list-order.ts";

interface HoldRow extends Omit<Hold, "customer" | "user"> {
  readonly customer_id: number;
  readonly code: number;
  readonly name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly count: number;
}

const everybodys = "holds h";
const own = ownRows(
  "holds",
  `id, customer_id, scope, from_number, to_number, reason, reference, since, until, by_customer, set_by,
    released_at, released_reason, released_reference`,
  "$1::bigint[]",
  "h",
);

const columns = (from: string) => `
  h.id, h.customer_id, c.code, c.name, h.scope, h.from_number as from, h.to_number as to, h.reason, h.reference, h.since, h.until, h.by_customer,
  (select count(*) from hold_boxes where hold_id = h.id)::int as boxes, u.first_name, u.last_name,
  h.released_at as released, h.released_reason, h.released_reference
  from ${from} join customers c on c.id = h.customer_id join users u on u.id = h.set_by
  where ($1::bigint[] is null or h.customer_id = any($1))`;

const listSql = (from: string, direction: "asc" | "desc") => `
  select count(*) over ()::int as count, ${columns(from)}
    and ($2::bigint is null or h.customer_id = $2) and ($3::text is null or (h.released_at is null) = ($3 = 'active'))
    and ($4::bigint is null or exists (select from hold_boxes n where n.hold_id = h.id and n.box_id = $4)
      or h.scope = 'customer' and h.customer_id = (select customer_id from boxes where id = $4))
  order by h.since ${direction}, h.id limit $5 offset $6`;

const one = `select 1 as count, ${columns(everybodys)} and h.id = $2`;

const holdOf = ({ customer_id, code, name, first_name, last_name, count: _, ...row }: HoldRow): Hold => ({
  ...row,
  customer: { id: customer_id, code, name },
  user: { first_name, last_name },
});

const lists = {
  all: { latest: listSql(everybodys, "desc"), earliest: listSql(everybodys, "asc") },
  own: { latest: listSql(own, "desc"), earliest: listSql(own, "asc") },
} as const;

/** The holds that the caller sees, the latest first, and whether they may change them. */
export async function holdsOf(db: Reader, scope: Scope, query: Query<typeof listHolds>) {
  const { customer, box, state, order_by = "-since", limit = pageSize, offset = 0 } = query;
  const { descending } = orderOf(holdList, scope, order_by);
  const parameters = [seenCustomers(scope), customer ?? null, state ?? null, box ?? null, limit, offset];
  const [whose, order] = [scope.isStaff ? "all" : "own", descending ? "latest" : "earliest"] as const;
  const rows = await db.list<HoldRow>(`holds-${whose}-${order}`, lists[whose][order], parameters);
  const may_manage = scope.isStaff || (await mayManage(db, scope, customer, box));
  return { ...toPage(rows.map(holdOf), rows[0]?.count ?? 0, { limit, offset }), may_manage };
}

const managing = `
  select 1 from customer_users u where u.user_id = $1 and u.may_manage and ($2::bigint is null or u.customer_id = $2)
    and ($3::bigint is null or u.customer_id = (select customer_id from boxes where id = $3)) limit 1`;

async function mayManage(db: Reader, { userId }: Scope, customer: number | undefined, box: number | undefined) {
  const managedCustomers = await db.list("holds-managing", managing, [userId, customer ?? null, box ?? null]);
  return managedCustomers.length > 0;
}

/** A hold; a 404 where there is none or it is not the caller's. */
export async function holdById(db: Reader, scope: Scope, id: number): Promise<Hold> {
  const [row] = await db.list<HoldRow>("hold", one, [seenCustomers(scope), id]);
  if (!row) throw notFound();
  return holdOf(row);
}
