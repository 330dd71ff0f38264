import { sql } from "kysely";
import type { BilledService } from "#rules/billing/snapshot.ts";
import type { Reader } from "#server/database/database.ts";

/** Columns that are kept of a service `s` of `service_entries` that an invoice took, and its place among them. */
export const keptService = sql`
  s.day, s.item, s.unit, s.quantity::text, s.price::text, s.vat_category, s.vat_rate::text, s.text, s.cost_centre, s.box_id,
  coalesce(s.delivery_id, (select delivery_id from digital_copies where id = s.copy_id)) as delivery_id, s.id as nth`;

/** Returns the services that an invoice took, as they are kept with its cancellation. */
export async function takenServices(db: Reader, id: number): Promise<BilledService[]> {
  const services = sql<BilledService & { readonly nth: number }>`
    select ${keptService} from service_entries s where s.invoice_id = ${id}::int order by s.day, s.id`;
  return (await db.list("taken-services", services)).map(({ nth: _, ...kept }) => kept);
}
