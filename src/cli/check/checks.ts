import { nextBoxStates } from "#rules/stock/box-state.ts";
import { HistoryKind as K } from "#rules/stock/history.ts";
import { auditChecks } from "./checks-audit.ts";
import { billingChecks } from "./checks-billing.ts";
import { destructionChecks } from "./checks-destruction.ts";
import { monthChecks } from "./checks-months.ts";
import { stocktakeChecks } from "./checks-stocktakes.ts";
import { historyChecks } from "./checks-history.ts";
import { retentionChecks } from "./checks-retention.ts";
import { type Check, isOurs } from "./proof.ts";

const numbers: Check[] = [
  {
    name: "box codes are made of customer code and box number",
    over: "boxes",
    sql: `select b.code, 'customer ' || c.code || ', number ' || b.number as what
      from boxes b join customers c on c.id = b.customer_id
      where b.code <> lpad(c.code::text, 4, '0') || lpad(b.number::text, 6, '0') or b.customer_code <> c.code`,
  },
  {
    name: "every box code exists once",
    over: "boxes",
    sql: "select code, count(*) || ' boxes' as what from boxes group by code having count(*) > 1",
  },
  {
    name: "a number that a table gives next is not there yet",
    over: "pg_sequence",
    sql: `select null as code, relation || '.' || attribute || ' has ' || highest || ', and ' || sequence || ' gives '
        || coalesce((given + 1)::text, 'what may not be read') || ' next' as what
      from numbers_given() where given is null or given < highest`,
  },
];

const places: Check[] = [
  {
    name: "a place holds one box at most",
    over: "boxes",
    sql: `select min(code) as code, count(*) || ' boxes on row ' || row_id || ', part ' || part || ', height ' || height as what
      from boxes where row_id is not null group by row_id, part, height having count(*) > 1`,
  },
  {
    name: "a place is whole, and its area is the area of its row",
    over: "boxes",
    sql: `select b.code, 'area ' || b.place_area || ', row ' || coalesce(b.row_id::text, 'none') as what
      from boxes b left join rows r on r.id = b.row_id
      where num_nulls(b.row_id, b.part, b.height, b.placed) not in (0, 4) or b.place_area <> coalesce(r.area_id, 0)
        or b.row_id is not null and r.id is null`,
  },
  {
    name: "boxes in stock have a place, and only those that may",
    over: "boxes",
    sql: `select code, 'state ' || state || case when row_id is null then ' without a place' else ' with a place' end as what
      from boxes where not case state when 1 then row_id is not null when 4 then true
        when 7 then (row_id is not null) = (marked_from is not distinct from 1) else row_id is null end`,
  },
];

const states: Check[] = [
  {
    name: "marked boxes, and only they, know the state before",
    over: "boxes",
    sql: `select code, 'state ' || state || ', marked from ' || coalesce(marked_from::text, 'nothing') as what
      from boxes where (state = 7) <> (marked_from is not null) or (state = 7) <> (marked is not null)
        or marked_from not in (0, 1, 2, 3, 5)`,
  },
  {
    name: "destroyed boxes, and only they, have a destruction date",
    over: "boxes",
    sql: `select code, 'state ' || state || ', destroyed ' || coalesce(destroyed::text, 'never') as what
      from boxes where (state = 6) <> (destroyed is not null)`,
  },
  {
    name: "the database allows the changes of state that the rules allow",
    over: "box_state_changes",
    sql: `with rule (from_state, to_state) as (values ${stateChanges()})
      select null as code, 'from ' || from_state || ' to ' || to_state || case when r.to_state is null then ' is not in the rules'
        else ' is not in the database' end as what
      from rule r full join box_state_changes d using (from_state, to_state) where r.* is null or d.* is null`,
  },
];

function stateChanges(): string {
  const changes = Object.entries(nextBoxStates).flatMap(([from, next]) => next.map((to) => `(${from}, ${to})`));
  return changes.join(", ");
}

/** An order is at work on a thing while its line is open and says neither that it was picked nor that it is missing. */
const orderLines = (table: string) => `from ${table} l join deliveries d on d.id = l.delivery_id
  where d.kind in (0, 3) and l.open and l.missing is null`;

/** The lines of both kinds, with their delivery `d`. */
const allLines = `(select delivery_id, open, picked, missing, received from delivery_boxes
    union all select delivery_id, open, picked, missing, received from delivery_contents) l
  join deliveries d on d.id = l.delivery_id`;

