import { type RawBuilder, sql } from "kysely";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { isBlank } from "#rules/texts/blank.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { changeBoxes } from "#server/database/boxes/box-changes.ts";
import { sqlOf } from "#server/database/retention/box-target.ts";
import type { Transaction } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { boxTarget, type NamedBoxes } from "#server/http/named-boxes.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

/**
 * Person who sets or releases a hold. For a customer's user it names the customers whose things the user sees. It also names those of them for whom
 * the user has the right to manage.
 */
export interface Holder {
  readonly userId: number;
  readonly theirs: { readonly seen: readonly number[]; readonly managed: readonly number[] } | null;
}

/** The same of who asks, by the rights that they have now. */
export async function holderOf(tx: Transaction, { userId, isStaff, customerIds }: Scope): Promise<Holder> {
  if (isStaff) return { userId, theirs: null };
  const rights = tx.selectFrom("customer_users").select("customer_id").where("user_id", "=", userId);
  const managedRights = await rights.where("may_manage", "=", true).forShare().execute();
  return {
    userId,
    theirs: {
      seen: customerIds,
      managed: managedRights.map((right) => right.customer_id).filter((id) => customerIds.includes(id)),
    },
  };
}

/** Hold to set: on all that a customer has and will have, on named boxes, or on a range of numbers as it is now. */
export interface NewHold extends NamedBoxes {
  readonly customer: number;
  readonly reason: string;
  readonly reference: string;
  /** Until when it is expected to last; it does not end by itself. */
  readonly until?: string | null | undefined;
}

/** A hold as histories name it. */
const labelOf = ({ reason, reference }: Pick<NewHold, "reason" | "reference">) =>
  reference === "" ? reason : `${reason}, ${reference}`;

/** Sets a hold; answers its id. Marked boxes stay marked, and are not destroyed. @throws a 400 where it would be on nothing */
export async function setHold(tx: Transaction, { userId, theirs }: Holder, hold: NewHold): Promise<number> {
  const { customer } = hold;
  const target = boxTarget(hold);
  const existingCustomer = await tx.selectFrom("customers").select("id").where("id", "=", customer).executeTakeFirst();
  if (!existingCustomer || (theirs && !theirs.seen.includes(customer)))
    throw badInput({ customer: [refused.unknownCustomer] });
  if (theirs && !theirs.managed.includes(customer)) throw refuse(refused.noRight);
  if (target.scope === "boxes") await refuseUnholdable(tx, customer, target.ids);
  const { id } = await tx
    .insertInto("holds")
    .values({
      customer_id: customer,
      scope: target.scope,
      from_number: target.scope === "range" ? target.from : null,
      to_number: target.scope === "range" ? target.to : null,
      reason: hold.reason,
      reference: hold.reference,
      until: hold.until ?? null,
      set_by: userId,
      by_customer: theirs !== null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const boxes = target.scope === "customer" ? null : await name(tx, userId, id, hold, sqlOf(target, customer, "boxes"));
  await notifyCustomer(tx, customer, { mail: "holdSet", boxes }, id);
  return id;
}

async function refuseUnholdable(tx: Transaction, customer: number, boxes: readonly number[]): Promise<void> {
  const holdBoxes = await tx
    .selectFrom("boxes")
    .select(["code", "state"])
    .where("id", "in", boxes)
    .where("customer_id", "=", customer)
    .orderBy("code")
    .execute();
  if (holdBoxes.length < new Set(boxes).size) throw badInput({ boxes: [refused.unknownBox] });
  const destroyedBox = holdBoxes.find(({ state }) => state === BoxState.destroyed);
  if (destroyedBox)
    throw badInput({ boxes: [refused.boxIs(showBoxCode(destroyedBox.code), boxStateText[destroyedBox.state])] });
}

/** Names the boxes of a hold for good: what a range holds later is not in it. Answers how many. */
async function name(tx: Transaction, userId: number, id: number, hold: NewHold, which: RawBuilder<unknown>) {
  const heldBoxes = sql`${which} and state <> ${BoxState.destroyed}::smallint`;
  const meta = { from: null, to: labelOf(hold) };
  const boxes = await changeBoxes(tx, heldBoxes, { userId, kind: HistoryKind.holdChanged, meta });
  if (boxes.length === 0) throw badInput({ to: [refused.noBoxInRange] });
  await sql`
    insert into hold_boxes (hold_id, box_id, customer_id)
    select ${id}::bigint, box_id, ${hold.customer}::bigint from unnest(${boxes}::bigint[]) box_id`.execute(tx);
  return boxes.length;
}

/** Why a hold is released, and by which letter. */
export interface Release {
  readonly reason: string;
  readonly reference?: string | undefined;
}

/**
 * Releases a hold; its boxes may be destroyed once no other one is on them. What the customer has set staff release by the customer's letter
 * only. @throws a 404 where it is not the caller's to see, a 400 where it is not theirs to release
 */
export async function releaseHold(
  tx: Transaction,
  { userId, theirs }: Holder,
  id: number,
  { reason, reference = "" }: Release,
): Promise<void> {
  const hold = await tx.selectFrom("holds").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!hold || (theirs && !theirs.seen.includes(hold.customer_id))) throw notFound();
  if (theirs && !theirs.managed.includes(hold.customer_id)) throw refuse(refused.noRight);
  if (hold.released_at !== null) throw refuse(refused.holdReleased);
  if (theirs && !hold.by_customer) throw refuse(refused.holdOfArchive);
  if (!theirs && hold.by_customer && isBlank(reference)) throw badInput({ reference: [refused.letterMissing] });
  const which = sql`id in (select box_id from hold_boxes where hold_id = ${id}::bigint)`;
  const meta = { from: labelOf(hold), to: null };
  const text = labelOf({ reason, reference });
  await changeBoxes(tx, which, { userId, kind: HistoryKind.holdChanged, meta, text });
  await sql`
    update holds set released_by = ${userId}::bigint, released_at = now(), released_reason = ${reason}, released_reference = ${reference}
    where id = ${id}::bigint`.execute(tx);
}
