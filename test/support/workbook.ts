import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

type Part = string | (() => Iterable<string>);

/** A zip of these parts. */
export async function zipOf(parts: Readonly<Record<string, Part>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === "string") zip.addBuffer(Buffer.from(part), name);
    else zip.addReadStreamLazy(name, (answer) => answer(null, Readable.from(part(), { objectMode: false })));
  }
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const cellXml = (cell: string | number) =>
  typeof cell === "number" ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;

/** The sheet of a workbook whose rows are these. */
export function* sheetOf(rows: Iterable<readonly (string | number)[]>): Generator<string> {
  yield "<worksheet><sheetData>";
  for (const row of rows) yield `<row>${row.map(cellXml).join("")}</row>`;
  yield "</sheetData></worksheet>";
}

const relations = (sheets: readonly string[]) =>
  `<Relationships>${sheets.map((sheet, at) => `<Relationship Id="r${at + 1}" Type="${types}/worksheet" Target="worksheets/${sheet}.xml"/>`).join("")}
    <Relationship Id="texts" Type="${types}/sharedStrings" Target="sharedStrings.xml"/>
    <Relationship Id="styles" Type="${types}/styles" Target="styles.xml"/></Relationships>`;

/** A cell: a text, a number, or the attributes and the inside of what a program has written. */
export type BookCell = string | number | { readonly c: string; readonly v: string };
interface BookSheet {
  readonly name: string;
  readonly state?: "hidden" | "veryHidden";
  readonly rows: readonly (readonly BookCell[])[];
  /** Rows that a filter hides, from 0. */
  readonly hidden?: readonly number[];
}
export interface Book {
  readonly sheets: readonly BookSheet[];
  /** The number formats of its styles: `s="1"` has the first of them. */
  readonly formats?: readonly string[];
  readonly texts?: readonly string[];
}

const bookCell = (cell: BookCell) => (typeof cell === "object" ? `<c ${cell.c}>${cell.v}</c>` : cellXml(cell));
/** A number in a style, as most programs write one. */
export const styled = (value: number, style: number): BookCell => ({ c: `s="${style}"`, v: `<v>${value}</v>` });

/** A workbook as people make them: several sheets, hidden ones, with number formats and shared texts. */
export function bookOf({ sheets, formats = [], texts = [] }: Book): Promise<Buffer> {
  const parts = sheets.map(({ rows, hidden = [] }, at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `<worksheet><sheetData>${rows.map((row, index) => `<row${hidden.includes(index) ? ' hidden="1"' : ""}>${row.map(bookCell).join("")}</row>`).join("")}</sheetData></worksheet>`,
  ]);
  const tabs = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ""} r:id="r${at + 1}"/>`,
  );
  const own = formats.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code).replaceAll('"', "&quot;")}"/>`,
  );
  const cells = formats.map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`);
  return zipOf({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook><sheets>${tabs.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(sheets.map((_, at) => `sheet${at + 1}`)),
    "xl/styles.xml": `<styleSheet><numFmts>${own.join("")}</numFmts><cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf/>${cells.join("")}</cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst>${texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join("")}</sst>`,
    ...Object.fromEntries(parts),
  });
}

/** A workbook with this as its first sheet, and with these other parts. */
export const workbookOf = (sheet: Part, others: Readonly<Record<string, Part>> = {}): Promise<Buffer> =>
  zipOf({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": '<workbook><sheets><sheet name="Boxen" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": relations(["sheet1"]),
    "xl/worksheets/sheet1.xml": sheet,
    ...others,
  });

/** A workbook of these rows. */
export const workbook = (rows: Iterable<readonly (string | number)[]>): Promise<Buffer> =>
  workbookOf(() => sheetOf(rows));
