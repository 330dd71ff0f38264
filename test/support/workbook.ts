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

/** A workbook with this as its first sheet, and with these other parts. */
export const workbookOf = (sheet: Part, others: Readonly<Record<string, Part>> = {}): Promise<Buffer> =>
  zipOf({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": '<workbook><sheets><sheet name="Boxen" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="${types}/worksheet" Target="worksheets/sheet1.xml"/>
      <Relationship Id="r2" Type="${types}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": sheet,
    ...others,
  });

/** A workbook of these rows. */
export const workbook = (rows: Iterable<readonly (string | number)[]>): Promise<Buffer> =>
  workbookOf(() => sheetOf(rows));
