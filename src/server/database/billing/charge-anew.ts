import { sql } from "kysely";
import { businessZone } from "#rules/dates.ts";
import type { Sql, Transaction } from "#server/database/database.ts";

const columns = sql`customer_id, day, item, unit, quantity, price, vat_category, vat_rate, cost_centre`;

/**
 * Charges anew what was done for some customers from a day on (`YYYY-MM-DD`, Berlin), at the prices that hold by now; what was typed by hand stays.
 * What is billed stays as it was. `customers` is a select of their ids. Nobody else writes entries of theirs meanwhile where the caller has locked them.
 */
export async function chargeAnew(tx: Transaction, customers: Sql, from: string): Promise<void> {
  const since = sql`(${from}::date::timestamp at time zone ${businessZone}::text)`;
  await sql`
    delete from service_entries where customer_id in (${customers}) and day >= ${from}::date and user_id is null and invoice_id is null`.execute(
    tx,
  );
  await sql`
    insert into service_entries (${columns}, box_id, seq)
    select ${columns}, box_id, seq from charged_history where created >= ${since} and customer_id in (${customers})
    order by box_id, seq on conflict do nothing`.execute(tx);
  await sql`
    insert into service_entries (${columns}, delivery_id)
    select ${columns}, delivery_id from charged_deliveries where created >= ${since} and customer_id in (${customers})
    order by delivery_id, item on conflict do nothing`.execute(tx);
  await sql`
    insert into service_entries (${columns}, copy_id)
    select ${columns}, copy_id from charged_copies where created >= ${since} and customer_id in (${customers})
    order by copy_id, item on conflict do nothing`.execute(tx);
}
