import type { addProof } from "#contract/calls/deliveries/proofs.ts";
import type { Body } from "#contract/route.ts";
import { DeliveryKind, DeliveryState, deliveryStateText } from "#rules/deliveries/delivery-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { badInput, notAllowed, notFound, refuse } from "#server/http/errors.ts";
import type { Picture } from "#server/storage/pictures.ts";

/** A photo of a phone as it sends it, and a signature many times over; who is on the road sends it by whatever network there is. */
const maxProofBytes = 200 * 1024;

/** @throws a 400 for the field `image` where the file is larger than one of a proof may be */
export function refuseLargeProof(file: Buffer | null): void {
  if (file && file.length > maxProofBytes) throw badInput({ image: [refused.largeProof] });
}

/** Before the handover it can be signed already, and a photo may come when it is over. */
const proven: readonly DeliveryState[] = [DeliveryState.processing, DeliveryState.completed];

interface NewProof extends Body<typeof addProof> {
  readonly picture: Picture;
}

/** Keeps a proof whose file is there; one that is there already stays as it is. Answers its number. */
export async function keepProof(tx: Transaction, userId: number, deliveryId: number, proof: NewProof): Promise<number> {
  const { id, kind, picture } = proof;
  const delivery = await tx
    .selectFrom("deliveries")
    .select(["customer_id", "kind", "state"])
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  if (!delivery) throw notFound();
  if (delivery.kind === DeliveryKind.return || delivery.kind === DeliveryKind.copy) throw notAllowed();
  if (!proven.includes(delivery.state)) throw refuse(refused.deliveryState(deliveryStateText[delivery.state]));
  const { sha256, contentType, bytes } = picture;
  const newProof = await tx
    .insertInto("delivery_proofs")
    .values({
      proof: id,
      delivery_id: deliveryId,
      customer_id: delivery.customer_id,
      kind,
      sha256,
      content_type: contentType,
      bytes: bytes.length,
      user_id: userId,
    })
    .onConflict((conflict) => conflict.column("proof").doNothing())
    .returning("id")
    .executeTakeFirst();
  return newProof?.id ?? sameProof(tx, deliveryId, proof);
}

/** The proof that was sent before under this id. @throws a 400 where it was another one */
async function sameProof(tx: Transaction, deliveryId: number, { id, kind }: NewProof): Promise<number> {
  const before = await tx
    .selectFrom("delivery_proofs")
    .select("id")
    .where("proof", "=", id)
    .where("delivery_id", "=", deliveryId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  if (!before) throw badInput({ id: [refused.scanIdReused] });
  return before.id;
}
