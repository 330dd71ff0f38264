import { sql } from "kysely";
import type { StoredAmount } from "#rules/billing/invoice-lines.ts";
import type { StorageMode } from "#rules/billing/items.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { addDays } from "#rules/dates.ts";
import { statementName } from "#server/database/boxes/box-selection.ts";

/** Days of one month, `YYYY-MM-DD`; `to` is the day after the last one that counts. */
export interface CountedDays {
  readonly from: string;
  readonly to: string;
  /** In advance: what is there at the end of the day before this one counts on each of the days. */
  readonly stockOf?: string | undefined;
}

/**
 * Until when a period of storage `p` counts: of who pays also for what they have, until the box is back on a shelf, or for good unless it left for
 * good or was destroyed. Of several that began and ended on one day the largest counts.
 */
const countedUntil = sql`
  case when p.to_day is null or not coalesce(t.also_while_out, false) or p.to_day = p.from_day and exists (
    select from storage_periods n where n.box_id = p.box_id and n.from_day = p.from_day and n.to_day = p.to_day
      and (n.size_mm, n.ctid) > (p.size_mm, p.ctid)) then p.to_day else coalesce(
    (select min(n.from_day) from storage_periods n where n.box_id = p.box_id and n.from_day >= p.to_day and n.to_day is distinct from p.from_day),
    case when (select state from boxes where id = p.box_id) = 6 or exists (
      select from history h where h.box_id = p.box_id and h.kind = 3 and h.meta ->> 'delivery' is null
        and not exists (select from history e where e.box_id = h.box_id and e.seq > h.seq and e.kind = 1)) then p.to_day end) end`;

/** Ids; null for all. */
type Customers = readonly number[] | null;

/** By what the customers of periods `p` are counted: day by day, or a month as a whole; without a word, of both. */
type Counting = "day" | "whole";

/**
 * The periods of storage that count on days of a month, with what is agreed; of some customers or of all. Most boxes have no cost centre, and few customers
 * are counted by whole months: what is looked up beside is what differs.
 */
function periods(scope: Scope, days: CountedDays, customers: Customers, counting?: Counting): Sql {
  const { stockOf } = days;
  const { from, to } = stockOf === undefined ? days : { from: addDays(stockOf, -1), to: stockOf };
  const agreed = counting === "whole" ? sql`join` : sql`left join`;
  const counted = {
    day: sql`and coalesce(t.storage_mode, 'day') = 'day'`,
    whole: sql`and t.storage_mode <> 'day'`,
  };
  return sql`
    select p.box_id, p.customer_id, p.size_mm, p.from_day, ${stockOf === undefined ? sql`p.to_day` : sql`null::date as to_day`}, p.cost_centre, p.list_id, p.mode
    from (
      select p.box_id, p.customer_id, p.size_mm, p.from_day, ${countedUntil} as to_day, coalesce(b.cost_centre, '') as cost_centre,
        coalesce(t.price_list_id, 0) as list_id, coalesce(t.storage_mode, 'day') as mode
      from storage_periods p ${agreed} customer_terms t on t.customer_id = p.customer_id
      left join boxes b on b.id = p.box_id and b.cost_centre <> ''
      where p.from_day < ${to}::date and (p.to_day is null or p.to_day > ${from}::date or t.also_while_out)
        and ${seenBy(scope, sql`p.customer_id`)} ${customers === null ? sql`` : sql`and p.customer_id = any(${customers}::bigint[])`}
        ${counting ? counted[counting] : sql``}) p
    where p.to_day is null or p.to_day > ${from}::date`;
}

/** From which day to which one a price of storage holds in a month, by price list; without one by the list the customer's own price of a metre does. */
const segments = ({ from, to }: CountedDays): Sql => sql`
  select l.id as list_id, s.day as seg_from, lead(s.day, 1, ${to}::date) over (partition by l.id order by s.day) as seg_to,
    r.unit, r.price, coalesce(r.vat_category, l.vat_category) as vat_category, coalesce(r.vat_rate, l.vat_rate) as vat_rate
  from price_lists l
  cross join lateral (
    select ${from}::date as day
    union select valid_from from price_rules where list_id = l.id and item = 'storage' and valid_from > ${from}::date and valid_from < ${to}::date) s
  left join lateral (
    select unit, price, vat_category, vat_rate from price_rules
    where list_id = l.id and item = 'storage' and valid_from <= s.day order by valid_from desc limit 1) r on true
  union all select 0, ${from}::date, ${to}::date, null, null, 'S', standard_vat(${from}::date)`;

export interface StoredOfCustomer extends StoredAmount {
  readonly customer_id: number;
  readonly mode: StorageMode;
}

/**
 * What customers stored on days of a month, by cost centre and by the price that held: each day's mm or boxes summed up, or, where a month counts as a
 * whole, those of each box once at the price of its last day.
 */
