import { HistoryKind as K } from "#rules/stock/history.ts";
import { type Check, isOurs } from "./proof.ts";

/** By which entry of a history each item is charged. */
const kindsOf = {
  intake: K.moved,
  withdrawal: K.outsourced,
  return_box: K.retour,
  destruction: K.destroyed,
  retrieval_box: K.boxPicked,
  retrieval_content: K.contentPicked,
  return_content: K.contentPutIn,
} as const;
const kinds = Object.entries(kindsOf).map(([item, kind]) => `('${item}', ${kind})`);

/** The months that were billed in advance and are settled, and the lines of both: those of the month, and storage that is for no days. */
const settledLines = `
  with settled as (
    select customer_id, month, (month + interval '1 month')::date as until, invoice_id, settled_by from billed_months where settled_by is not null),
  of_invoices as (
    select m.settled_by, l.line from settled m join invoices i on i.id = m.invoice_id cross join lateral jsonb_array_elements(i.snapshot -> 'lines') l(line)
    where l.line ->> 'item' = 'storage' and date_trunc('month', (l.line ->> 'from')::date) = m.month
    union all
    select i.id, l.line from invoices i cross join lateral jsonb_array_elements(i.snapshot -> 'lines') l(line)
    where i.id in (select settled_by from settled) and l.line ->> 'item' = 'storage' and l.line ->> 'from' is null),
  lines as (
    select settled_by, line ->> 'cost_centre' as cost_centre, line ->> 'unit' as unit, (line ->> 'price')::numeric as price,
      (line ->> 'base')::int as base, line ->> 'vat_category' as vat_category, (line ->> 'vat_rate')::numeric as vat_rate,
      (line ->> 'quantity')::numeric as quantity, (line ->> 'net')::numeric as net,
      (select count(*) from settled m where m.settled_by = of_invoices.settled_by) as months
    from of_invoices)`;

