import { HistoryKind as K } from "#rules/stock/history.ts";
import type { Check } from "./proof.ts";

/**
 * Entries that move a box on; an order or its end that names a content is about the content alone, as is one that was blanked. What a pick-up is cancelled for
 * stays where it is.
 */
const boxKinds = [
  K.created,
  K.moved,
  K.ordered,
  K.outsourced,
  K.retour,
  K.inconsistent,
  K.destroyed,
  K.reactivated,
  K.marked,
  K.markReset,
  K.boxPicked,
  K.orderCancelled,
  K.storingUndone,
  K.takenOver,
].join(", ");
/**
 * A box that was taken over begins where it stood then: its entry counts as 50 and its state, or as 60 and the state to which a marked one
 * returns.
 */
const takenKind = `case when kind <> ${K.takenOver} then kind when meta ? 'marked_from' then 60 + (meta ->> 'marked_from')::int
  else 50 + (meta ->> 'state')::int end`;
const boxEntries = `select box_id, seq, ${takenKind} as kind from history
  where kind in (${boxKinds}) and not (kind in (${K.ordered}, ${K.orderCancelled}) and (blanked is not null or coalesce(meta ? 'content', false)))
    and not (kind = ${K.orderCancelled} and coalesce((meta ->> 'delivery')::int in (select code from deliveries where kind = 2), false))`;

/**
 * Aggregates over a box's entries that say where the box stands:
 * - the last entry that sets a state by itself (with its kind in the last two digits),
 * - the last one that put the box on a place,
 * - the last one that took that back,
 * - the last one about its mark.
 *
 * `over` limits them to the entries so far instead of all entries.
 */
const lastOnes = (over = "") => `
  max(seq::bigint * 100 + kind) filter (where kind not in (${K.moved}, ${K.storingUndone}, ${K.marked}, ${K.markReset})) ${over} as base,
  max(seq) filter (where kind = ${K.moved}) ${over} as stored,
  max(seq) filter (where kind = ${K.storingUndone}) ${over} as undone,
  max(seq::bigint * 100 + kind) filter (where kind in (${K.marked}, ${K.markReset})) ${over} as mark`;

/** The state beside the mark. Storing makes a created, returned or inconsistent box one in stock, and leaves an ordered one ordered. */
const stateBelowMark = `case base % 100
  when ${K.ordered} then 4 when ${K.boxPicked} then 4 when ${K.orderCancelled} then 1 when ${K.outsourced} then 2
  when ${K.reactivated} then 2 when ${K.destroyed} then 6 when 54 then 4 when 52 then 2 when 62 then 2 when 56 then 6
  else case when stored > greatest(base / 100, undone) then 1 when base % 100 in (${K.created}, 50, 60) then 0 when base % 100 in (51, 61) then 1
    when base % 100 in (${K.retour}, 55, 65) then 5 when base % 100 in (${K.inconsistent}, 53, 63) then 3 end end`;
const isMarked = `(coalesce(mark % 100 = ${K.marked} and mark > base, false) or base % 100 >= 60 and coalesce(mark < base, true))`;

/** The table of product 4: from which state, by which entry, to which state. */
const transitions: readonly (readonly [from: number, kind: number, to: number])[] = [
  ...([0, 1, 3, 5] as const).map((from) => [from, K.moved, 1] as const),
  ...([4, 7] as const).map((from) => [from, K.moved, from] as const),
  [1, K.ordered, 4],
  ...([1, 3, 4, 5] as const).map((from) => [from, K.outsourced, 2] as const),
  ...([0, 2, 3, 4] as const).map((from) => [from, K.retour, 5] as const),
  ...([1, 2, 4, 5] as const).map((from) => [from, K.inconsistent, 3] as const),
  ...([0, 1, 2, 3, 5, 7] as const).map((from) => [from, K.destroyed, 6] as const),
  [6, K.reactivated, 2],
  ...([0, 1, 2, 3, 5] as const).map((from) => [from, K.marked, 7] as const),
  ...([0, 1, 2, 3, 5] as const).map((to) => [7, K.markReset, to] as const),
  ...([0, 1, 3, 5] as const).map((to) => [1, K.storingUndone, to] as const), // 1: a box that was moved, which goes back
  [4, K.storingUndone, 4],
  [7, K.storingUndone, 7],
  [4, K.boxPicked, 4],
  [4, K.orderCancelled, 1],
];

