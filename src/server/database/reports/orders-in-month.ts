import { sql } from "kysely";
import type { Sql } from "#server/database/database.ts";

/** Returns SQL for the number of rows of a customer `o` that were made in a month `m` of `notedMonths`, along an index. */
const madeIn = (rows: Sql): Sql =>
  sql`(select count(*)::int from ${rows} and customer_id = o.customer and created >= m.since and created < m.until)`;

/** Number of orders that a customer `o` made in a month `m` of `notedMonths` and did not cancel, boxes and scans alike (decision 130). */
export const madeOrders: Sql = madeIn(sql`deliveries where kind in (0, 3) and state <> 3`);
/** The others of these orders: those that were cancelled, whenever that was. */
export const canceledOrders: Sql = madeIn(sql`deliveries where kind in (0, 3) and state = 3`);
/** Number of scans made for the customer in the month. */
export const madeScans: Sql = madeIn(sql`digital_copies where true`);
