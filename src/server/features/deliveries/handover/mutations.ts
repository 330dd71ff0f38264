import { sql } from "kysely";
import { BoxState } from "#rules/stock/box-state.ts";
import { DeliveryKind, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { changeBox } from "#server/database/boxes/box-changes.ts";
import type { Transaction } from "#server/database/database.ts";
import { completeDelivery, lockLine, refuseUnless } from "#server/features/deliveries/deliveries/mutations.ts";
import { badInput, refuse } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface Box {
  readonly box: number;
}

/** A picked box goes onto the vehicle; one that is there already stays so. Answers its state, which does not change. */
export async function loadBox(tx: Transaction, userId: number, delivery: number, box: Box): Promise<BoxState> {
  const { code, loaded, unloaded } = await lockPicked(tx, delivery, box);
  if (loaded && !unloaded) return BoxState.ordered;
  await sql`
    update delivery_boxes set loaded = now(), unloaded = null, fate = null
    where delivery_id = ${delivery}::bigint and box_id = ${box.box}::bigint`.execute(tx);
  await changeBox(tx, { boxId: box.box, userId, kind: HistoryKind.loaded, meta: { delivery: code } });
  return BoxState.ordered;
}

type Fate = "delivered" | "back";

/** A box is taken off at the customer's, or could not be handed over; until the delivery is completed it can become the other. */
export async function unloadBox(
  tx: Transaction,
  userId: number,
  delivery: number,
  box: Box,
  fate: Fate,
): Promise<BoxState> {
  const line = await lockPicked(tx, delivery, box);
  if (line.fate === fate) return BoxState.ordered;
  await sql`
    update delivery_boxes set unloaded = now(), fate = ${fate}
    where delivery_id = ${delivery}::bigint and box_id = ${box.box}::bigint`.execute(tx);
  const meta = { delivery: line.code, to: fate };
  await changeBox(tx, { boxId: box.box, userId, kind: HistoryKind.unloaded, meta });
  return BoxState.ordered;
}

interface PickedTimes {
  loaded: string | null;
  unloaded: string | null;
  fate: Fate | null;
}

const pickedTimes = selectList<PickedTimes>(fromTable("delivery_boxes", "loaded", "unloaded", "fate"));

async function lockPicked(tx: Transaction, id: number, box: Box) {
  const { delivery, picked } = await lockLine(tx, id, box);
  if (delivery.kind !== DeliveryKind.customer) throw refuse(refused.notInDelivery(showDeliveryCode(delivery.code)));
  refuseUnless("complete", delivery.state);
  if (!picked) throw refuse(refused.notPicked);
  const { rows } = await sql<PickedTimes>`
    select ${pickedTimes} from delivery_boxes
    where delivery_id = ${id}::bigint and box_id = ${box.box}::bigint`.execute(tx);
  return { code: delivery.code, loaded: null, unloaded: null, fate: null, ...rows[0] };
}

/** Person who took a delivery over; `signature` names a proof, which may come later. */
interface Handover {
  readonly name: string;
  readonly signature?: string | undefined;
}

/** Completes a delivery at the customer's; what could not be handed over is back. One that is completed already stays so. */
export async function handOver(
  tx: Transaction,
  userId: number,
  id: number,
  { name, signature }: Handover,
): Promise<void> {
  const delivery = await tx.selectFrom("deliveries").select("id").where("id", "=", id).executeTakeFirst();
  if (!delivery) throw badInput({ delivery: [refused.unknownDelivery] });
  if (signature !== undefined) await refuseOtherSignature(tx, id, signature);
  await completeDelivery(tx, userId, id, name);
}

async function refuseOtherSignature(tx: Transaction, id: number, signature: string): Promise<void> {
  const proof = await tx
    .selectFrom("delivery_proofs")
    .select(["delivery_id", "kind"])
    .where("proof", "=", signature)
    .executeTakeFirst();
  if (proof && (proof.delivery_id !== id || proof.kind !== "signature")) throw refuse(refused.otherSignature);
}
