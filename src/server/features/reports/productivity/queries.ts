import { sql } from "kysely";
import type { productivityReport } from "#contract/calls/reports/reports.ts";
import type { Query } from "#contract/route.ts";
import { toPage } from "#rules/lists/paging.ts";
import { monthsUntil, usualMonths } from "#rules/reports/report-months.ts";
import { monthOf } from "#rules/months.ts";
import { type MonthOfPicks, pauseBetweenWalks, computeSpeed } from "#rules/reports/walks.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import type { Reader } from "#server/database/database.ts";
import { everyMonth, inMonths, monthOfDay, shownMonth } from "#server/database/reports/month-range.ts";
import { constants } from "#server/database/sql/conditions.ts";
import type { Scope } from "#server/database/scope.ts";
import { selectList } from "#server/database/sql/json.ts";

type MonthRow = MonthOfPicks & { readonly month: string };

const monthRow = selectList<MonthRow>({
  month: shownMonth(sql`month`),
  picks: sql`count(*)::int`,
  walks: sql`(count(*) - count(since))::int`,
  people: sql`count(distinct user_id)::int`,
  hours: sql`coalesce(extract(epoch from sum(since)) / 3600, 0)::float8`,
});

/** Picks of a month, by people in walks without a long pause; only sums leave the statement. */
const monthsOfPicks = (months: readonly string[]) => sql<MonthRow>`
  with picks as (
    select user_id, at, at - lag(at) over (partition by user_id order by at) as since
    from (select user_id, coalesce(happened, created) as at from history
      where kind in (${constants([HistoryKind.boxPicked, HistoryKind.contentPicked])}) and user_id is not null
        and ${inMonths(months, sql`created`)}) h),
  steps as (
    select user_id, ${monthOfDay(sql`berlin_day(at)`)} as month,
      case when since <= make_interval(mins => ${sql.lit(pauseBetweenWalks)}) then since end as since from picks)
  select ${monthRow}
  from steps group by month`;

const nothing = { picks: 0, walks: 0, people: 0, hours: 0 };

/** Returns the picks per walk and per hour, by month and never by person (decision 129). */
export async function productivityOf(db: Reader, _scope: Scope, query: Query<typeof productivityReport>, now: Date) {
  const months = monthsUntil(query.until ?? monthOf(now), query.months ?? usualMonths);
  const rows = everyMonth(months, await db.list("productivity", monthsOfPicks(months)), nothing);
  const results = rows.map(({ month, ...of }) => ({ month, picks: of.picks, ...computeSpeed(of) }));
  return toPage(results, results.length, { limit: undefined, offset: 0 });
}
