import { sql } from "kysely";
import type { BilledService } from "#rules/billing/snapshot.ts";
import type { Reader } from "#server/database/database.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

type KeptService = BilledService & { readonly nth: number };

/** Columns that are kept of a service `s` of `service_entries` that an invoice took, and its place among them. */
export const keptService = selectList<KeptService>({
  ...fromTable("s", "day", "item", "unit", "vat_category", "text", "cost_centre", "box_id"),
  quantity: sql`s.quantity::text`,
  price: sql`s.price::text`,
  vat_rate: sql`s.vat_rate::text`,
  delivery_id: sql`coalesce(s.delivery_id, (select delivery_id from digital_copies where id = s.copy_id))`,
  nth: "s.id",
});

/** Returns the services that an invoice took, as they are kept with its cancellation. */
export async function takenServices(db: Reader, id: number): Promise<BilledService[]> {
  const services = sql<KeptService>`
    select ${keptService} from service_entries s where s.invoice_id = ${id}::int order by s.day, s.id`;
  return (await db.list("taken-services", services)).map(({ nth: _, ...kept }) => kept);
}
