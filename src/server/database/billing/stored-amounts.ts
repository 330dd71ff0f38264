import { sql } from "kysely";
import type { LineRun, StoredAmount } from "#rules/billing/invoice-lines.ts";
import type { StorageMode } from "#rules/billing/items.ts";
import { addDays } from "#rules/dates.ts";
import { HistoryKind as K } from "#rules/stock/history.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { statementName } from "#server/database/boxes/box-selection.ts";

/** Something that is agreed with a customer on a day. */
const agreedOn = (customer: Sql, day: Sql, column: string): Sql => sql`(
  select ${sql.ref(column)} from agreements where customer_id = ${customer} and valid_from <= ${day} order by valid_from desc limit 1)`;

/** Days of one month, `YYYY-MM-DD`; `to` is the day after the last one that counts. */
interface CountedDays {
  readonly from: string;
  readonly to: string;
}

const isForGood = (entry: Sql) => sql`(
  ${entry}.kind = ${K.destroyed} or ${entry}.kind = ${K.outsourced} and ${entry}.meta ->> 'delivery' is null)`;

/**
 * The first day from a period's end on that ends for good what a customer has: the box left for good or was destroyed, or it had been stored by mistake
 * and was not counted before. What was stored on the same day after that goes on counting.
 */
const goneOn = sql`(
  select min(berlin_day(h.created)) from history h
  where h.box_id = p.box_id and (${isForGood(sql`h`)} or h.kind = ${K.storingUndone} and coalesce((
      select e.kind from history e
      where e.box_id = h.box_id
        and e.seq < (select max(s.seq) from history s where s.box_id = h.box_id and s.kind = ${K.moved} and s.seq < h.seq)
        and (${isForGood(sql`e`)} or e.kind = ${K.moved} and not exists (
          select from history u where u.box_id = e.box_id and u.seq = e.seq + 1 and u.kind = ${K.storingUndone}))
      order by e.seq desc limit 1), 0) <> ${K.moved})
    and berlin_day(h.created) >= p.to_day and not exists (
      select from history e where e.box_id = h.box_id and e.seq > h.seq and e.kind = ${K.moved} and berlin_day(e.created) = berlin_day(h.created)))`;

/**
 * Until when a period of storage `p` counts where a customer pays also for what they have: until the box is back on a shelf, or is gone for good. What happens
 * after a day says nothing about it. Of several that began and ended on one day the largest counts.
 */
const countedUntil = sql`
  case when p.to_day is null or p.to_day = p.from_day and exists (
    select from storage_periods n where n.box_id = p.box_id and n.from_day = p.from_day and n.to_day = p.to_day
      and (n.size_mm, n.ctid) > (p.size_mm, p.ctid)) then p.to_day else least(
    (select min(n.from_day) from storage_periods n where n.box_id = p.box_id and n.from_day >= p.to_day and n.to_day is distinct from p.from_day),
    ${goneOn}) end`;

/** Ids; null for all. */
type Customers = readonly number[] | null;

/** Condition on the customer `id`, of those who are asked about. */
const isAsked = (customers: Customers, id: Sql): Sql =>
  customers === null ? sql`true` : sql`${id} = any(${customers}::bigint[])`;

/**
 * Customers whose stock at the begin of the days is noted by housekeeping (decision 140), with it: of them only what came and went since is read. They are those who
 * always paid day by day for what stood there, and never had a cost centre: then no amount depends on a single box (decision 205).
 */
const summedCustomers = ({ from }: CountedDays, customers: Customers): Sql => sql`
  select k.customer_id, k.mm, k.boxes from customer_months k
  where k.month = ${from}::date - interval '1 month' and ${isAsked(customers, sql`k.customer_id`)}
    and not exists (select from agreements a where a.customer_id = k.customer_id and (a.storage_mode <> 'day' or a.also_while_out))
    and not exists (select from boxes b where b.customer_id = k.customer_id and b.cost_centre <> '')
    and k.customer_id not in (select b.customer_id from box_cost_centres c join boxes b on b.id = c.box_id)`;

