import { sql } from "kysely";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { ContentState, contentStateText } from "#rules/stock/content-state.ts";
import * as refusedDelivery from "#rules/texts/delivery-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { boxesSeen } from "#server/database/departments/department-reads.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { lockOrderer } from "#server/features/deliveries/orders/mutations.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

/** In which a box cannot be ordered and comes back. */
const boxesToWaitFor: readonly BoxState[] = [BoxState.notInStock, BoxState.ordered, BoxState.retour];
const contentsToWaitFor: readonly ContentState[] = [ContentState.outside, ContentState.ordered];

/**
 * Puts the caller on the waiting list of a box, or of one of its contents; who is on it already stays where they are.
 * @throws a 404 for a box that is not theirs, a 400 for what can be ordered now or comes back no more
 */
export async function joinWaiting(
  tx: Transaction,
  scope: Scope,
  id: number,
  content: number | null | undefined,
): Promise<void> {
  const box = await tx
    .selectFrom("boxes")
    .select(["customer_id", "code", "state"])
    .where("id", "=", id)
    .where(visibleTo(scope, "boxes.customer_id"))
    .forShare()
    .executeTakeFirst();
  if (!box || !(await boxesSeen(tx, scope, [id])).has(id)) throw notFound();
  await lockOrderer(tx, scope, box.customer_id);
  const isOut = boxesToWaitFor.includes(box.state);
  if (content) await refuseContent(tx, id, content, isOut);
  else if (!isOut) throw refuse(refusedDelivery.notWaitable(`Box ${showBoxCode(box.code)}`, boxStateText[box.state]));
  await sql`
    insert into waiting_entries (customer_id, box_id, content_id, user_id)
    values (${box.customer_id}::bigint, ${id}::bigint, ${content ?? null}::bigint, ${scope.userId}::bigint)
    on conflict (box_id, coalesce(content_id, 0), user_id) do nothing`.execute(tx);
}

async function refuseContent(tx: Transaction, box: number, id: number, isOut: boolean): Promise<void> {
  const content = await tx
    .selectFrom("contents")
    .select(["text", "state"])
    .where("id", "=", id)
    .where("box_id", "=", box)
    .forShare()
    .executeTakeFirst();
  if (!content) throw badInput({ content: [refused.unknownContent] });
  const comesBack = contentsToWaitFor.includes(content.state) || (isOut && content.state === ContentState.inside);
  if (!comesBack) throw refuse(refusedDelivery.notWaitable(`„${content.text}“`, contentStateText[content.state]));
}

/** Takes an entry off the list: one's own, or anybody's by staff; a 404 for any other. */
export async function leaveWaiting(tx: Transaction, scope: Scope, id: number): Promise<void> {
  const own = scope.isStaff
    ? sql`true`
    : sql`user_id = ${scope.userId}::bigint and ${visibleTo(scope, "waiting_entries.customer_id")}`;
  const { rows } = await sql`delete from waiting_entries where id = ${id}::int and ${own} returning id`.execute(tx);
  if (rows.length === 0) throw notFound();
}
