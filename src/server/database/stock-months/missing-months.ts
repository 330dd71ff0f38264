import { sql } from "kysely";
import { addMonths, monthOf } from "#rules/months.ts";
import { monthsShown } from "#rules/stock/stock-months.ts";
import type { Sql, Transaction } from "#server/database/database.ts";

/**
 * The months `YYYY-MM` that a report shows, that are over and not noted yet, the earliest first. A month is over when its last day is closed, or so many
 * days after it (Europe/Berlin).
 * @param now the moment of which the running month is never over
 * @param how.isNoted a condition on `m.month`, the first day of a month
 */
export async function missingMonths(
  tx: Transaction,
  now: Date,
  { isNoted, daysAfter = 0 }: { readonly isNoted: Sql; readonly daysAfter?: number },
): Promise<readonly string[]> {
  const months = Array.from(
    { length: monthsShown - 1 },
    (_, index) => `${addMonths(monthOf(now), index + 1 - monthsShown)}-01`,
  );
  const { rows } = await sql<{ month: string }>`
    select to_char(m.month, 'YYYY-MM') as month from unnest(${months}::date[]) m(month)
    where m.month + interval '1 month' + ${daysAfter}::int * interval '1 day' <= (select berlin_day(at) from history_floor) and not ${isNoted}
    order by 1`.execute(tx);
  return rows.map(({ month }) => month);
}
