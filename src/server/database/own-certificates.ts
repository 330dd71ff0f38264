import { sql } from "kysely";
import type { Database, Transaction } from "./database.ts";
import { secretContext } from "#server/database/secrets/secrets.ts";

/** Purposes of the archive's own keys: signing its packages, vouching for its servers. */
export type Purpose = "packages" | "authority";

/** A key of the archive with its certificate, both as PEM. */
export interface OwnCertificate {
  readonly key: string;
  readonly certificate: string;
  /** Names that an authority vouches for, besides the names and networks that every provider has. */
  readonly names: readonly string[];
}

/** Returns the certificate for a purpose; undefined before its first use. */
export async function ownCertificate(
  { read, secrets }: Pick<Database, "read" | "secrets">,
  purpose: Purpose,
): Promise<OwnCertificate | undefined> {
  const stored = await read
    .selectFrom("own_certificates")
    .select(["key", "certificate", "names"])
    .where("name", "=", purpose)
    .executeTakeFirst();
  return stored && { ...stored, key: secrets.open(stored.key, secretContext.key(purpose)) };
}

/** Keeps a new one, unless another server was first: what is kept then stays. */
export async function keepCertificate(db: Database, purpose: Purpose, own: OwnCertificate): Promise<void> {
  const key = db.secrets.seal(own.key, secretContext.key(purpose));
  await db.write((tx) =>
    tx
      .insertInto("own_certificates")
      .values({ name: purpose, key, certificate: own.certificate, names: [...own.names] })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute(),
  );
}

/** Forgets one; the next that wants it makes another. */
export async function forgetCertificate(tx: Transaction, purpose: Purpose): Promise<void> {
  await tx.deleteFrom("own_certificates").where("name", "=", purpose).execute();
}

/** Replaces a certificate, unless another server has done so: the key stays. */
export async function renewCertificate(
  tx: Transaction,
  purpose: Purpose,
  before: OwnCertificate,
  { certificate, names }: Omit<OwnCertificate, "key">,
): Promise<void> {
  await tx
    .updateTable("own_certificates")
    .set({ certificate, names: [...names], created: sql`now()` })
    .where("name", "=", purpose)
    .where("certificate", "=", before.certificate)
    .execute();
}