/** The entries after which a box has no place any more. */
const freeing = [K.outsourced, K.retour, K.inconsistent, K.destroyed, K.boxPicked, K.storingUndone].join(", ");

/**
 * Value that the last entry about a piece of metadata set, behind nine digits of the entry's place in history. The value is empty where the entry
 * reset it. One pass replaces a lookup of each last entry.
 */
const lastValue = (changed: number, reset: number, taken: string) => `max(lpad(seq::text, 9, '0') collate "C"
  || case kind when ${changed} then coalesce(meta ->> 'to', '') when ${K.takenOver} then coalesce(meta ->> '${taken}', '') else '' end)
  filter (where kind in (${changed}, ${reset}, ${K.takenOver}))`;
const nullIfEmpty = (value: string) => `nullif(substr(l.${value}, 10), '')`;

const periodText = "(coalesce(b.period_from, '') || '/' || coalesce(b.period_to, ''))";

/** Number of things that entries of this kind added, less those that entries of the other kind removed. */
const balanceOf = (
  kind: number,
  which = "true",
) => `count(*) filter (where kind = ${kind} and meta ->> 'from' is null and ${which})
  - count(*) filter (where kind = ${kind} and meta ->> 'to' is null and ${which})`;

export const historyChecks: readonly Check[] = [
  {
    name: "history counts from 1 without a gap",
    over: "history",
    sql: `select b.code, coalesce(h.n, 0) || ' entries, the last is ' || coalesce(h.last, 0) || ', the box counts ' || b.history_count as what
      from boxes b left join (select box_id, count(*) as n, min(seq) as first, max(seq) as last from history group by 1) h on h.box_id = b.id
      where h.n is null or h.first <> 1 or h.last <> h.n or h.n <> b.history_count`,
  },
  {
    name: "history belongs to a box, there or deleted",
    over: "history",
    sql: `select null as code, 'history of box id ' || box_id || ', of which nothing is known' as what
      from (select distinct box_id from history) h
      where not exists (select from boxes where id = box_id) and not exists (select from deleted_boxes d where d.box_id = h.box_id)`,
  },
  {
    name: "whoever wrote an entry is kept as an author",
    over: "history",
    sql: `select b.code, 'entry ' || h.seq || ' of user id ' || h.user_id as what from history h left join boxes b on b.id = h.box_id
      where h.user_id is not null and h.user_id not in (select user_id from history_authors)`,
  },
  {
    name: "deleted boxes are gone, and their history is kept",
    over: "deleted_boxes",
    sql: `select d.code, coalesce(h.n, 0) || ' entries of ' || d.history_count || case when b.id is null then '' else ', and the box is there' end as what
      from deleted_boxes d left join boxes b on b.id = d.box_id
      left join lateral (select count(*) as n, max(seq) as last from history where box_id = d.box_id) h on true
      where b.id is not null or h.n <> d.history_count or coalesce(h.last, 0) <> d.history_count`,
  },
  {
    name: "history begins with the creation and follows the table of states",
    over: "history",
    sql: `with entries as (${boxEntries}),
      so_far as (select box_id, seq, kind, ${lastOnes("over (partition by box_id order by seq rows unbounded preceding)")} from entries),
      states as (select box_id, seq, kind, case when ${isMarked} then 7 else ${stateBelowMark} end as state from so_far),
      steps as (select box_id, seq, kind, state, lag(state) over (partition by box_id order by seq) as before from states)
      select b.code, 'entry ' || s.seq || ' of kind ' || s.kind || ' leads from ' || coalesce(s.before::text, 'nothing') || ' to '
        || coalesce(s.state::text, 'nothing') as what
      from steps s left join boxes b on b.id = s.box_id
      where not coalesce(case when s.before is null then (s.kind = ${K.created} or s.kind >= 50) and s.seq = 1
        else (s.before, s.kind, s.state) in (${transitions.map((step) => `(${step.join(", ")})`).join(", ")}) end, false)`,
  },
  {
    name: "the state is what history leads to",
    over: "boxes",
    sql: `with entries as (${boxEntries}),
      last as (select box_id, ${lastOnes()} from entries group by box_id),
      recorded as (select box_id, case when ${isMarked} then 7 else ${stateBelowMark} end as state,
        case when ${isMarked} then ${stateBelowMark} end as marked_from from last)
      select b.code, 'state ' || b.state || coalesce(' from ' || b.marked_from, '') || ', history leads to ' || coalesce(t.state::text, 'nothing')
        || coalesce(' from ' || t.marked_from, '') as what
      from boxes b left join recorded t on t.box_id = b.id
      where b.state is distinct from t.state or b.marked_from is distinct from t.marked_from`,
  },
  {
    name: "the place is the one that history names last",
    over: "boxes",
    sql: `with last as (select box_id, max(seq) filter (where kind = ${K.moved} or kind = ${K.takenOver} and meta ? 'row') as stored, max(seq) filter (where kind in (${freeing})) as freed
        from history where kind in (${K.moved}, ${K.takenOver}, ${freeing}) group by box_id)
      select b.code, 'on ' || coalesce(a.name || ', ' || r.number || ', ' || b.part || ', ' || b.height, 'no place')
        || ', history names ' || coalesce(h.meta::text, 'none') as what
      from boxes b
      left join rows r on r.id = b.row_id left join areas a on a.id = r.area_id
      left join last l on l.box_id = b.id and l.stored > coalesce(l.freed, 0)
      left join history h on h.box_id = b.id and h.seq = l.stored
      where a.name is distinct from h.meta ->> 'area' or r.number is distinct from (h.meta ->> 'row')::int
        or b.part is distinct from (h.meta ->> 'part')::int or b.height is distinct from (h.meta ->> 'height')::int`,
  },
  {
    name: "year, destroy year, first delivery, size, period and a changed destruction date are those that history names last",
    over: "boxes",
    sql: `with last as (select box_id, ${lastValue(K.yearChanged, K.yearReset, "year")} as year,
          ${lastValue(K.destroyYearChanged, K.destroyYearReset, "destroy_year")} as destroy_year,
          ${lastValue(K.firstDeliveryChanged, K.firstDeliveryReset, "first_delivery")} as delivery,
          ${lastValue(K.sizeChanged, K.sizeChanged, "size")} as size, ${lastValue(K.periodChanged, K.periodChanged, "period")} as period, ${lastValue(K.destructionDateChanged, K.destroyed, "destroyed")} as destroyed
        from history where kind between ${K.yearChanged} and ${K.sizeChanged} or kind in (${K.destroyed}, ${K.destructionDateChanged}, ${K.periodChanged}, ${K.takenOver})
        group by box_id)
      select b.code, concat_ws(', ', 'year ' || b.meta_year, 'destroy year ' || b.meta_destroy_year,
        'first delivery ' || b.meta_first_delivery, 'period ' || nullif(${periodText}, '/'), b.size || ' mm', 'destroyed ' || b.destroyed) || '; history records '
        || coalesce(nullif(concat_ws(', ', 'year ' || ${nullIfEmpty("year")}, 'destroy year ' || ${nullIfEmpty("destroy_year")},
          'first delivery ' || ${nullIfEmpty("delivery")}, 'period ' || ${nullIfEmpty("period")}, ${nullIfEmpty("size")} || ' mm', 'destroyed ' || ${nullIfEmpty("destroyed")}), ''), 'nothing') as what
      from boxes b left join last l on l.box_id = b.id
      where b.meta_year::text is distinct from ${nullIfEmpty("year")} or b.meta_destroy_year::text is distinct from ${nullIfEmpty("destroy_year")}
        or b.meta_first_delivery::text is distinct from ${nullIfEmpty("delivery")} or b.size::text <> ${nullIfEmpty("size")}
        or ${periodText} <> coalesce(${nullIfEmpty("period")}, '/')
        or b.state = 6 and b.destroyed::text <> ${nullIfEmpty("destroyed")}`,
  },
  {
    name: "a box is of a collective destruction when its last destruction in history has that moment",
    over: "boxes",
    sql: `select b.code, 'destroyed together with others at ' || b.destruction || ', history records ' || coalesce(h.created::text, 'nothing') as what
      from boxes b left join lateral (
        select created from history where box_id = b.id and kind = ${K.destroyed} order by seq desc limit 1) h on true
      where b.destruction <> coalesce(h.created, 'infinity')`,
  },
  {
    name: "a box goes on as the box of another customer that history names, and loses its texts with that one",
    over: "boxes",
    sql: `select b.code, 'goes on as box id ' || coalesce(b.continued_as::text, 'none') || ', history names '
        || coalesce(case when h.kind = ${K.outsourced} then h.meta ->> 'box' end, 'none') || case when b.blanked is null then '' else ', blanked' end as what
      from boxes b left join lateral (
        select kind, meta from history where box_id = b.id and kind in (${K.outsourced}, ${K.retour}) and meta ? 'owner_change' order by seq desc limit 1) h on true
      where b.continued_as is distinct from case when h.kind = ${K.outsourced} then (h.meta ->> 'box')::bigint end
        or b.continued_as is not null and b.blanked is not null and not exists (select from boxes n where n.id = b.continued_as and n.blanked is not null)`,
  },
  {
    name: "storage periods are those that history leads to",
    over: "storage_periods",
    // what was taken and left on one day counts on none
    sql: `with recorded as (select * from storage_from_history() where to_day is distinct from from_day),
      kept as (select * from storage_periods where to_day is distinct from from_day),
      differing as (
        select 'is missing' as how, * from (select * from recorded except all select * from kept) missing
        union all select 'is not recorded', * from (select * from kept except all select * from recorded) surplus)
      select b.code, concat('the period of ', d.size_mm, ' mm from ', d.from_day, ' to ', d.to_day, ' ', how) as what
      from differing d left join boxes b on b.id = d.box_id`,
  },
  {
    name: "contents and pictures are as many as history records",
    over: "boxes",
    // what was recorded of contents before they were blanked is in their number as recorded then
    sql: `with recorded as (select box_id, ${balanceOf(K.imageChanged)} + coalesce(max((meta ->> 'images')::int) filter (where kind = ${K.takenOver}), 0) as images,
          ${balanceOf(K.contentChanged, "blanked is null")} + coalesce(substr(max(lpad(seq::text, 9, '0') collate "C" || (meta ->> 'contents'))
            filter (where kind = ${K.blanked}), 10)::int, max((meta ->> 'contents')::int) filter (where kind = ${K.takenOver}), 0) as contents
        from history where kind in (${K.contentChanged}, ${K.imageChanged}, ${K.blanked}, ${K.takenOver}) group by box_id),
      there as (select box_id, sum(contents) as contents, sum(images) as images from (
        select box_id, count(*) as contents, 0 as images from contents group by 1
        union all select box_id, 0, count(*) from images group by 1) both_kinds group by 1)
      select b.code, 'contents: ' || coalesce(h.contents, 0) || ' recorded, ' || coalesce(t.contents, 0) || ' there; pictures: '
        || coalesce(h.images, 0) || ' recorded, ' || coalesce(t.images, 0) || ' there' as what
      from boxes b left join recorded h on h.box_id = b.id left join there t on t.box_id = b.id
      where coalesce(h.contents, 0) <> coalesce(t.contents, 0) or coalesce(h.images, 0) <> coalesce(t.images, 0)`,
  },
];