export function storedAmounts(
  db: Reader,
  scope: Scope,
  days: CountedDays,
  customers: Customers,
): Promise<StoredOfCustomer[]> {
  const amounts = sql<StoredOfCustomer>`
    with segments as materialized (${segments(days)}), counted as (
      select p.customer_id, p.cost_centre, p.mode, s.seg_from, s.seg_to, s.unit, s.price, s.vat_category, s.vat_rate,
        sum(p.size_mm::bigint * n.days) as mm, sum(n.days) as boxes
      from (${periods(scope, days, customers, "day")}) p join segments s on s.list_id = p.list_id and p.from_day < s.seg_to and (p.to_day is null or p.to_day > s.seg_from)
      cross join lateral (select least(coalesce(p.to_day, s.seg_to), s.seg_to) - greatest(p.from_day, s.seg_from) as days) n
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9
      union all
      select p.customer_id, p.cost_centre, p.mode, ${days.from}::date, ${days.to}::date, s.unit, s.price, s.vat_category, s.vat_rate,
        sum(p.mm), count(*)
      from (
        select box_id, customer_id, cost_centre, list_id, mode, max(size_mm) as mm from (${periods(scope, days, customers, "whole")}) w
        where (to_day is null or to_day > from_day) and (mode = 'month_any_day' or to_day is null or to_day >= ${days.to}::date) group by 1, 2, 3, 4, 5) p
      join segments s on s.list_id = p.list_id and s.seg_to = ${days.to}::date
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9)
    select k.customer_id, k.cost_centre, k.mode, k.seg_from as "from", k.seg_to as "to", coalesce(k.unit, 'metre_month') as unit,
      coalesce(k.price, c.meter_price)::text as price, k.vat_category, k.vat_rate::text,
      (case when k.unit = 'box_month' then k.boxes else k.mm end)::bigint as amount
    from counted k join customers c on c.id = k.customer_id
    where (case when k.unit = 'box_month' then k.boxes else k.mm end) > 0
    order by c.code, k.cost_centre collate german, k.seg_from`;
  return db.list(statementName, amounts);
}

/** What stood in the store on a day (`YYYY-MM-DD`), in mm and boxes, and how many boxes came and went. */
export interface StoredOnDay {
  readonly day: string;
  readonly mm: number;
  readonly boxes: number;
  readonly came: number;
  readonly went: number;
}

/** A customer's storage day by day: what was there before the first day, and what has been added and taken away since. */
export function storedByDay(db: Reader, scope: Scope, days: CountedDays, customer: number): Promise<StoredOnDay[]> {
  const byDay = sql<StoredOnDay>`
    with periods as materialized (${periods(scope, days, [customer])}),
    moves as (
      select greatest(from_day, ${days.from}::date) as day, sum(size_mm) as mm, count(*) as boxes,
        count(*) filter (where from_day >= ${days.from}::date) as came, 0 as went from periods where to_day is distinct from from_day group by 1
      union all
      select to_day, -sum(size_mm), -count(*), 0, count(*) from periods
        where to_day < ${days.to}::date and to_day <> from_day group by 1)
    select d::date as day, sum(coalesce(sum(m.mm), 0)) over so_far::bigint as mm, sum(coalesce(sum(m.boxes), 0)) over so_far::int as boxes,
      coalesce(sum(m.came), 0)::int as came, coalesce(sum(m.went), 0)::int as went
    from generate_series(${days.from}::date, ${days.to}::date - 1, interval '1 day') d left join moves m on m.day = d::date
    group by d window so_far as (order by d) order by d`;
  return db.list("stored-by-day", byDay);
}

/** What happened to a box on a day: 1 it came, -1 it went, 0 it was measured anew; `mm` is how much more stands there for it. */
export interface BoxMove {
  readonly day: string;
  readonly code: string;
  readonly step: number;
  readonly mm: number;
}

/** Which of a customer's boxes came and went on which day, by day and code; what did both within a day did neither. */
export function boxMoves(db: Reader, scope: Scope, days: CountedDays, customer: number): Promise<BoxMove[]> {
  const moves = sql<BoxMove>`
    with periods as materialized (${periods(scope, days, [customer])})
    select m.day, b.code, sum(m.step)::int as step, sum(m.mm)::int as mm
    from (
      select box_id, from_day as day, 1 as step, size_mm as mm from periods where from_day >= ${days.from}::date and to_day is distinct from from_day
      union all
      select box_id, to_day, -1, -size_mm from periods where to_day < ${days.to}::date and to_day <> from_day) m
    join boxes b on b.id = m.box_id
    group by m.day, b.code having sum(m.step) <> 0 or sum(m.mm) <> 0 order by m.day, b.code`;
  return db.list("box-moves", moves);
}
