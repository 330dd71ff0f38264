import { sql } from "kysely";
import type { Reader } from "#server/database/database.ts";
import { selectList } from "#server/database/sql/json.ts";

interface KnownCertificate {
  readonly number: string;
  readonly issued: string;
  readonly boxes: number;
  readonly sha256: string;
}

const knownCertificateColumns = selectList<KnownCertificate>({
  number: "d.certificate_number",
  issued: "d.certified_at",
  sha256: sql`encode(certificate_sha256, 'hex')`,
  boxes: sql`(select count(*)::int from destruction_lines where batch_id = d.id and scanned_at is not null)`,
});

/**
 * Returns the facts about a certificate for a holder who knows its number and the SHA-256 of its data in hex. Undefined where one of them differs.
 */
export async function knownCertificate(
  db: Reader,
  { number, digest }: { readonly number: string; readonly digest: string },
): Promise<KnownCertificate | undefined> {
  const { rows } = await sql<KnownCertificate>`
    select ${knownCertificateColumns}
    from destruction_batches d
    where certificate_digest = decode(${digest.toLowerCase()}, 'hex')
      and replace(certificate_number, '/', '-') = ${number.replaceAll("/", "-").toUpperCase()}`.execute(db);
  return rows[0];
}