/** Checks that everything customers owe stands for something that was done. */
export const billingChecks: Check[] = [
  {
    name: "what is charged of a box is what its history records, on that day",
    over: "service_entries",
    sql: `select b.code, s.item || ' on ' || s.day || '; history records kind ' || coalesce(h.kind::text, 'nothing') || ' on ' || coalesce(berlin_day(h.created)::text, 'no day') as what
      from service_entries s left join boxes b on b.id = s.box_id left join history h on h.box_id = s.box_id and h.seq = s.seq
      where s.box_id is not null and not exists (
        select from (values ${kinds.join(", ")}) k(item, kind) where k.item = s.item and k.kind = h.kind and berlin_day(h.created) = s.day
          and b.customer_id = s.customer_id)`,
  },
  {
    name: "every completed delivery with a price is charged once, at its price",
    over: "deliveries",
    sql: `select null as code, 'delivery ' || d.code || ' costs ' || d.price || ', and ' || coalesce(s.price::text, 'nothing') || ' is charged' as what
      from deliveries d left join service_entries s on s.delivery_id = d.id and s.item in ('trip', 'pickup_trip')
      where d.state = 2 and d.price > 0
        and (${isOurs} or exists (select from delivery_events e where e.delivery_id = d.id and e.kind = 'completed')) and (s.price is null or s.price <> d.price or s.customer_id <> d.customer_id)`,
  },
  {
    name: "the numbers of invoices and of cancellations have no gap in any year",
    over: "invoices",
    sql: `with given as (
        select s.kind, case s.kind when 380 then 'RE-' else 'ST-' end || s.year || '-' || lpad(n::text, greatest(5, length(n::text)), '0') as number
        from invoice_series s cross join generate_series(1, s.last) n)
      select null as code, number || case when i.id is null then ' was given, and is not there' else ' was never given' end as what
      from given g full join invoices i using (kind, number) where (g.* is null or i.id is null) and not exists ( -- what was sent before a restore
        select from restored_numbers r where r.series = case kind when 380 then 'invoice' else 'cancellation' end and r.year = split_part(number, '-', 2)::int
          and split_part(number, '-', 3)::int between r.known + 1 and r.named and i.id is null)`,
  },
  {
    name: "what an invoice sums up is what its lines say, and its XML is the one that was kept",
    over: "invoices",
    sql: `select null as code, i.number || ': net ' || i.net || ', its lines ' || coalesce(l.net::text, 'nothing') || '; tax ' || i.vat || ', its rates '
        || coalesce(v.vat::text, 'nothing') as what
      from invoices i cross join lateral (
        select sum((line ->> 'net')::numeric) as net,
          bool_and(round((line ->> 'quantity')::numeric * (line ->> 'price')::numeric / (line ->> 'base')::int, 2) = (line ->> 'net')::numeric) as right
        from jsonb_array_elements(i.snapshot -> 'lines') line) l
      cross join lateral (
        select sum(round(net * rate / 100, 2)) as vat from (
          select sum((line ->> 'net')::numeric) as net, (line ->> 'vat_rate')::numeric as rate
          from jsonb_array_elements(i.snapshot -> 'lines') line group by line ->> 'vat_category', line ->> 'vat_rate') r) v
      where l.net is distinct from i.net or not l.right or v.vat is distinct from i.vat
        or (i.snapshot ->> 'number', i.snapshot ->> 'net', i.snapshot ->> 'vat', i.snapshot ->> 'gross')
          is distinct from (i.number, i.net::text, i.vat::text, i.gross::text)
        or i.xml is not null and i.xml_sha256 <> sha256(convert_to(i.xml, 'UTF8'))`,
  },
  {
    name: "the storage on invoices is what the history counts, and what was out at most",
    over: "invoices",
    // whole months are what stood there at the end or on any day; whether boxes were paid for while they were out is known since agreements are dated
    sql: `with billed as (
        select i.customer_id, min(i.number) as number, (line ->> 'from')::date as "from", (line ->> 'to')::date as "to", line ->> 'unit' as unit,
          sum((line ->> 'quantity')::numeric) as quantity, bool_and(i.issued > m.run_on) as is_dated
        from migrations m cross join invoices i cross join jsonb_array_elements(i.snapshot -> 'lines') line
        where m.name = '0130_agreements' and i.kind = 380 and line ->> 'item' = 'storage' and line ->> 'to' <= i.snapshot ->> 'issued_on'
          and not exists (select from invoices x where x.corrects_id = i.id)
        group by 1, 3, 4, 5),
      counted as (
        select b.*, coalesce(case when unit like '%day' then sum(amount * (least(p.to_day, b.to) - greatest(p.from_day, b.from)))
          else sum(amount) filter (where p.to_day >= b.to) end, 0) as least
        from billed b left join lateral (
          select from_day, coalesce(to_day, 'infinity') as to_day, case when unit like 'metre%' then size_mm / 1000.0 else 1 end as amount
          from storage_periods where customer_id = b.customer_id and from_day < b.to and (to_day is null or to_day > b.from)) p on true
        group by b.customer_id, b.number, b.from, b.to, b.unit, b.quantity, b.is_dated)
      select null as code, number || ': ' || quantity || ' of ' || unit || ' from ' || "from" || ' on, there were ' || least as what
      from counted b
      where quantity < least or quantity > least and is_dated and unit like '%day' and not coalesce((
          select also_while_out from agreements where customer_id = b.customer_id and valid_from <= b.from order by valid_from desc limit 1), false)
        or case when quantity > least then quantity > (
        select coalesce(sum(most), 0) from (
          select case when unit like '%day' then sum(amount * (least(to_day, b.to) - greatest(from_day, b.from))) else max(amount) end as most
          from (select box_id, from_day, lead(from_day, 1, 'infinity'::date) over (partition by box_id order by from_day, to_day) as to_day,
              case when unit like 'metre%' then size_mm / 1000.0 else 1 end as amount
            from storage_periods where customer_id = b.customer_id) p
          where from_day < b.to and to_day > b.from group by box_id) m) else false end`,
  },
  {
    name: "a line of storage is what the runs of days add up to that are kept with it",
    over: "invoices",
    // of a month that counts as a whole its run is counted once; a settlement takes off what was billed before
    sql: `with lines as (
        select i.number, nth, line ->> 'unit' as unit, line -> 'runs' as runs,
          (line ->> 'quantity')::numeric + coalesce((line #>> '{before,quantity}')::numeric, 0) as quantity
        from invoices i cross join jsonb_array_elements(i.snapshot -> 'lines') with ordinality l(line, nth)
        where line ->> 'item' = 'storage' and 'array' = jsonb_typeof(line -> 'runs')),
      counted as (
        select lines.*, (select coalesce(sum(
            case when unit like 'metre%' then (run ->> 'mm')::numeric / 1000 else (run ->> 'boxes')::numeric end
            * case when unit like '%day' then (run ->> 'to')::date - (run ->> 'from')::date else 1 end), 0)
          from jsonb_array_elements(runs) run) as kept
        from lines)
      select null as code, number || ', line ' || nth || ': ' || quantity || ' of ' || unit || ', its days add up to ' || kept as what
      from counted where quantity <> kept`,
  },
  {
    name: "the services on an invoice are those that it took",
    over: "invoices",
    sql: `with said as (
        select i.id, line ->> 'item' as item, line ->> 'unit' as unit, (line ->> 'price')::numeric as price, sum((line ->> 'quantity')::numeric) as quantity
        from invoices i cross join jsonb_array_elements(i.snapshot -> 'lines') line
        where i.kind = 380 and line ->> 'item' not in ('storage', 'account_fee', 'minimum') and not exists (select from invoices x where x.corrects_id = i.id)
        group by 1, 2, 3, 4),
      took as (select invoice_id as id, item, unit, price, sum(quantity) as quantity from service_entries where invoice_id is not null group by 1, 2, 3, 4)
      select null as code, i.number || ' says ' || coalesce(s.quantity::text, 'nothing') || ' of ' || item || ', and took ' || coalesce(t.quantity::text, 'nothing') as what
      from said s full join took t using (id, item, unit, price) join invoices i using (id) where s.quantity is distinct from t.quantity`,
  },
  {
    name: "a month is billed by an invoice that is not cancelled, and its services by that invoice",
    over: "invoices",
    sql: `select null as code, i.number || ' of ' || i.period_from || ' to ' || i.period_to || ', ' || m.months || ' months' as what from invoices i
      left join invoices x on x.corrects_id = i.id
      cross join lateral (
        select count(*) as months, min(month) as first, (max(month) + interval '1 month' - interval '1 day')::date as last,
          bool_and(customer_id = i.customer_id) as own, bool_or(settled_by = i.id) as itself
        from billed_months where invoice_id = i.id) m
      cross join lateral (select age(i.period_to + 1, i.period_from) as length) a
      where case when i.kind = 380 and x.id is null
          then m.months <> extract(year from a.length) * 12 + extract(month from a.length) or m.first <> i.period_from or m.last <> i.period_to
            or not m.own or m.itself
          else m.months > 0 or exists (select from billed_months where settled_by = i.id) end
        or exists (select from service_entries s where s.invoice_id = i.id and (m.months = 0 or s.customer_id <> i.customer_id))`,
  },
  {
    name: "no month that was billed in advance is settled by more than was billed, nor by the price of another quantity",
    over: "invoices",
    sql: `${settledLines}
      select null as code, i.number || ' settles ' || s.quantity || ' at ' || s.price || ' to ' || s.net as what
      from (
        select settled_by, cost_centre, unit, price, base, vat_category, vat_rate, sum(quantity) as quantity, sum(net) as net, max(months) as months
        from lines group by 1, 2, 3, 4, 5, 6, 7) s join invoices i on i.id = s.settled_by
      where s.quantity < 0 or abs(s.net - s.quantity * s.price / s.base) > 0.01 * s.months`,
  },
  {
    name: "what was billed in advance by the day is, with what settled it, what stood in the store",
    over: "invoices",
    sql: `${settledLines},
      billed as (
        select settled_by, sum(quantity) * 1000 as mm from lines group by settled_by having bool_and(unit = 'metre_day') and sum(quantity) > 0),
      stored as (
        select m.settled_by, sum(p.size_mm::bigint * (least(coalesce(p.to_day, m.until), m.until) - greatest(p.from_day, m.month))) as mm
        from settled m join storage_periods p on p.customer_id = m.customer_id and p.from_day < m.until and coalesce(p.to_day, m.until) > m.month
        group by m.settled_by)
      select null as code, i.number || ' settles ' || b.mm || ' mm days, and ' || coalesce(s.mm, 0) || ' are stored' as what
      from billed b join invoices i on i.id = b.settled_by left join stored s on s.settled_by = b.settled_by
      where b.mm < coalesce(s.mm, 0) or b.mm > coalesce(s.mm, 0) and not exists ( -- who pays while a box is out pays for more
        select from settled m join storage_periods p on p.customer_id = m.customer_id and p.to_day < m.until where m.settled_by = b.settled_by)`,
  },
];
