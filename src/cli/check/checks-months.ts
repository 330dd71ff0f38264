import { HistoryKind as K } from "#rules/stock/history.ts";
import type { Check } from "./proof.ts";

/** What is noted of months that are over, counted anew. */
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
    name: "the boxes of a hall are noted of months that are over as history tells where they stood",
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
];
