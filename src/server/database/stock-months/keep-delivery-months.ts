import { sql } from "kysely";
import type { Transaction } from "#server/database/database.ts";
import { handedOver, handedOverSums } from "#server/database/reports/handed-over.ts";
import { notedMonths } from "#server/database/reports/month-range.ts";
import { canceledOrders, madeOrders, madeScans } from "#server/database/reports/orders-in-month.ts";
import { missingMonths } from "./missing-months.ts";

/**
 * Notes what was ordered, scanned and handed over in each month that is over and not noted yet: of each customer, by delivery option, and of all. The windows
 * of the options are those of this moment: whoever changes or deletes one later changes no month that is noted (decision 149).
 */
export async function keepDeliveryMonths(tx: Transaction, now: Date): Promise<void> {
  const months = await missingMonths(tx, now, {
    isNoted: sql`exists (select from delivery_months k where k.month = m.month and k.customer_id is null)`,
    daysAfter: 1, // until nobody is left who began in the month: only writers of histories are waited for when a day is closed
  });
  if (months.length === 0) return;
  await sql`set local statement_timeout = 0`.execute(tx); // seconds at 4,000,000 deliveries, and nobody waits
  await sql`
    with ${notedMonths(months, sql`false`)},
    facts as materialized (${handedOver(sql`true`)}),
    options as (
      insert into option_months (customer_id, month, option_id, window_hours, deliveries, dated, in_time, median_hours, ninetieth_hours)
      select customer_id, month, option_id, max(window_hours), ${handedOverSums} from facts group by 1, 2, 3 on conflict do nothing),
    times as (select month, customer_id, ${handedOverSums} from facts group by grouping sets ((month), (month, customer_id))),
    made as (
      select m.month, o.customer as customer_id, sum(${madeOrders} + ${canceledOrders}) as orders, sum(${madeScans}) as scans
      from (select id from customers) o(customer) cross join months m
      group by grouping sets ((m.month), (m.month, o.customer)))
    insert into delivery_months (customer_id, month, orders, scans, deliveries, dated, in_time, median_hours, ninetieth_hours)
      select made.customer_id, made.month, orders, scans, coalesce(deliveries, 0), coalesce(dated, 0), coalesce(in_time, 0),
        median_hours, ninetieth_hours
      from made left join times t on t.month = made.month and t.customer_id is not distinct from made.customer_id
      where made.customer_id is null or orders + scans + coalesce(deliveries, 0) > 0
      on conflict do nothing`.execute(tx);
}
