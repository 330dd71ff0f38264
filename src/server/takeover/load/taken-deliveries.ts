import { BoxState } from "#rules/stock/box-state.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import type { BulkLoad } from "#server/database/sql/load-much.ts";
import type { TakeoverPlan } from "#server/takeover/plan/planned-rows.ts";
import { CopyLines } from "./copy-lines.ts";
import type { TakenSums } from "./taken-sums.ts";

const atOnce = 5000;

/** Writes deliveries and what is in them. */
export async function loadDeliveries(loading: BulkLoad, plan: TakeoverPlan, sums: TakenSums): Promise<void> {
  await loading.query(`
    create temporary table taken_box_lines (delivery_id bigint, box_id bigint) on commit drop`);
  await loading.query(`
    create temporary table taken_content_lines (delivery_id bigint, content_id bigint) on commit drop`);
  const lines = new CopyLines(loading, {
    deliveries: "id, code, customer_id, kind, state, time, price, comment, created",
    taken_box_lines: "delivery_id, box_id",
    taken_content_lines: "delivery_id, content_id",
  });
  let done = 0;
  for await (const { id, code, customer, kind, state, time, price, comment, created, boxes, contents } of plan.rowsOf(
    "deliveries",
  )) {
    lines.add("deliveries", id, code, customer, kind, state, time, price ?? 0, comment, created);
    for (const box of boxes) lines.add("taken_box_lines", id, box);
    for (const content of contents) lines.add("taken_content_lines", id, content);
    sums.add(`Lieferungen der Art ${kind} im Zustand ${state}`);
    if (boxes.length > 0) sums.add("Boxen in Lieferungen", boxes.length);
    if (contents.length > 0) sums.add("Inhalte in Lieferungen", contents.length);
    if (++done % atOnce === 0) await lines.write();
  }
  await lines.write();
  await loading.query(boxLines);
  await loading.query(contentLines);
}

const isRunning = "d.state in (0, 1)";

/** A line is at work as long as what it names is on its way; a box that was asked for and has no place was picked, nobody knows when. */
const boxLines = `
  insert into delivery_boxes (delivery_id, customer_id, box_id, open, picked)
  select l.delivery_id, d.customer_id, l.box_id, w.open, case when w.open and d.kind = 0 and b.row_id is null then now() end
  from taken_box_lines l join deliveries d on d.id = l.delivery_id left join boxes b on b.id = l.box_id
  cross join lateral (
    select ${isRunning} and coalesce(b.state = case d.kind when 1 then ${BoxState.notInStock} else ${BoxState.ordered} end, false) as open) w
  order by l.delivery_id, l.box_id`;

const contentLines = `
  insert into delivery_contents (delivery_id, customer_id, content_id, box_id, content, open, picked)
  select l.delivery_id, d.customer_id, l.content_id, c.box_id, c.text, w.open, case when w.open and d.kind = 0 and c.state = ${ContentState.outside} then now() end
  from taken_content_lines l join deliveries d on d.id = l.delivery_id left join contents c on c.id = l.content_id
  cross join lateral (
    select ${isRunning} and coalesce(case d.kind when 1 then c.state = ${ContentState.outside}
      else c.state = ${ContentState.ordered} or c.state = ${ContentState.outside} and d.state = 1 end, false) as open) w
  order by l.delivery_id, l.content_id`;
