import { AuditKind, type NewAuditEntry } from "#rules/access/audit/audit.ts";
import { berlinDay } from "#rules/dates.ts";
import type { ProviderSettings } from "#rules/billing/provider.ts";
import { providerIn } from "#server/database/billing/provider.ts";
import type { Reader } from "#server/database/database.ts";
import type { LetterSender, PrintedSeal } from "#server/documents/paper/page.ts";
import type { DocumentData, DocumentName, PdfWorkers } from "#server/documents/pdf-workers.ts";

/** Parts of every call that a document is printed with. */
interface Printer {
  readonly pdfWorkers: PdfWorkers;
  readonly db: { readonly read: Reader };
  readonly config: { readonly provider: ProviderSettings };
  readonly now: () => Date;
  readonly gone: AbortSignal;
  readonly record: (entry: NewAuditEntry) => Promise<void>;
}

/** Facts about a document for the audit trail: whose things are in it, and which of them. A list names the seal by which the history stood then. */
type About = Pick<NewAuditEntry, "customer" | "box" | "object" | "meta"> & { readonly seal?: PrintedSeal | undefined };

const senderOf = ({ address, phone, email, bank }: LetterSender): LetterSender => ({ address, phone, email, bank });

/**
 * A document as a download that is saved under the name `file`, put on record; its data as JSON text, or as they are. A 503 where it
 * is too large.
 */
export async function print<Name extends DocumentName>(
  { pdfWorkers: press, db, config, now, gone, record }: Printer,
  file: string,
  document: Name,
  data: DocumentData<Name> | string,
  { seal, ...about }: About,
) {
  await record({ ...about, kind: AuditKind.documentMade, meta: { ...about.meta, document } });
  const { name, ...sender } = await providerIn(db.read, config.provider);
  const printing = { provider: name, sender: senderOf(sender), day: berlinDay(now()), seal };
  const type = file.endsWith(".zpl") ? "application/zpl" : "application/pdf";
  return { type, name: file, bytes: await press.set(document, data, printing, gone) };
}
