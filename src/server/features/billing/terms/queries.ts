import { sql } from "kysely";
import type { Terms } from "#contract/schemas/billing/terms.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { notFound } from "#server/http/errors.ts";

const currentTerms = selectList<Terms>({
  ...fromTable("t", "discount_days", "mandate_date"),
  price_list: sql`case when l.id is not null then ${json<NonNullable<Terms["price_list"]>>({ id: "l.id", name: "l.name" })} end`,
  storage_mode: sql`coalesce(t.storage_mode, 'day')`,
  also_while_out: sql`coalesce(t.also_while_out, false)`,
  minimum: sql`t.minimum::text`,
  minimum_scope: sql`coalesce(t.minimum_scope, 'storage')`,
  invoice_form: sql`coalesce(t.invoice_form, 'zugferd')`,
  vat_id: sql`coalesce(t.vat_id, '')`,
  leitweg_id: sql`coalesce(t.leitweg_id, '')`,
  e_address: sql`coalesce(t.e_address, '')`,
  e_scheme: sql`coalesce(t.e_scheme, 'EM')`,
  order_reference: sql`coalesce(t.order_reference, '')`,
  contract_reference: sql`coalesce(t.contract_reference, '')`,
  payment_days: sql`coalesce(t.payment_days, 14)`,
  discount_percent: sql`t.discount_percent::text`,
  address_extra: sql`coalesce(t.address_extra, '')`,
  exemption_reason: sql`coalesce(t.exemption_reason, '')`,
  sepa_mandate: sql`coalesce(t.sepa_mandate, '')`,
  iban: sql`coalesce(t.iban, '')`,
  storage_when: sql`coalesce(t.storage_when, 'arrears')`,
  interval: sql`coalesce(t.interval, 'month')`,
  valid_from: sql`(select max(valid_from) from agreements where customer_id = c.id)`,
});

/** Returns the terms that are agreed with a customer; for a customer who has agreed on nothing, those that hold then. @throws 404 */
export async function termsOf(db: Reader, scope: Scope, id: number): Promise<Terms> {
  const terms = sql<Terms>`
    select ${currentTerms}
    from customers c
    left join customer_terms t on t.customer_id = c.id
    left join price_lists l on l.id = t.price_list_id
    where c.id = ${id}::bigint and ${seenBy(scope, sql`c.id`)}`;
  const [found] = await db.list("customer-terms", terms);
  if (!found) throw notFound();
  return found;
}