/** Their stock, with what came and without what left since, as periods that last until the end of the days: what left counts with a minus. */
const summedStays = ({ from, to }: CountedDays): Sql => sql`
  select customer_id, from_day, ${to}::date as to_day, ${to}::date as out_to, null::bigint as box_id, '' as cost_centre, sum(mm)::bigint as mm, sum(boxes) as boxes
  from (
    select customer_id, ${from}::date as from_day, mm, boxes from summed
    union all
    select p.customer_id, p.from_day, p.size_mm, 1
    from summed s join storage_periods p on p.customer_id = s.customer_id and p.from_day >= ${from}::date and p.from_day < ${to}::date
    union all
    select p.customer_id, p.to_day, -p.size_mm, -1
    from storage_periods p join summed s on s.customer_id = p.customer_id where p.to_day >= ${from}::date and p.to_day < ${to}::date) moves
  group by 1, 2`;

/**
 * The periods of storage that count on some days, with the day on which a box left its place and, of who ever paid also while it was out, until when it
 * counts then (`out_to`). `offset 0` lets the end of each be worked out once.
 */
const periods = (scope: Scope, { from, to }: CountedDays, customers: Customers, which = sql`true`): Sql => sql`
  select * from (
    select p.box_id, p.customer_id, p.size_mm, p.from_day, p.to_day, case when o.customer_id is null then p.to_day else ${countedUntil} end as out_to
    from storage_periods p left join (select distinct customer_id from agreements where also_while_out) o on o.customer_id = p.customer_id
    where p.from_day < ${to}::date and (p.to_day is null or p.to_day > ${from}::date or o.customer_id is not null)
      and ${seenBy(scope, sql`p.customer_id`)} and ${isAsked(customers, sql`p.customer_id`)} and ${which} offset 0) p
  where out_to is null or out_to > ${from}::date`;

/** SQL for boxes that had another cost centre before: the one that each had from one day until another one. */
const centres = sql`
  select box_id, cost_centre, lag(until_day) over (partition by box_id order by until_day) as since, until_day as until from box_cost_centres
  union all select c.box_id, b.cost_centre, max(c.until_day), null from box_cost_centres c join boxes b on b.id = c.box_id group by 1, 2`;

/** The periods split where a box got another cost centre. Most boxes have none and had none: what is looked up beside is what differs. */
const centredPeriods = (scope: Scope, days: CountedDays, customers: Customers, which?: Sql): Sql => sql`
  select p.box_id, p.customer_id, p.size_mm, greatest(p.from_day, k.since) as from_day, least(p.to_day, k.until) as to_day, least(p.out_to, k.until) as out_to,
    coalesce(k.cost_centre, b.cost_centre, '') as cost_centre
  from (${periods(scope, days, customers, which)}) p
  left join (${centres}) k on k.box_id = p.box_id and (k.until is null or k.until > p.from_day) and (k.since is null or p.out_to is null or k.since < p.out_to)
  left join boxes b on b.id = p.box_id and b.cost_centre <> '' and k.box_id is null`;

/** The same of one customer, as it counts by what was agreed for the month that the days lie in. */
const agreedPeriods = (scope: Scope, days: CountedDays, customer: number): Sql => sql`
  select box_id, size_mm, from_day, to_day from (
    select p.box_id, p.size_mm, p.from_day, case when ${agreedOn(sql`${customer}::bigint`, sql`${days.from}::date`, "also_while_out")} then p.out_to else p.to_day end as to_day
    from (${periods(scope, days, [customer])}) p) p
  where to_day is null or to_day > ${days.from}::date`;

/** From which day to which one a price of storage holds in each of the `months`, by price list; without one by the list the customer's own price of a metre does. */
const segments = sql`
  select m.*, l.id as list_id, s.day as seg_from, lead(s.day, 1, m.until) over (partition by m.nth, l.id order by s.day) as seg_to,
    r.unit, r.price, coalesce(r.vat_category, l.vat_category) as vat_category, coalesce(r.vat_rate, l.vat_rate) as vat_rate
  from months m cross join price_lists l
  cross join lateral (
    select m.first as day
    union select valid_from from price_rules where list_id = l.id and item = 'storage' and valid_from > m.first and valid_from < m.until) s
  left join lateral (
    select unit, price, vat_category, vat_rate from price_rules
    where list_id = l.id and item = 'storage' and valid_from <= s.day order by valid_from desc limit 1) r on true
  union all select m.*, 0, first, until, null, null, 'S', standard_vat(first) from months m`;

