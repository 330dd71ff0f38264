import { sql } from "kysely";
import { amountSum } from "#rules/billing/decimal.ts";
import { billedOwners } from "#server/database/billing/billed-owners.ts";
import { monthAlone } from "#server/database/billing/invoice-drafts.ts";
import { customerLines, storedByMonth } from "#server/database/billing/month-lines.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";

/** Number of past months that are looked at: as many months as a bill may be late. */
const monthsBack = 12;

interface AskedSums {
  readonly scope: Scope;
  readonly customer: number;
  /** `YYYY-MM-DD`, the first of a month, and the day of today. */
  readonly from: string;
  readonly today: string;
}

/** Returns the cost of each month (`YYYY-MM`) of a customer that is over, not billed, and not before a day: euros without tax. */
export async function openMonthSums(
  db: Reader,
  { scope, customer, from, today }: AskedSums,
): Promise<Map<string, string>> {
  const months = await db.list(
    "open-months-of-customer",
    sql<{ month: string }>`
      select to_char(m.first, 'YYYY-MM') as month
      from customers c cross join generate_series(
        greatest(${from}::date, date_trunc('month', ${today}::date) - ${monthsBack}::int * interval '1 month'),
        date_trunc('month', ${today}::date) - interval '1 month', interval '1 month') m(first)
      where c.id = ${customer}::bigint and ${seenBy(scope, sql`c.id`)}
        and not exists (select from billed_months k where k.customer_id = c.id and k.month = m.first)
      order by 1`,
  );
  const sums = new Map<string, string>();
  for (const { month } of months) {
    const [owner] = await billedOwners(db, scope, `${month}-01`, customer);
    if (!owner) continue;
    const asked = [monthAlone(owner, month, today)];
    const [counted] = await customerLines(db, scope, asked, await storedByMonth(db, scope, asked));
    sums.set(month, amountSum((counted?.lines ?? []).map(({ net }) => net)));
  }
  return sums;
}
