import type { InvoiceLine } from "#rules/billing/invoice-lines.ts";
import { serviceName } from "#rules/billing/e-invoice/invoice-wording.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { csvLine, csvStart } from "#rules/lists/csv.ts";
import type { Spool, SpooledFile } from "#server/documents/sheets/spool.ts";

interface Archived {
  readonly snapshot: InvoiceSnapshot;
  readonly xml: string | null;
}

/** Numbers from one to another, and when which backup was restored. */
interface MissingNumbers {
  readonly from: string;
  readonly to: string;
  readonly backup: string;
  readonly restored: string;
  readonly said_by: string | null;
  readonly said: string | null;
}

/** Sources of an archive of a year; the invoices are read twice. */
export interface ArchiveSources {
  readonly year: number;
  /** When, ISO 8601 in UTC. */
  readonly taken: string;
  /** Numbers that were sent before a restore and are not here, with who said so. */
  readonly missing: readonly MissingNumbers[];
  readonly invoices: () => AsyncIterable<readonly Archived[]>;
}

const heads = [
  "Nummer",
  "Art",
  "Storniert",
  "Ausgestellt",
  "Kunde",
  "Name",
  "Zeitraum ab",
  "Zeitraum bis",
  "Position",
  "Leistung",
  "Text",
  "Kostenstelle",
  "Menge",
  "Einheit",
  "Preis",
  "Preis je",
  "Netto",
  "USt",
  "USt-Satz",
];

const decimal = (text: string) => text.replace(".", ",");

function cellsOf(snapshot: InvoiceSnapshot, line: InvoiceLine, position: number): string[] {
  const { number, kind, corrects, issued_on, buyer, period_from, period_to } = snapshot;
  return [
    number,
    String(kind),
    corrects?.number ?? "",
    issued_on,
    buyer.code,
    buyer.name,
    period_from,
    period_to,
    String(position),
    serviceName(line),
    line.text,
    line.cost_centre,
    decimal(line.quantity),
    line.unit,
    decimal(line.price),
    String(line.base),
    decimal(line.net),
    line.vat_category,
    decimal(line.vat_rate),
  ];
}

async function* csvOf(invoices: AsyncIterable<readonly Archived[]>): AsyncGenerator<string> {
  yield csvStart + csvLine(heads);
  for await (const some of invoices)
    for (const { snapshot } of some)
      yield snapshot.lines.map((line, index) => csvLine(cellsOf(snapshot, line, index + 1))).join("");
}

/** Puts aside what was issued in a year, and its manifest last; answers the files and how many invoices there are. */
export async function archiveFiles(spool: Spool, { year, taken, missing, invoices }: ArchiveSources) {
  const files: SpooledFile[] = [];
  for await (const some of invoices())
    for (const { snapshot, xml } of some) {
      const [content, extension] = xml === null ? [`${JSON.stringify(snapshot, null, 1)}\n`, "json"] : [xml, "xml"];
      files.push(await spool.add(`rechnungen/${snapshot.number}.${extension}`, [content]));
    }
  const amount = files.length;
  files.push(await spool.add("positionen.csv", csvOf(invoices())));
  const sums = files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
  const manifest = { format: "magazin-invoices", version: 1, year, taken, invoices: amount, missing, files: sums };
  files.push(await spool.add("manifest.json", [`${JSON.stringify(manifest, null, 1)}\n`]));
  return { files, amount };
}