/** SQL for the agreements that hold in each of the `months`, of customers for whom something stood there. */
const agreedByMonth = sql`
  select m.nth, k.customer_id, coalesce(t.price_list_id, 0) as list_id, t.storage_mode as mode, t.also_while_out, t.meter_price
  from months m cross join (select distinct customer_id from stays) k
  cross join lateral (
    select * from agreements t where t.customer_id = k.customer_id and t.valid_from <= m.first order by t.valid_from desc limit 1) t`;

/** Days of a month. */
export interface CountedMonth extends CountedDays {
  /** In advance: what is there at the end of the day before this one counts on each of the days. */
  readonly stockOf?: string | undefined;
}

/** On which days a box must be there to be counted. */
const seenIn = ({ from, to, stockOf }: CountedMonth): CountedDays =>
  stockOf === undefined ? { from, to } : { from: addDays(stockOf, -1), to: stockOf };

/** Periods that begin and end on the same days, as one; those of customers who are not counted day by day box by box. */
const stays = (scope: Scope, days: CountedDays, customers: Customers, which?: Sql): Sql => sql`
  select customer_id, greatest(from_day, ${days.from}::date) as from_day, least(coalesce(to_day, ${days.to}::date), ${days.to}::date) as to_day,
    least(coalesce(out_to, ${days.to}::date), ${days.to}::date) as out_to,
    case when exists (select from agreements w where w.customer_id = p.customer_id and w.storage_mode <> 'day') then box_id end as box_id,
    cost_centre, sum(size_mm)::bigint as mm, count(*) as boxes
  from (${centredPeriods(scope, days, customers, which)}) p where out_to is null or out_to > from_day group by 1, 2, 3, 4, 5, 6`;

/** The same where sums are kept: the periods of all other customers are read, found by customer, and of a summed one only its moves. */
const staysBesideSums = (scope: Scope, days: CountedDays, customers: Customers): Sql => sql`
  ${stays(scope, days, customers, sql`p.customer_id = any(array(select id from customers where id not in (select customer_id from summed)))`)}
  union all ${summedStays(days)}`;

/** SQL for what counts day by day, within the days of a price, and for what that amounts to. */
const daily = sql`
    daily as (
      select p.customer_id, p.cost_centre, p.mode, s.nth, s.seg_from, s.seg_to, s.unit, coalesce(s.price, p.meter_price) as price, s.vat_category, s.vat_rate,
        case when s.is_stock then s.seg_from else greatest(p.from_day, s.seg_from) end as first,
        case when s.is_stock then s.seg_to else least(p.to_day, s.seg_to) end as until, p.mm, p.boxes
      from counting p join segments s on s.nth = p.nth and s.list_id = p.list_id and p.from_day < s.seen_to and p.to_day > s.seen_from
        and (s.is_stock or p.from_day < s.seg_to and p.to_day > s.seg_from)
      where p.mode = 'day'),
    by_day as (
      select customer_id, cost_centre, mode, nth, seg_from, seg_to, unit, price, vat_category, vat_rate,
        sum(mm * (until - first)) as mm, sum(boxes * (until - first)) as boxes
      from daily group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)`;

/** The days on which the same of `daily` stood there, one after the other, by what they are summed up to: each begins where something came or went. */
const runs = sql`
  select nth, customer_id, cost_centre, seg_from,
    json_agg(${json<LineRun>({ from: "day", to: "next", mm: "mm", boxes: "boxes" })} order by day) filter (where boxes > 0) as runs
  from (
    select nth, customer_id, cost_centre, seg_from, day, lead(day, 1, seg_to) over so_far as next,
      sum(sum(mm)) over so_far as mm, sum(sum(boxes)) over so_far as boxes
    from (
      select nth, customer_id, cost_centre, seg_from, seg_to, first as day, mm, boxes from daily
      union all
      select nth, customer_id, cost_centre, seg_from, seg_to, until, -mm, -boxes from daily where until < seg_to) d
    group by nth, customer_id, cost_centre, seg_from, seg_to, day
    window so_far as (partition by nth, customer_id, cost_centre, seg_from order by day)) r
  group by 1, 2, 3, 4`;
