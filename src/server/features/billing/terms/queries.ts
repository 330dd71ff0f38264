import { sql } from "kysely";
import type { Terms } from "#contract/schemas/billing/terms.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

/** What is agreed with a customer; of who has agreed on nothing, what holds then. @throws 404 */
export async function termsOf(db: Reader, scope: Scope, id: number): Promise<Terms> {
  const terms = sql<Terms>`
    select case when l.id is not null then json_build_object('id', l.id, 'name', l.name) end as price_list,
      coalesce(t.storage_mode, 'day') as storage_mode, coalesce(t.also_while_out, false) as also_while_out,
      t.minimum::text, coalesce(t.minimum_scope, 'storage') as minimum_scope
    from customers c left join customer_terms t on t.customer_id = c.id left join price_lists l on l.id = t.price_list_id
    where c.id = ${id}::bigint and ${seenBy(scope, sql`c.id`)}`;
  const [found] = await db.list("customer-terms", terms);
  if (!found) throw notFound();
  return found;
}
