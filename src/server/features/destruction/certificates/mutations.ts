import { BatchEvent, BatchState } from "#rules/destruction/batch-state.ts";
import { sql } from "kysely";
import type { Transaction } from "#server/database/database.ts";
import { recordBatchEvent } from "#server/database/destruction/batches.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import { beginStep, type Stepper } from "#server/features/destruction/steps/mutations.ts";

/** A certificate that was set. */
export interface MadeCertificate {
  readonly number: string;
  readonly bytes: Buffer;
  /** SHA-256 of its data, in hex. */
  readonly digest: string;
}

/** Keeps the certificate of a batch, once: who comes second is refused, and theirs is thrown away. */
export async function storeBatchCertificate(
  tx: Transaction,
  who: Stepper,
  id: number,
  { number, bytes, digest }: MadeCertificate,
): Promise<void> {
  const { customer_id } = await beginStep(tx, who, id, "certify");
  const { sha256 } = await tx
    .insertInto("destruction_papers")
    .values({ batch_id: id, kind: "certificate", content_type: "application/pdf", bytes, user_id: who.userId })
    .returning("sha256")
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("destruction_batches")
    .set({ state: BatchState.certified, certified_by: who.userId, certified_at: sql`now()` })
    .set({ certificate_number: number, certificate_sha256: sha256, certificate_digest: Buffer.from(digest, "hex") })
    .where("id", "=", id)
    .execute();
  await recordBatchEvent(tx, id, who.userId, {
    kind: BatchEvent.certified,
    meta: { number, sha256: sha256.toString("hex"), digest },
  });
  await notifyCustomer(tx, customer_id, { mail: "certificate", batch: id, number }, id);
}