/** Single run of an amount that counts as a whole. */
const wholeRun = json<LineRun>({ from: "k.seg_from", to: "k.seg_to", mm: "k.mm", boxes: "k.boxes" });

export interface StoredOfCustomer extends StoredAmount {
  /** The number of the month within the settlement, from 1. */
  readonly nth: number;
  readonly customer_id: number;
  readonly mode: StorageMode;
}

const amountFields = {
  ...fromTable("k", "nth", "customer_id", "cost_centre", "mode", "vat_category"),
  from: "k.seg_from",
  to: "k.seg_to",
  unit: sql`coalesce(k.unit, 'metre_month')`,
  price: sql`k.price::text`,
  vat_rate: sql`k.vat_rate::text`,
  amount: sql`(case when k.unit = 'box_month' then k.boxes else k.mm end)::bigint`,
};
const plainAmount = selectList<Omit<StoredOfCustomer, "runs">>(amountFields);
const amountWithRuns = selectList<StoredOfCustomer>({
  ...amountFields,
  runs: sql`coalesce(
    (select r.runs from runs r where (r.nth, r.customer_id, r.cost_centre, r.seg_from) = (k.nth, k.customer_id, k.cost_centre, k.seg_from)),
    json_build_array(${wholeRun}))`,
});

/**
 * Returns the amounts that customers stored in several months, by cost centre and by the price that held. Each day's mm or boxes are summed up. Where
 * a month counts as a whole, each box counts once. It counts at the price of its last day and to the cost centre that it had last. The periods are
 * read once, or their sums instead. `withRuns` adds to each amount the runs of days that it is made of, by the same statement.
 */
export async function storedAmounts(
  db: Reader,
  scope: Scope,
  months: readonly CountedMonth[],
  customers: Customers,
  withRuns = false,
): Promise<StoredOfCustomer[]> {
  if (months.length === 0) return [];
  const seen = months.map(seenIn);
  const [froms, tos] = [seen.map(({ from }) => from), seen.map(({ to }) => to)];
  const days = { from: froms.toSorted()[0] ?? "", to: tos.toSorted().at(-1) ?? "" };
  const readsSums = scope.isStaff && !withRuns; // a department sees none of the sums, and what is issued is counted from the periods
  const amounts = sql<StoredOfCustomer>`
    with months as materialized (
      select * from unnest(${months.map((each) => each.from)}::date[], ${months.map((each) => each.to)}::date[], ${froms}::date[], ${tos}::date[],
        ${months.map(({ stockOf }) => stockOf !== undefined)}::boolean[]) with ordinality m(first, until, seen_from, seen_to, is_stock, nth)),
    segments as materialized (${segments}),
    summed as materialized (${summedCustomers(days, customers)}),
    stays as materialized (${readsSums ? staysBesideSums(scope, days, customers) : stays(scope, days, customers)}),
    agreed as materialized (${agreedByMonth}),
    counting as (
      select p.customer_id, p.cost_centre, p.box_id, p.mm, p.boxes, p.from_day, e.to_day, a.nth, a.list_id, a.mode, a.meter_price
      from stays p join agreed a on a.customer_id = p.customer_id
      cross join lateral (select case when a.also_while_out then p.out_to else p.to_day end as to_day) e
      where e.to_day > p.from_day),
    ${daily},
    whole as (
      select nth, customer_id, cost_centre, min(list_id) as list_id, min(mode) as mode, min(meter_price) as meter_price, sum(mm) as mm, count(*) as boxes
      from (
        select p.box_id, m.nth, p.customer_id, (array_agg(p.cost_centre order by p.from_day desc))[1] as cost_centre, min(p.list_id) as list_id, min(p.mode) as mode, min(p.meter_price) as meter_price,
          max(p.mm) as mm
        from counting p join months m on m.nth = p.nth and p.from_day < m.seen_to and p.to_day > m.seen_from
          and (m.is_stock or p.mode = 'month_any_day' or p.to_day >= m.until)
        where p.mode <> 'day' group by 1, 2, 3) b
      group by 1, 2, 3),
    counted as (
      select * from by_day
      union all
      select p.customer_id, p.cost_centre, p.mode, s.nth, s.first, s.until, s.unit, coalesce(s.price, p.meter_price), s.vat_category, s.vat_rate, p.mm, p.boxes
      from whole p join segments s on s.nth = p.nth and s.list_id = p.list_id and s.seg_to = s.until)
    ${withRuns ? sql`, runs as materialized (${runs})` : sql``}
    select ${withRuns ? amountWithRuns : plainAmount}
    from counted k join customers c on c.id = k.customer_id
    where (case when k.unit = 'box_month' then k.boxes else k.mm end) > 0
    order by k.nth, c.code, k.cost_centre collate german, k.seg_from`;
  return db.list(statementName, amounts);
}

