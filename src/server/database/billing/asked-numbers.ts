import { sql } from "kysely";
import { type NumberSeries, seriesText, showSeriesNumber } from "#rules/billing/number-series.ts";
import { lastNumberWanted } from "#rules/texts/billing-refusals.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import type { Transaction } from "#server/database/database.ts";

/** Why the next number of a series is not given after a restore: nobody has named the last one yet. Null where it can be. */
export async function unknownNumber(
  tx: Transaction,
  series: NumberSeries,
  year: number | null,
): Promise<Reason | null> {
  const { rows } = await sql<{ known: number; taken: string }>`
    select known, taken from restored_numbers
    where series = ${series}::text and answered is null and (year is null or year = ${year}::int)`.execute(tx);
  const [asked] = rows;
  if (!asked) return null;
  const last = asked.known === 0 ? null : showSeriesNumber({ series, year }, asked.known);
  return lastNumberWanted({ series: seriesText[series], last, taken: asked.taken });
}
