import { sql } from "kysely";
import type { setDeliveryAddress as SetDeliveryAddress } from "#contract/calls/deliveries/deliveries.ts";
import type { Body } from "#contract/route.ts";
import { type DeliveryAddress, showAddress } from "#rules/deliveries/delivery-address.ts";
import { DeliveryState, deliveryStateText } from "#rules/deliveries/delivery-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { seesDelivery } from "#server/database/departments/department-reads.ts";
import type { Scope } from "#server/database/scope.ts";
import { recordDeliveryEvent } from "#server/features/deliveries/lines/mutations.ts";
import { addressOf, lockOrderer } from "#server/features/deliveries/orders/mutations.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

const lineOf = (address: DeliveryAddress | null) => address && showAddress(address);
const names = ["name", "street", "postcode", "city", "contact", "phone", "hours", "note"] as const;
const isSame = (one: DeliveryAddress | null, other: DeliveryAddress | null) =>
  one === null || other === null ? one === other : names.every((name) => one[name] === other[name]);

/**
 * Sends a delivery or a pick-up that nobody has begun to another address of its customer: for staff, and for who may order.
 * @throws a 400 once the work has begun, for an address that is none of the customer's, and for one that somebody else has changed since the caller saw it (`before`)
 */
export async function setDeliveryAddress(
  tx: Transaction,
  scope: Scope,
  id: number,
  { address, before }: Body<typeof SetDeliveryAddress>,
): Promise<void> {
  const found = await tx.selectFrom("deliveries").select("customer_id").where("id", "=", id).executeTakeFirst();
  if (!found || (!scope.isStaff && !scope.customerIds.includes(found.customer_id))) throw notFound();
  if (!(await seesDelivery(tx, scope, id))) throw notFound();
  await lockOrderer(tx, scope, found.customer_id); // the customer before its delivery, as whoever orders
  const { kind, state, ...old } = await tx
    .selectFrom("deliveries")
    .select(["kind", "state", "address"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (state !== DeliveryState.open) throw refuse(refused.deliveryState(deliveryStateText[state]));
  const next = await addressOf(tx, { kind, customer: found.customer_id, address });
  if (isSame(old.address, next)) return;
  if (before && !isSame(before.address, old.address))
    throw badInput({ address: [refused.changedMeanwhile(lineOf(old.address) ?? "")] });
  await sql`update deliveries set address = ${next && JSON.stringify(next)}::jsonb where id = ${id}::bigint`.execute(
    tx,
  );
  const change = { kind: "address", from: lineOf(old.address), to: lineOf(next) } as const;
  await recordDeliveryEvent(tx, scope.userId, id, change);
}