/** The last event that sets what the sentence is about; a delivery that was not made by the calls has none. */
const lastEvent = (kinds: readonly string[]) => `(select distinct on (delivery_id) delivery_id, kind, to_value
  from delivery_events where kind in (${kinds.map((kind) => `'${kind}'`).join(", ")}) order by delivery_id, id desc) e
  join deliveries d on d.id = e.delivery_id`;

const deliveries: Check[] = [
  {
    name: "every delivery has lines",
    over: "deliveries",
    sql: `select null as code, 'delivery ' || code as what from deliveries d
      where ${isOurs} and not exists (select from delivery_boxes where delivery_id = d.id) and not exists (select from delivery_contents where delivery_id = d.id)`,
  },
  {
    name: "open lines have neither come back nor are they missing",
    over: "delivery_boxes",
    sql: `select null as code, 'delivery ' || d.code || ': ' || count(*) || ' lines' as what
      from ${allLines} where l.open and (l.missing is not null or l.received is not null) group by d.code`,
  },
  {
    name: "nothing of an open or a cancelled delivery is picked",
    over: "delivery_boxes",
    sql: `select null as code, 'delivery ' || d.code || ' in state ' || d.state || ': ' || count(*) || ' picked lines' as what
      from ${allLines} where d.kind in (0, 3) and d.state in (0, 3) and l.picked is not null group by d.code, d.state`,
  },
  {
    name: "every line of a completed delivery is picked, missing or back; a return is open as long as one of its lines is",
    over: "deliveries",
    sql: `select null as code, 'delivery ' || d.code || ' in state ' || d.state || ': ' || count(*) filter (where l.open) || ' open lines, '
        || count(*) filter (where num_nonnulls(l.picked, l.missing, l.received) = 0) || ' without an end' as what
      from ${allLines} where ${isOurs} and (d.state = 2 or d.kind in (1, 3)) group by d.code, d.state, d.kind
      having d.state = 2 and bool_or(num_nonnulls(l.picked, l.missing, l.received) = 0)
        or d.kind in (1, 3) and d.state <> 3 and (d.state <> 2) is distinct from bool_or(l.open)`,
  },
  {
    name: "every order and every pick stands in the history of its box",
    over: "delivery_boxes",
    sql: `with lines as (select l.*, d.code as delivery, d.state = 3 and num_nonnulls(l.picked, l.missing, l.received) = 0 as canceled
        from (select delivery_id, box_id, picked, missing, received, ${K.boxPicked} as kind from delivery_boxes
          union all select delivery_id, box_id, picked, missing, received, ${K.contentPicked} from delivery_contents) l
        join deliveries d on d.id = l.delivery_id where d.kind in (0, 3) and ${isOurs}),
      due as (select box_id, delivery, ${K.ordered} as kind, count(*) as n from lines where not canceled group by 1, 2
        union all select box_id, delivery, kind, count(*) from lines where picked is not null group by 1, 2, 3),
      -- a picked box that goes back on its shelf is recorded with its delivery, and to be picked again; what was taken out of an order has no line any more
      entries as (select box_id, (meta ->> 'delivery')::int as delivery,
          case kind when ${K.moved} then ${K.boxPicked} when ${K.orderCancelled} then ${K.ordered} else kind end as kind,
          case when kind in (${K.moved}, ${K.orderCancelled}) then -1 else 1 end as n from history
        where kind in (${K.ordered}, ${K.boxPicked}, ${K.contentPicked}, ${K.orderCancelled}) or kind = ${K.moved} and meta ? 'delivery'),
      recorded as (select box_id, delivery, kind, sum(n) as n from entries e
        where not exists (select from deliveries d where d.code = e.delivery and (d.kind = 2 or not ${isOurs}))
        group by 1, 2, 3 having sum(n) <> 0)
      select b.code, 'delivery ' || coalesce(delivery::text, 'unknown') || ', entries of kind ' || kind || ': ' || coalesce(due.n, 0)
        || ' due, ' || coalesce(recorded.n, 0) || ' recorded' as what
      from due full join recorded using (box_id, delivery, kind) left join boxes b on b.id = box_id where due.n is distinct from recorded.n
        and not exists (select from history h where h.box_id = b.id and h.blanked is not null)`, // it does not say any more for which delivery
  },
  {
    name: "a delivery stands where its events lead to, and began and ended once",
    over: "delivery_events",
    sql: `select null as code, 'delivery ' || d.code || ' in state ' || d.state || ', last ' || e.kind as what
      from ${lastEvent(["started", "completed", "canceled"])}
      where d.state <> case e.kind when 'started' then 1 when 'completed' then 2 else 3 end
      union all
      select null, 'delivery ' || d.code || ': ' || count(*) || ' times ' || e.kind
      from delivery_events e join deliveries d on d.id = e.delivery_id
      where e.kind in ('started', 'completed', 'canceled') group by d.code, e.kind having count(*) > 1`,
  },
  {
    name: "price and time of a delivery are those that its events name last",
    over: "delivery_events",
    sql: `select null as code, 'delivery ' || d.code || ' costs ' || d.price || ', last event ' || e.to_value as what
      from ${lastEvent(["price"])} where d.price <> e.to_value::numeric
      union all
      select null, 'delivery ' || d.code || ' at ' || d.time || ', last event ' || e.to_value
      from ${lastEvent(["time"])} where date_trunc('milliseconds', d.time) <> e.to_value::timestamptz`,
  },
  {
    name: "open lines belong to open or running deliveries",
    over: "delivery_boxes",
    sql: `select null as code, 'delivery ' || d.code || ' in state ' || d.state || ': ' || count(*) || ' open lines' as what
      from (select delivery_id from delivery_boxes where open union all
        select delivery_id from delivery_contents where open) l
      join deliveries d on d.id = l.delivery_id where d.state not in (0, 1) group by d.code, d.state`,
  },
  {
    name: "ordered boxes, and only they, have one open delivery line; picked ones have no place",
    over: "boxes",
    sql: `with lines as (select l.box_id, count(*) as n, bool_or(l.picked is not null) as picked
        ${orderLines("delivery_boxes")} group by l.box_id)
      select b.code, 'state ' || b.state || ', ' || coalesce(l.n, 0) || ' open lines' || case when l.picked then ', picked' else '' end
        || case when b.row_id is null then ', no place' else ', on its place' end as what
      from boxes b full join lines l on l.box_id = b.id
      where (b.state = 4 or l.box_id is not null)
        and (b.state is distinct from 4 or l.n is distinct from 1 or l.picked = (b.row_id is not null))`,
  },
  {
    name: "ordered contents, and only they, have one open delivery line that is not picked",
    over: "contents",
    sql: `with lines as (select l.content_id, count(*) as n ${orderLines("delivery_contents")} and l.picked is null group by 1)
      select b.code, 'content ' || coalesce(c.id, l.content_id) || ' in state ' || c.state || ', ' || coalesce(l.n, 0) || ' open lines' as what
      from (select id, box_id, state from contents where state = 2 or id in (select content_id from lines)) c
      full join lines l on l.content_id = c.id left join boxes b on b.id = c.box_id
      where c.state is distinct from 2 or l.n is distinct from 1`,
  },
  {
    name: "picked contents of running deliveries are outside",
    over: "delivery_contents",
    sql: `select b.code, 'content ' || c.id || ' in state ' || c.state as what
      from (select l.content_id ${orderLines("delivery_contents")} and l.picked is not null and l.received is null) l
      join contents c on c.id = l.content_id join boxes b on b.id = c.box_id where c.state <> 1`,
  },
  {
    name: "no box is ordered whole and in parts",
    over: "boxes",
    sql: `select b.code, count(*) || ' of its contents are ordered, too' as what
      from boxes b join contents c on c.box_id = b.id and c.state = 2 where b.state = 4 group by b.code`,
  },
];

