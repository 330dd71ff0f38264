import { sql } from "kysely";
import type { CarriedName } from "#contract/schemas/customers/cost-centres.ts";
import type { Reader } from "#server/database/database.ts";
import { ownRights, type Scope, seenBy } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { selectList } from "#server/database/sql/json.ts";

interface CostCentres {
  readonly cost_centres: string[];
  readonly may_set: boolean;
  readonly must_name: boolean;
  readonly carried?: CarriedName[];
}

const centres = (scope: Scope, id: number) => sql<Omit<CostCentres, "carried">>`
  select ${selectList<Omit<CostCentres, "carried">>({
    cost_centres: sql`array(select name from cost_centres where customer_id = c.id order by name collate german, name)`,
    may_set: sql`${scope.isStaff}::boolean or exists (select from ${ownRights(scope)} r
      where r.customer_id = c.id and may_store)`,
    must_name: sql`exists (select from ${ownRights(scope)} r
      where r.customer_id = c.id and r.cost_centres is not null)`,
  })}
  from customers c where c.id = ${id}::bigint and ${seenBy(scope, sql`c.id`)}`;

/** The cost centres of a customer, for staff with what carries them where that `isAsked`; a 404 where there is none or it is not the caller's. */
export async function costCentresOf(db: Reader, scope: Scope, id: number, isAsked = false): Promise<CostCentres> {
  const [found] = await db.list("cost-centres", centres(scope, id));
  if (!found) throw notFound();
  return isAsked && scope.isStaff ? { ...found, carried: await db.list("carried-cost-centres", carried(id)) } : found;
}

const carriedName = selectList<CarriedName>({
  name: "each.name",
  boxes: sql`sum(boxes)::int`,
  deliveries: sql`sum(deliveries)::int`,
  services: sql`sum(services)::int`,
  users: sql`sum(users)::int`,
});

/** Each name that something of a customer carries, listed or not, with how many there are of each kind. */
const carried = (id: number) => sql<CarriedName>`
  select ${carriedName}
  from (
    select cost_centre as name, count(*) as boxes, 0 as deliveries, 0 as services, 0 as users
    from boxes where customer_id = ${id}::bigint and cost_centre <> '' group by 1
    union all
    select cost_centre, 0, count(*), 0, 0 from deliveries where customer_id = ${id}::bigint and cost_centre <> '' group by 1
    union all
    select cost_centre, 0, 0, count(*), 0 from service_entries
    where customer_id = ${id}::bigint and invoice_id is null and cost_centre <> '' group by 1
    union all
    select unnest(cost_centres), 0, 0, 0, count(*) from customer_users where customer_id = ${id}::bigint group by 1) each
  group by name order by name collate german, name`;
