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
];
