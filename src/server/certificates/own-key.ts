import type { Database } from "#server/database/database.ts";
import {
  keepCertificate,
  type OwnCertificate,
  ownCertificate,
  type Purpose,
} from "#server/database/own-certificates.ts";

/** A key of the archive; made at its first use, by whichever server is the first. */
export async function ownKey(
  db: Database,
  purpose: Purpose,
  make: () => Promise<OwnCertificate>,
): Promise<OwnCertificate> {
  const existing = await ownCertificate(db, purpose);
  if (existing) return existing;
  const candidate = await make(); // takes up to a second, so before the transaction
  await keepCertificate(db, purpose, candidate);
  const stored = await ownCertificate(db, purpose);
  if (!stored) throw new Error(`the key for ${purpose} was not kept`);
  return stored;
}
