import type { Invoice } from "#contract/schemas/billing/invoices.ts";
import { invoiceSheet } from "#contract/sheets/invoices.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { boxListHeads, boxListLine, joinContents, type ListedBox } from "#rules/lists/box-list.ts";
import { columnsFor, csvLines } from "#rules/lists/sheet.ts";
import { csvLine, csvStart } from "#rules/lists/csv.ts";
import { MerkleTree } from "#server/database/seals/merkle.ts";
import type { Spool, SpooledFile } from "#server/documents/sheets/spool.ts";
import type { ZipEntry } from "#server/documents/zip.ts";

type Pieces<T> = AsyncIterable<readonly T[]>;
/** Entries as lines of JSON, and at their end how many there were. */
type Lines = AsyncGenerator<Buffer, number>;
/** Behind a comma each. */
type Tables = Readonly<Record<"boxes" | "contents" | "deliveries" | "holds", Lines>>;
type Row = ListedBox & { readonly destroyed: string | null };

/** An invoice as it was issued: its XML, or what it says where it went out on paper. */
export interface InvoiceOriginal {
  readonly number: string;
  readonly xml: string | null;
  readonly snapshot: InvoiceSnapshot | null;
}

/** Sources of an export: what the caller sees of one customer, read in one snapshot. */
export interface ExportSources {
  readonly code: number;
  readonly name: string;
  readonly isStaff: boolean;
  /** When, ISO 8601 in UTC. */
  readonly taken: string;
  readonly about: object;
  readonly tables: Tables;
  readonly boxes: Pieces<Row>;
  readonly destroyed: Pieces<Row>;
  readonly history: Lines;
  /** History entries that the previous system wrote about the boxes; null where the archive came from no other system. */
  readonly earlier: Lines | null;
  /** Leaves of a Merkle tree over the last entry of each box, in the order of their histories; many one behind the other. */
  readonly leaves: AsyncIterable<Buffer>;
  /** For staff alone: a seal is over everybody's history. */
  readonly seals: readonly object[] | null;
  /** Invoices that were billed; null for a caller who does not see them. */
  readonly invoices: { readonly rows: Pieces<Invoice>; readonly originals: readonly InvoiceOriginal[] } | null;
  /** Proofs that were signed at handovers, by the file's name. */
  readonly proofs: readonly { readonly name: string; readonly pieces: AsyncIterable<Buffer> }[];
  /** Pictures in the customer's boxes: how many there are, and each with its SHA-256 as hex. */
  readonly pictures: readonly (ZipEntry & { readonly sha256: string })[];
}

type Counts = Record<"boxes" | "contents" | "entries" | "earlier" | "deliveries" | "destroyed" | "holds", number>;

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

async function* countLines(lines: Lines, count: (lines: number) => void): AsyncGenerator<Buffer> {
  count(yield* lines);
}

/** Lines of JSON, each behind a comma, as one list of it. */
async function* jsonList(lines: AsyncIterable<Buffer>): AsyncGenerator<string | Buffer> {
  let before = "[";
  for await (const piece of lines) {
    if (before) yield `${before}\n`;
    yield before ? piece.subarray(1) : piece;
    before = "";
  }
  yield `${before}]\n`;
}

async function* csvOf<T>(heads: readonly string[], pieces: Pieces<T>, lineOf: (row: T) => string) {
  yield csvStart + csvLine(heads);
  for await (const rows of pieces) yield rows.map(lineOf).join("");
}

/** A seal over the histories of an export: a Merkle tree of the last entry of each box, as over a day's (migration 0017). */
async function sealOf(leaves: AsyncIterable<Buffer>, entries: number) {
  const tree = new MerkleTree();
  for await (const some of leaves)
    for (let at = 0; at < some.length; at += leafLength) tree.add(some.subarray(at, at + leafLength));
  return { boxes: tree.count, entries, root: tree.root().toString("hex") };
}
const leafLength = 32; // SHA-256

/** Puts everything of a customer aside, but for its pictures; answers every file in its order. The README comes first, the manifest next. */
export async function exportFiles(spool: Spool, sources: ExportSources) {
  const counts: Counts = { boxes: 0, contents: 0, entries: 0, earlier: 0, deliveries: 0, destroyed: 0, holds: 0 };
  const counting = (what: keyof Counts) => (more: number) => void (counts[what] += more);
  const { tables, pictures } = sources;
  const writeList = (table: keyof Tables) => jsonList(countLines(tables[table], counting(table)));
  const files: SpooledFile[] = [
    await spool.add("kunde.json", [jsonText(sources.about)]),
    await spool.add("boxen.csv", csvOf(boxListHeads, sources.boxes, boxListLine)),
    await spool.add("boxen.json", writeList("boxes")),
    await spool.add("inhalte.json", writeList("contents")),
    await spool.add("historie.ndjson", countLines(sources.history, counting("entries"))),
    await spool.add("lieferungen.json", writeList("deliveries")),
    await spool.add("vernichtungen.csv", destroyedOf(sources.destroyed, counting("destroyed"))),
    await spool.add("sperren.json", writeList("holds")),
  ];
  if (sources.earlier)
    files.push(await spool.add("historie-frueher.ndjson", countLines(sources.earlier, counting("earlier"))));
  const seal = await sealOf(sources.leaves, counts.entries);
  files.push(
    await spool.add("siegel.json", [jsonText({ history: seal, ...(sources.seals && { seals: sources.seals }) })]),
  );
  files.push(...(await invoiceFiles(spool, sources)));
  for (const { name, pieces } of sources.proofs) files.push(await spool.add(name, pieces));
  const invoices = sources.invoices && { invoices: sources.invoices.originals.length };
  const { earlier, ...shown } = counts;
  const amounts = {
    ...shown,
    ...(sources.earlier && { earlier }),
    ...invoices,
    pictures: pictures.length,
    proofs: sources.proofs.length,
  };
  const readme = await spool.add("README.txt", [readmeOf(sources, amounts)]);
  const all = [readme, ...files, ...pictures].map((file) => ({
    name: file.name,
    bytes: file.bytes,
    sha256: file.sha256,
  }));
  const { code, name, isStaff, taken } = sources;
  const head = {
    format: "magazin-export",
    version: 1,
    taken,
    customer: { code, name },
    for: isStaff ? "staff" : "customer",
  };
  const manifest = await spool.add("manifest.json", [jsonText({ ...head, counts: amounts, files: all })]);
  return { files: [readme, manifest, ...files, ...pictures], boxes: counts.boxes };
}

