import { berlinDay } from "#rules/dates.ts";
import type { Sender } from "#server/documents/paper/page.ts";
import type { DocumentData, DocumentName, Press } from "./press.ts";

/** What a document is printed with: of every call. */
interface Printer {
  readonly press: Press;
  readonly config: { readonly providerName: string; readonly sender: Sender };
  readonly now: () => Date;
  readonly gone: AbortSignal;
}

/** A document as a download that is saved under the name `file`; its data as JSON text, or as they are. A 503 where it is too large. */
export async function print<Name extends DocumentName>(
  { press, config, now, gone }: Printer,
  file: string,
  document: Name,
  data: DocumentData<Name> | string,
) {
  const printing = { provider: config.providerName, sender: config.sender, day: berlinDay(now()) };
  return { type: "application/pdf", name: file, bytes: await press.set(document, data, printing, gone) };
}
