import { HistoryKind as K } from "#rules/stock/history.ts";
import type { Check } from "./proof.ts";

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

/** What customers owe stands for something that was done. */
export const billingChecks: Check[] = [
  {
    name: "what is charged of a box is what its history tells, on that day",
    over: "service_entries",
    sql: `select b.code, s.item || ' on ' || s.day || '; history tells kind ' || coalesce(h.kind::text, 'nothing') || ' on ' || coalesce(berlin_day(h.created)::text, 'no day') as what
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
      where d.state = 2 and d.price > 0 and (s.price is null or s.price <> d.price or s.customer_id <> d.customer_id)`,
  },
  {
    name: "the numbers of invoices and of cancellations have no gap in any year",
    over: "invoices",
    sql: `select null as code, 'of ' || s.kind || ' in ' || s.year || ' ' || s.last || ' numbers were given, and ' || count(i.id) || ' are there' as what
      from invoice_series s left join invoices i on i.kind = s.kind
        and i.number = case s.kind when 380 then 'RE-' else 'ST-' end || s.year || '-' || lpad(right(i.number, 5)::int::text, 5, '0')
        and right(i.number, 5)::int between 1 and s.last
      group by s.kind, s.year, s.last having count(i.id) <> s.last`,
  },
  {
    name: "what an invoice sums up is what its lines say, and its XML is the one that was kept",
    over: "invoices",
    sql: `select null as code, i.number || ': net ' || i.net || ', its lines ' || coalesce(l.net::text, 'nothing') as what
      from invoices i cross join lateral (
        select sum((line ->> 'net')::numeric) as net from jsonb_array_elements(i.snapshot -> 'lines') line) l
      where l.net is distinct from i.net or i.snapshot ->> 'gross' <> i.gross::text or i.snapshot ->> 'number' <> i.number
        or i.xml is not null and i.xml_sha256 <> sha256(convert_to(i.xml, 'UTF8'))`,
  },
  {
    name: "a month is billed by an invoice that is not cancelled, and its services by that invoice",
    over: "invoices",
    sql: `select null as code, i.number || ' of ' || i.period_from as what from invoices i
      left join invoices x on x.corrects_id = i.id left join billed_months m on m.invoice_id = i.id
      where (m.invoice_id is not null) <> (i.kind = 380 and x.id is null) or m.month <> i.period_from or m.customer_id <> i.customer_id
        or exists (select from service_entries s where s.invoice_id = i.id and (m.invoice_id is null or s.customer_id <> i.customer_id))`,
  },
];
