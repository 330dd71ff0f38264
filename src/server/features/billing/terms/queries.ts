import { sql } from "kysely";
import type { Terms } from "#contract/schemas/billing/terms.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { json } from "#server/database/sql/json.ts";
import { notFound } from "#server/http/errors.ts";

/** Returns the terms that are agreed with a customer; for a customer who has agreed on nothing, those that hold then. @throws 404 */
export async function termsOf(db: Reader, scope: Scope, id: number): Promise<Terms> {
  const terms = sql<Terms>`
    select case when l.id is not null then ${json<NonNullable<Terms["price_list"]>>({ id: "l.id", name: "l.name" })} end as price_list,
      coalesce(t.storage_mode, 'day') as storage_mode, coalesce(t.also_while_out, false) as also_while_out,
      t.minimum::text, coalesce(t.minimum_scope, 'storage') as minimum_scope,
      coalesce(t.invoice_form, 'zugferd') as invoice_form, coalesce(t.vat_id, '') as vat_id, coalesce(t.leitweg_id, '') as leitweg_id,
      coalesce(t.e_address, '') as e_address, coalesce(t.e_scheme, 'EM') as e_scheme, coalesce(t.order_reference, '') as order_reference,
      coalesce(t.contract_reference, '') as contract_reference, coalesce(t.payment_days, 14) as payment_days,
      t.discount_days, t.discount_percent::text, coalesce(t.address_extra, '') as address_extra, coalesce(t.exemption_reason, '') as exemption_reason,
      coalesce(t.sepa_mandate, '') as sepa_mandate, t.mandate_date, coalesce(t.iban, '') as iban,
      coalesce(t.storage_when, 'arrears') as storage_when, coalesce(t.interval, 'month') as interval,
      (select max(valid_from) from agreements where customer_id = c.id) as valid_from
    from customers c left join customer_terms t on t.customer_id = c.id left join price_lists l on l.id = t.price_list_id
    where c.id = ${id}::bigint and ${seenBy(scope, sql`c.id`)}`;
  const [found] = await db.list("customer-terms", terms);
  if (!found) throw notFound();
  return found;
}
