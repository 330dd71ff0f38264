import { AuditKind, type NewAuditEntry } from "#rules/access/audit/audit.ts";
import { berlinDay } from "#rules/dates.ts";
import type { PrintedSeal, LetterSender } from "#server/documents/paper/page.ts";
import type { DocumentData, DocumentName, PdfWorkers } from "./pdf-workers.ts";

/** What a document is printed with: of every call. */
interface Printer {
  readonly pdfWorkers: PdfWorkers;
  readonly config: { readonly providerName: string; readonly sender: LetterSender };
  readonly now: () => Date;
  readonly gone: AbortSignal;
  readonly record: (entry: NewAuditEntry) => Promise<void>;
}

/** What the audit trail says of a document: whose things are in it, and which of them. A list says by which seal the history stood then. */
type About = Pick<NewAuditEntry, "customer" | "box" | "object" | "meta"> & { readonly seal?: PrintedSeal | undefined };

/**
 * A document as a download that is saved under the name `file`, put on record; its data as JSON text, or as they are. A 503 where it
 * is too large.
 */
export async function print<Name extends DocumentName>(
  { pdfWorkers: press, config, now, gone, record }: Printer,
  file: string,
  document: Name,
  data: DocumentData<Name> | string,
  { seal, ...about }: About,
) {
  await record({ ...about, kind: AuditKind.documentMade, meta: { ...about.meta, document } });
  const printing = { provider: config.providerName, sender: config.sender, day: berlinDay(now()), seal };
  const type = file.endsWith(".zpl") ? "application/zpl" : "application/pdf";
  return { type, name: file, bytes: await press.set(document, data, printing, gone) };
}
