import type { BulkLoad } from "#server/database/sql/load-much.ts";
import type { TakeoverPlan } from "#server/takeover/plan/planned-rows.ts";
import { CopyLines } from "./copy-lines.ts";
import type { TakenSums } from "./taken-sums.ts";

/** Writes what boxes and users are of: areas, rows, customers and their options. */
export async function loadTakenStock(
  loading: BulkLoad,
  plan: TakeoverPlan,
  sums: TakenSums,
  now: string,
): Promise<void> {
  const lines = new CopyLines(loading, {
    areas: "id, name, created",
    rows: "id, area_id, number, reverse, parts, heights, created, sign",
    customers: "id, code, name, notes, address_name, address_postcode, address_city, address_street, meter_price",
    delivery_options: "id, customer_id, description, days, from_time, to_time, prior_hours, window_hours, price",
  });
  for await (const { id, name, created } of plan.rowsOf("areas")) {
    lines.add("areas", id, name, created ?? now);
    sums.add("Bereiche");
  }
  for await (const row of plan.rowsOf("rows")) {
    lines.add("rows", row.id, row.area, row.number, row.reverse, row.parts, row.heights, row.created ?? now, row.sign);
    sums.add("Reihen");
  }
  for await (const c of plan.rowsOf("customers")) {
    lines.add(
      "customers",
      c.id,
      c.code,
      c.name,
      c.notes,
      c.address_name,
      c.address_postcode,
      c.address_city,
      c.address_street,
      c.meter_price,
    );
    sums.add("Kunden");
  }
  for await (const o of plan.rowsOf("options")) {
    lines.add(
      "delivery_options",
      o.id,
      o.customer,
      o.description,
      `{${o.days}}`,
      o.fr,
      o.to,
      o.prior,
      o.window,
      o.price,
    );
    sums.add("Lieferoptionen");
  }
  await lines.write();
}
