import type { Proof } from "#contract/schemas/deliveries/proofs.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

/** A proof; a 404 where there is none or it is not the caller's. */
export async function proofById(db: Reader, scope: Scope, id: number): Promise<Proof> {
  const proof = await db
    .selectFrom("delivery_proofs")
    .select(["id", "kind", "created"])
    .where("id", "=", id)
    .where(visibleTo(scope, "delivery_proofs.customer_id"))
    .executeTakeFirst();
  if (!proof) throw notFound();
  return proof;
}

/** Returns the file of a proof, with its delivery and customer; a 404 where there is none or it is not the caller's. */
export async function fileOfProof(db: Reader, scope: Scope, id: number) {
  const file = await db
    .selectFrom("delivery_proofs")
    .innerJoin("customers", "customers.id", "delivery_proofs.customer_id")
    .select(["sha256", "content_type", "bytes", "delivery_id", "delivery_proofs.kind", "customers.code as customer"])
    .where("delivery_proofs.id", "=", id)
    .where(visibleTo(scope, "delivery_proofs.customer_id"))
    .executeTakeFirst();
  if (!file) throw notFound();
  return file;
}
