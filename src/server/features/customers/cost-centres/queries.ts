import { sql } from "kysely";
import type { Reader } from "#server/database/database.ts";
import { ownRights, type Scope, seenBy } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

interface CostCentres {
  readonly cost_centres: string[];
  readonly may_set: boolean;
  readonly must_name: boolean;
}

const centres = (scope: Scope, id: number) => sql<CostCentres>`
  select array(select name from cost_centres where customer_id = c.id order by name collate german, name) as cost_centres,
    ${scope.isStaff}::boolean or exists (select from ${ownRights(scope)} r where r.customer_id = c.id and may_store) as may_set,
    exists (select from ${ownRights(scope)} r where r.customer_id = c.id and r.cost_centres is not null) as must_name
  from customers c where c.id = ${id}::bigint and ${seenBy(scope, sql`c.id`)}`;

/** The cost centres of a customer; a 404 where there is none or it is not the caller's. */
export async function costCentresOf(db: Reader, scope: Scope, id: number): Promise<CostCentres> {
  const [found] = await db.list("cost-centres", centres(scope, id));
  if (!found) throw notFound();
  return found;
}
