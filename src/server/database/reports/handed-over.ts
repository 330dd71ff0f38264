import { sql } from "kysely";
import { businessZone } from "#rules/dates.ts";
import type { Sql } from "#server/database/database.ts";
import { joinById } from "#server/database/scope.ts";

/** Where no option with a window says more, a delivery is in time on its day. */
const promise = sql`
  case when o.window_hours > 0 then d.time + make_interval(hours => o.window_hours)
    else (berlin_day(d.time) + 1)::timestamp at time zone ${sql.lit(businessZone)} end`;

/**
 * Orders `d` that were handed over in months `m` of `notedMonths` that are not noted, with the hours it took and whether that was in time: 0 or 1, null without a
 * day. `which` is another condition on them.
 */
export const handedOver = (which: Sql): Sql => sql`
  select m.month, d.customer_id, d.option_id, o.window_hours, extract(epoch from e.created - d.created)::float8 / 3600 as hours,
    (e.created <= ${promise})::int as in_time
  from months m join delivery_events e on e.created >= m.since and e.created < m.until and e.kind = 'completed'
    cross join lateral ${joinById("deliveries", sql`customer_id, option_id, kind, state, time, created`, sql`e.delivery_id`)} d
    left join delivery_options o on o.id = d.option_id
  where not m.is_noted and d.kind = 0 and d.state = 2 and ${which}`;

/** Sums of each group of `handedOver`: how many, how many of them had a day and were in time, and after how many hours half and nine in ten were there. */
export const handedOverSums: Sql = sql`
  count(*)::int as deliveries, count(in_time)::int as dated, coalesce(sum(in_time), 0)::int as in_time,
  round((percentile_cont(0.5) within group (order by hours))::numeric, 1) as median_hours,
  round((percentile_cont(0.9) within group (order by hours))::numeric, 1) as ninetieth_hours`;
