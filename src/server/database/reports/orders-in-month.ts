import { sql } from "kysely";
import type { Sql } from "#server/database/database.ts";

/** How many rows of a customer `o` were made in a month `m` of `notedMonths`, along an index. */
const madeIn = (rows: Sql): Sql =>
  sql`(select count(*)::int from ${rows} and customer_id = o.customer and created >= m.since and created < m.until)`;

/** What a customer `o` ordered in a month `m` of `notedMonths` and did not cancel, boxes and scans alike (decision 130). */
export const madeOrders: Sql = madeIn(sql`deliveries where kind in (0, 3) and state <> 3`);
/** The others of these orders: those that were cancelled, whenever that was. */
export const canceledOrders: Sql = madeIn(sql`deliveries where kind in (0, 3) and state = 3`);
/** What was scanned for them in it. */
export const madeScans: Sql = madeIn(sql`digital_copies where true`);