/** `rechnungen.csv`, and each original by its number; no file for who does not see them. */
async function invoiceFiles(spool: Spool, { invoices, isStaff }: ExportSources): Promise<SpooledFile[]> {
  if (!invoices) return [];
  const files = [await spool.add("rechnungen.csv", invoicesOf(invoices.rows, isStaff))];
  for (const { number, xml, snapshot } of invoices.originals) {
    const [text, extension] = xml === null ? [jsonText(snapshot), "json"] : [xml, "xml"];
    files.push(await spool.add(`rechnungen/${number}.${extension}`, [text]));
  }
  return files;
}

async function* invoicesOf(pieces: Pieces<Invoice>, isStaff: boolean): AsyncGenerator<string> {
  const columns = columnsFor(invoiceSheet, isStaff);
  yield csvStart + csvLine(columns.map(({ head }) => head));
  for await (const rows of pieces) yield csvLines(columns, rows, false);
}

const destroyedOf = (boxes: Pieces<Row>, count: (rows: number) => void) =>
  csvOf(["Code", "Vernichtet am", "Inhalt"], boxes, ({ code, destroyed, contents }) => {
    count(1);
    return csvLine([showBoxCode(code), showDate(destroyed ?? ""), joinContents(contents)]);
  });

const kinds = Object.entries(HistoryKind).map(([name, kind]) => `  ${String(kind).padStart(2)} ${name}`);

function readmeOf(
  { code, name, isStaff, taken, invoices, earlier }: ExportSources,
  counts: Readonly<Record<string, number>>,
): string {
  const omittedFields = isStaff
    ? "Mit dabei ist, was nur das Archiv sieht: Plätze, Notizen, wer was getan hat."
    : "Nicht dabei ist, was nur das Archiv sieht: Plätze, Notizen, Namen seiner Admins und das, womit sich die Prüfsummen des Verlaufs nachrechnen lassen.";
  const lines = [
    `Alles von Kunde ${showCustomerCode(code)} (${name}), Stand ${showDate(berlinDay(new Date(taken)))}, ${taken}`,
    "",
    "Alle Dateien zeigen denselben Augenblick. Texte sind UTF-8, Zeiten stehen mit ihrem Abstand von UTC.",
    omittedFields,
    "",
    "manifest.json      Prüfsumme (SHA-256) und Länge jeder Datei, Anzahlen",
    "kunde.json         der Kunde und seine Lieferoptionen",
    "boxen.csv          Boxen zum Einlesen in ein anderes Archiv, ohne die vernichteten. Spalten durch ; getrennt, mehrere Inhalte durch |",
    "                   (ein | in einem Inhalt steht als \\|, ein \\ als \\\\). Was eine Tabelle für eine Formel hielte,",
    "                   beginnt mit einem ' mehr als der Text.",
    "boxen.json         dieselben Boxen mit allen Angaben",
    "inhalte.json       Inhalte der Boxen",
    "historie.ndjson    jeder Eintrag des Verlaufs, eine Zeile je Eintrag, nach Box und Nummer",
    ...(earlier
      ? ["historie-frueher.ndjson  dasselbe, was das frühere System zu diesen Boxen gesagt hat, ohne Prüfsummen"]
      : []),
    "lieferungen.json   Lieferungen und Rückgaben mit Zeilen und Verlauf",
    "vernichtungen.csv  vernichtete Boxen",
    "sperren.json       Sperren, auch aufgehobene",
    "siegel.json        Siegel über die letzten Einträge aller Boxen in historie.ndjson, in deren Reihenfolge",
    "nachweise/         Unterschriften und Fotos von Übergaben: <Lieferung>/<Nummer>",
    "bilder/            Bilder: <Boxcode>/<Nummer>",
    ...(invoices
      ? [
          "rechnungen.csv     Rechnungen und Stornorechnungen",
          "rechnungen/        ihre Originale: <Nummer>.xml, von Rechnungen auf Papier ihr Inhalt als <Nummer>.json",
        ]
      : ["", "Rechnungen sind nicht dabei: Wer den Export gemacht hat, darf sie nicht sehen."]),
    "",
    "Jeder Eintrag des Verlaufs enthält als „hash“ die Prüfsumme aus dem Hash des Eintrags davor, Box, Nummer, Art, Person,",
    "Zeit und „digest“, der Prüfsumme dessen, was gesagt wurde. Was gesagt wurde, ist in Einträgen mit „blanked“ seit diesem",
    "Zeitpunkt gelöscht, weil die Box vernichtet ist; digest und hash bleiben. Arten:",
    ...kinds,
    "",
    ...Object.entries(counts).map(([what, count]) => `${what}: ${count}`),
    "",
  ];
  return lines.join("\r\n");
}
