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
  const known = await ownCertificate(db, purpose);
  if (known) return known;
  const made = await make(); // takes up to a second, so before the transaction
  await keepCertificate(db, purpose, made);
  const kept = await ownCertificate(db, purpose);
  if (!kept) throw new Error(`the key for ${purpose} was not kept`);
  return kept;
}
