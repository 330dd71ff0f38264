import { businessZone } from "#rules/dates.ts";
import { HistoryKind as K } from "#rules/stock/history.ts";
import type { Check } from "./proof.ts";

/** Orders `d` by the month in which they were handed over, with the moment of that, of the months that are noted. */
const handedOver = `
  select d.customer_id, d.option_id, d.time, e.created, date_trunc('month', berlin_day(e.created))::date as month,
    extract(epoch from e.created - d.created)::float8 / 3600 as hours
  from delivery_events e join deliveries d on d.id = e.delivery_id
  where e.kind = 'completed' and d.kind = 0 and d.state = 2
    and date_trunc('month', berlin_day(e.created))::date in (select month from delivery_months where customer_id is null)`;
const hoursOf = (share: number) => `round((percentile_cont(${share}) within group (order by hours))::numeric, 1)`;
const orderFigures = (row: string) =>
  ["orders", "scans", "deliveries", "dated", "in_time", "median_hours", "ninetieth_hours"].map((name) =>
    row === "" ? name : `${row}.${name}`,
  );
const figures = (columns: readonly string[]) => columns.map((column) => `coalesce(${column}, 0)`).join(", ");

/** Checks that recount the notes on months that are over. */
export const monthChecks: readonly Check[] = [
  {
    name: "the stock of months that are over is noted as the storage periods have it, of each customer and of all",
    over: "customer_months",
    sql: `with months as (select month, mm, boxes from stock_months where has_parts),
      moves as (
        select customer_id, date_trunc('month', from_day::timestamp)::date as month, sum(size_mm) as mm, count(*) as boxes from storage_periods group by 1, 2
        union all
        select customer_id, date_trunc('month', to_day::timestamp)::date, -sum(size_mm), -count(*) from storage_periods
          where to_day is not null group by 1, 2),
      counted as (
        select customer_id, m.month, sum(moves.mm) as mm, sum(moves.boxes) as boxes from months m join moves on moves.month <= m.month group by 1, 2),
      compared as (
        select 'customer id ' || customer_id as whose, month, k.mm as kept_mm, k.boxes as kept_boxes, c.mm, c.boxes
        from counted c full join customer_months k using (customer_id, month)
        union all
        select 'all', month, k.mm, k.boxes, c.mm, c.boxes
        from months k left join (select month, sum(mm) as mm, sum(boxes) as boxes from counted group by 1) c using (month))
      select null as code, whose || ', month ' || to_char(month, 'YYYY-MM') || ': noted ' || coalesce(kept_boxes, 0) || ' boxes, ' || coalesce(kept_mm, 0)
        || ' mm, counted ' || coalesce(boxes, 0) || ' boxes, ' || coalesce(mm, 0) || ' mm' as what
      from compared where (coalesce(kept_mm, 0), coalesce(kept_boxes, 0)) is distinct from (coalesce(mm, 0), coalesce(boxes, 0))`,
  },
  {
    name: "what came and what left in months that are over is noted of each customer as the storage periods have it",
    over: "customer_months",
    // within a day nothing comes and leaves
    sql: `with moves as (
        select customer_id, date_trunc('month', day::timestamp)::date as month, sum((step > 0)::int) as came, sum((step < 0)::int) as went from (
          select customer_id, day, sum(step) as step from (
            select customer_id, box_id, from_day as day, 1 as step from storage_periods
            union all select customer_id, box_id, to_day, -1 from storage_periods where to_day is not null) e
          group by customer_id, box_id, day) n
        where step <> 0 group by 1, 2)
      select null as code, 'customer id ' || customer_id || ', month ' || to_char(month, 'YYYY-MM') || ': noted ' || coalesce(k.came, 0) || ' that came, '
        || coalesce(k.went, 0) || ' that left, counted ' || coalesce(m.came, 0) || ' and ' || coalesce(m.went, 0) as what
      from moves m full join customer_months k using (customer_id, month)
      where month in (select month from stock_months where has_moves)
        and (coalesce(k.came, 0), coalesce(k.went, 0)) is distinct from (coalesce(m.came, 0), coalesce(m.went, 0))`,
  },
  {
    name: "the boxes of a hall are noted of months that are over as history records where they stood",
    over: "area_months",
    // a hall that was made anew has none of the months before
    sql: `with stays as (
        select h.kind, h.meta ->> 'area' as area, berlin_day(h.created) as from_day,
          lead(berlin_day(h.created)) over (partition by h.box_id order by h.seq) as to_day
        from history h join boxes b on b.id = h.box_id
        where h.kind in (${[K.moved, K.outsourced, K.retour, K.inconsistent, K.destroyed, K.boxPicked, K.storingUndone].join(", ")})),
      moves as (
        select area, day, sum(boxes) as boxes from (
          select area, from_day as day, 1 as boxes from stays where kind = ${K.moved}
          union all select area, to_day, -1 from stays where kind = ${K.moved} and to_day is not null) each_one group by 1, 2),
      counted as (
        select a.id as area_id, m.month, sum(moves.boxes) as boxes
        from (select distinct month from area_months) m join moves on moves.day < m.month + interval '1 month' join areas a on a.name = moves.area
        group by 1, 2)
      select null as code, 'area id ' || k.area_id || ', month ' || to_char(k.month, 'YYYY-MM') || ': noted ' || k.boxes || ', counted '
        || coalesce(c.boxes, 0) as what
      from area_months k left join counted c using (area_id, month) where k.boxes <> coalesce(c.boxes, 0)
        and exists (select from areas where id = k.area_id)`,
  },
  {
    name: "what was ordered, scanned and handed over in months that are over is noted as deliveries have it, of each customer and of all",
    over: "delivery_months",
    // in time by the windows that are noted, as the next one counts
    sql: `with facts as (
        select customer_id, month, 0 as orders, 0 as scans, 1 as deliveries, (time is not null)::int as dated, hours from (${handedOver}) h
        union all
        select customer_id, date_trunc('month', berlin_day(created))::date, 1, 0, 0, 0, null from deliveries where kind in (0, 3)
        union all
        select customer_id, date_trunc('month', berlin_day(created))::date, 0, 1, 0, 0, null from digital_copies),
      counted as (
        select coalesce(customer_id, 0) as customer, month, sum(orders) as orders, sum(scans) as scans, sum(deliveries) as deliveries, sum(dated) as dated,
          ${hoursOf(0.5)} as median_hours, ${hoursOf(0.9)} as ninetieth_hours
        from facts where month in (select month from delivery_months where customer_id is null) group by grouping sets ((month), (month, customer_id))),
      in_time as (
        select coalesce(customer_id, 0) as customer, month, sum(in_time) as in_time from option_months group by grouping sets ((month), (month, customer_id))),
      compared as (
        select customer, month, concat_ws(', ', ${figures(orderFigures("k"))}) as noted, concat_ws(', ', ${figures(orderFigures("c"))}) as counted
        from (select *, coalesce(customer_id, 0) as customer from delivery_months) k
        full join (select * from counted left join in_time using (customer, month)) c using (customer, month))
      select null as code, case customer when 0 then 'all' else 'customer id ' || customer end || ', month ' || to_char(month, 'YYYY-MM')
        || ': noted ' || noted || ', counted ' || counted || ' (${orderFigures("").join(", ")})' as what
      from compared where noted <> counted`,
  },
  {
    name: "what was handed over by a delivery option in a month that is over is noted as deliveries have it, and in time by its window of then",
    over: "option_months",
    // deliveries of options that are gone name none: all of a customer's together are as many
    sql: `with noted as (
        select *, case when exists (select from delivery_options o where o.id = n.option_id) then option_id else 0 end as option from option_months n),
      counted as (
        select h.customer_id, h.month, coalesce(h.option_id, 0) as option, count(*) as deliveries, count(h.time) as dated,
          sum((h.created <= case when n.window_hours > 0 then h.time + make_interval(hours => n.window_hours)
            else (berlin_day(h.time) + 1)::timestamp at time zone '${businessZone}' end)::int) as in_time,
          ${hoursOf(0.5)} as median_hours, ${hoursOf(0.9)} as ninetieth_hours
        from (${handedOver}) h left join noted n using (customer_id, month, option_id) group by 1, 2, 3),
      kept as (
        select customer_id, month, option, sum(deliveries) as deliveries, sum(dated) as dated, sum(in_time) as in_time, max(median_hours) as median_hours,
          max(ninetieth_hours) as ninetieth_hours from noted group by 1, 2, 3),
      compared as (
        select customer_id, month, option, concat_ws(', ', ${figures(["k.deliveries", "k.dated"])}) as noted_deliveries,
          concat_ws(', ', ${figures(["c.deliveries", "c.dated"])}) as deliveries,
          concat_ws(', ', ${figures(["k.in_time", "k.median_hours", "k.ninetieth_hours"])}) as noted_times,
          concat_ws(', ', ${figures(["c.in_time", "c.median_hours", "c.ninetieth_hours"])}) as times
        from kept k full join counted c using (customer_id, month, option))
      select null as code, 'customer id ' || customer_id || ', month ' || to_char(month, 'YYYY-MM') || ', option id ' || option || ': noted '
        || noted_deliveries || ', ' || noted_times || ', counted ' || deliveries || ', ' || times
        || ' (deliveries, dated, in_time, median_hours, ninetieth_hours)' as what
      from compared where noted_deliveries <> deliveries or option <> 0 and noted_times <> times`,
  },
];