const people: Check[] = [
  {
    name: "only customer users are given customers",
    over: "customer_users",
    sql: `select null as code, 'user ' || u.email || ' is staff and has customer ' || c.code as what
      from customer_users cu join users u on u.id = cu.user_id join customers c on c.id = cu.customer_id where u.is_staff`,
  },
  {
    name: "contents and pictures belong to the customer of their box",
    over: "contents",
    sql: `select b.code, i.what || ' of customer ' || i.customer_id as what
      from (select box_id, customer_id, 'content ' || id as what from contents
        union all select box_id, customer_id, 'picture ' || id from images) i
      join boxes b on b.id = i.box_id where b.customer_id <> i.customer_id`,
  },
];

const counters: Check[] = [
  {
    name: "boxes and stored metres are counted by customer",
    over: "customer_counts",
    sql: `with counted as (select customer_id, state, count(*) as boxes, coalesce(sum(size) filter (where row_id is not null), 0) as mm, count(row_id) as placed
        from boxes group by 1, 2)
      select null as code, 'customer id ' || customer_id || ', state ' || state || ': kept ' || coalesce(k.boxes, 0) || ' boxes, '
        || coalesce(k.placed_mm, 0) || ' mm, ' || coalesce(k.placed_boxes, 0) || ' on a place, counted ' || coalesce(c.boxes, 0) || ' boxes, '
        || coalesce(c.mm, 0) || ' mm, ' || coalesce(c.placed, 0) || ' on a place' as what
      from counted c full join customer_counts k using (customer_id, state)
      where coalesce(k.boxes, 0) <> coalesce(c.boxes, 0) or coalesce(k.placed_mm, 0) <> coalesce(c.mm, 0)
        or coalesce(k.placed_boxes, 0) <> coalesce(c.placed, 0)`,
  },
  {
    name: "contents and pictures are counted by customer",
    over: "customer_items",
    sql: `with counted as (select customer_id, sum(contents) as contents, sum(images) as images from (
          select customer_id, count(*) as contents, 0 as images from contents group by 1
          union all select customer_id, 0, count(*) from images group by 1) both_kinds group by 1)
      select null as code, 'customer id ' || customer_id || ': kept ' || coalesce(k.contents, 0) || ' contents, ' || coalesce(k.images, 0)
        || ' pictures, counted ' || coalesce(c.contents, 0) || ' contents, ' || coalesce(c.images, 0) || ' pictures' as what
      from counted c full join customer_items k using (customer_id)
      where coalesce(k.contents, 0) <> coalesce(c.contents, 0) or coalesce(k.images, 0) <> coalesce(c.images, 0)`,
  },
  {
    name: "deliveries are counted by customer",
    over: "delivery_counts",
    sql: `with counted as (select customer_id, kind, state, count(*) as deliveries from deliveries group by 1, 2, 3)
      select null as code, 'customer id ' || customer_id || ', kind ' || kind || ', state ' || state || ': kept ' || coalesce(k.deliveries, 0)
        || ', counted ' || coalesce(c.deliveries, 0) as what
      from counted c full join delivery_counts k using (customer_id, kind, state) where coalesce(k.deliveries, 0) <> coalesce(c.deliveries, 0)`,
  },
  {
    name: "boxes that fall due are counted by customer and year",
    over: "due_counts",
    sql: `with counted as (select customer_id, due_year(state, retain_until, meta_destroy_year) as year, count(*) as boxes, sum(size) as mm from boxes
        where due_year(state, retain_until, meta_destroy_year) is not null group by 1, 2)
      select null as code, 'customer id ' || customer_id || ', year ' || year || ': kept ' || coalesce(k.boxes, 0) || ' boxes, ' || coalesce(k.mm, 0)
        || ' mm, counted ' || coalesce(c.boxes, 0) || ' boxes, ' || coalesce(c.mm, 0) || ' mm' as what
      from counted c full join (select customer_id, year, sum(boxes) as boxes, sum(mm) as mm from due_counts group by 1, 2) k using (customer_id, year)
      where coalesce(k.boxes, 0) <> coalesce(c.boxes, 0) or coalesce(k.mm, 0) <> coalesce(c.mm, 0)`,
  },
  {
    name: "boxes are counted by area",
    over: "area_counts",
    sql: `with counted as (select place_area as area_id, state, count(*) as boxes from boxes group by 1, 2)
      select null as code, 'area id ' || area_id || ', state ' || state || ': kept ' || coalesce(k.boxes, 0) || ', counted '
        || coalesce(c.boxes, 0) as what
      from counted c full join area_counts k using (area_id, state) where coalesce(k.boxes, 0) <> coalesce(c.boxes, 0)`,
  },
  {
    name: "boxes are counted by row",
    over: "row_counts",
    sql: `with counted as (select row_id, count(*) as boxes from boxes where row_id is not null group by 1),
        kept as (select row_id, sum(boxes) as boxes from row_counts group by 1)
      select null as code, 'row id ' || row_id || ': kept ' || coalesce(k.boxes, 0) || ', counted ' || coalesce(c.boxes, 0) as what
      from counted c full join kept k using (row_id) where coalesce(k.boxes, 0) <> coalesce(c.boxes, 0)`,
  },
];

/** Every invariant of product 2 to 6 that can be proved from the data, and the counters. */
export const checks: readonly Check[] = [
  ...numbers,
  ...places,
  ...states,
  ...historyChecks,
  ...auditChecks,
  ...retentionChecks,
  ...billingChecks,
  ...destructionChecks,
  ...stocktakeChecks,
  ...deliveries,
  ...people,
  ...counters,
  ...monthChecks,
];