/** Stock in the store on a day (`YYYY-MM-DD`), in mm and boxes, and the numbers of boxes that came and went. */
export interface StoredOnDay {
  readonly day: string;
  readonly mm: number;
  readonly boxes: number;
  readonly came: number;
  readonly went: number;
}

const storedOnDay = selectList<StoredOnDay>({
  day: sql`d::date`,
  mm: sql`sum(coalesce(sum(m.mm), 0)) over so_far::bigint`,
  boxes: sql`sum(coalesce(sum(m.boxes), 0)) over so_far::int`,
  came: sql`coalesce(sum(m.came), 0)::int`,
  went: sql`coalesce(sum(m.went), 0)::int`,
});

/** A customer's storage day by day: what was there before the first day, and what has been added and taken away since. */
export function storedByDay(db: Reader, scope: Scope, days: CountedDays, customer: number): Promise<StoredOnDay[]> {
  const byDay = sql<StoredOnDay>`
    with periods as materialized (${agreedPeriods(scope, days, customer)}),
    moves as (
      select greatest(from_day, ${days.from}::date) as day, sum(size_mm) as mm, count(*) as boxes,
        count(*) filter (where from_day >= ${days.from}::date) as came, 0 as went from periods where to_day is distinct from from_day group by 1
      union all
      select to_day, -sum(size_mm), -count(*), 0, count(*) from periods
        where to_day < ${days.to}::date and to_day <> from_day group by 1)
    select ${storedOnDay}
    from generate_series(${days.from}::date, ${days.to}::date - 1, interval '1 day') d
    left join moves m on m.day = d::date
    group by d window so_far as (order by d) order by d`;
  return db.list("stored-by-day", byDay);
}

/** Move of a box on a day: 1 it came, -1 it went, 0 it was measured anew. `mm` is how much more stands there for the box. */
export interface BoxMove {
  readonly day: string;
  readonly code: string;
  readonly step: number;
  readonly mm: number;
}

const boxMove = selectList<BoxMove>({
  day: "m.day",
  code: "b.code",
  step: sql`sum(m.step)::int`,
  mm: sql`sum(m.mm)::int`,
});

/** Returns which of a customer's boxes came and went on which day, by day and code. A box that did both within a day did neither. */
export function boxMoves(db: Reader, scope: Scope, days: CountedDays, customer: number): Promise<BoxMove[]> {
  const moves = sql<BoxMove>`
    with periods as materialized (${agreedPeriods(scope, days, customer)})
    select ${boxMove}
    from (
      select box_id, from_day as day, 1 as step, size_mm as mm from periods where from_day >= ${days.from}::date and to_day is distinct from from_day
      union all
      select box_id, to_day, -1, -size_mm from periods where to_day < ${days.to}::date and to_day <> from_day) m
    join boxes b on b.id = m.box_id
    group by m.day, b.code having sum(m.step) <> 0 or sum(m.mm) <> 0 order by m.day, b.code`;
  return db.list("box-moves", moves);
}
