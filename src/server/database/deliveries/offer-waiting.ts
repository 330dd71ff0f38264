import { sql } from "kysely";
import { addDays } from "#rules/dates.ts";
import { type ClosedOn, nextWorkingDay } from "#rules/deliveries/closed-days.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import type { Transaction } from "#server/database/database.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Working days for which what is back is reserved. */
const reservedDays = 2;

interface Offer {
  readonly id: number;
  readonly customer_id: number;
  readonly user_id: number;
  readonly box_id: number;
  readonly code: string;
}

const offer = selectList<Offer>({ ...fromTable("w", "id", "customer_id", "user_id", "box_id"), code: "b.code" });

/**
 * Notifies the first in line of each box and content that is back, and reserves it for two working days after `today` (`YYYY-MM-DD`, Berlin).
 * Whose days are over, who may not order it any more and what is destroyed leaves the list. It reads the list and nothing else's boxes.
 */
export async function offerWaiting(tx: Transaction, today: string, closed: ClosedOn): Promise<void> {
  await sql`
    delete from waiting_entries w using boxes b where b.id = w.box_id and (
      w.reserved_until < ${today}::date or b.state = ${BoxState.destroyed}::smallint
      or not exists (select from users u where u.id = w.user_id and u.active and (u.is_staff or exists (
        select from customer_users c where c.user_id = u.id and c.customer_id = w.customer_id and c.may_order
          and (c.cost_centres is null or b.cost_centre = any(c.cost_centres))))))`.execute(tx);
  let until = today;
  for (let n = 0; n < reservedDays; n++) until = nextWorkingDay(addDays(until, 1), closed);
  const { rows } = await sql<Offer>`
    with back as (
      select distinct on (w.box_id, coalesce(w.content_id, 0)) w.id
      from waiting_entries w join boxes b on b.id = w.box_id left join contents c on c.id = w.content_id
      where b.state = ${BoxState.inStock}::smallint and (
          case when w.content_id is null then not exists (
            select from contents o where o.box_id = b.id and o.state = ${ContentState.ordered}::smallint)
          else c.state = ${ContentState.inside}::smallint end)
        and not exists (select from waiting_entries r
          where r.box_id = w.box_id and r.told is not null and coalesce(r.content_id, 0) = coalesce(w.content_id, 0))
      order by w.box_id, coalesce(w.content_id, 0), w.created, w.id)
    update waiting_entries w set told = now(), reserved_until = ${until}::date from boxes b
    where w.id in (select id from back) and b.id = w.box_id
    returning ${offer}`.execute(tx);
  for (const { id, customer_id, user_id, box_id: box, code } of rows)
    await notifyCustomer(tx, customer_id, { mail: "boxBack", box, code, until }, id, user_id);
}
