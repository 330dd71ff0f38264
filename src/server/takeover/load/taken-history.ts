import { HistoryKind } from "#rules/stock/history.ts";
import type { BulkLoad } from "#server/database/sql/load-much.ts";
import type { TakeoverPlan } from "#server/takeover/plan/planned-rows.ts";

/**
 * Begins our own history of each box with the entry that says from where it came, what the box was then, and by their digest what was reported of it
 * before; and the storage periods with that. `billFrom` is the first day (`YYYY-MM-DD`) of which storage counts, the day of loading without one:
 * what was put on its place later counts from then on.
 */
export async function beginHistory(loading: BulkLoad, plan: TakeoverPlan, billFrom: string | null): Promise<void> {
  await loading.query(
    `with recorded as (
      select box_id, count(*) as entries, encode(sha256(string_agg(taken_bytes(t), ''::bytea order by id)), 'hex') as sum from taken_entries t group by box_id),
    contents as (select box_id, count(*) as contents from contents group by box_id),
    images as (select box_id, count(*) as images from images group by box_id)
    insert into history (box_id, seq, kind, meta)
    select b.id, 1, ${HistoryKind.takenOver}, jsonb_strip_nulls(jsonb_build_object(
      'address', $1::text, 'completed', $2::text, 'digest', $3::text, 'entries', coalesce(t.entries, 0), 'sum', t.sum,
      'state', b.state, 'marked_from', b.marked_from, 'area', a.name, 'row', r.number, 'part', b.part, 'height', b.height,
      'from', case when b.row_id is not null and $4::date is not null then greatest($4::date, berlin_day(b.placed)) end,
      'year', b.meta_year, 'destroy_year', b.meta_destroy_year, 'first_delivery', b.meta_first_delivery, 'size', b.size, 'destroyed', b.destroyed,
      'contents', coalesce(c.contents, 0), 'images', coalesce(i.images, 0)))
    from boxes b left join rows r on r.id = b.row_id left join areas a on a.id = r.area_id
      left join recorded t on t.box_id = b.id left join contents c on c.box_id = b.id left join images i on i.box_id = b.id
    order by b.id`,
    [plan.address, plan.completed, plan.digest, billFrom],
  );
  await loading.query("insert into storage_periods select * from storage_from_history()");
  // noted while nothing was here
  for (const noted of ["stock_months", "customer_months", "area_months", "delivery_months", "option_months"])
    await loading.query(`delete from ${noted}`);
  await loading.query("delete from jobs where name = 'words'"); // the server counts them soon
}
