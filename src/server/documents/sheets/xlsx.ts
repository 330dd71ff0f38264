import { businessZone } from "#rules/dates.ts";
import { firstOfJoined } from "#rules/lists/box-list.ts";
import type { CellKind, CellValue, SheetColumn } from "#rules/lists/sheet.ts";

const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`;
const office = "http://schemas.openxmlformats.org";
const main = `${office}/spreadsheetml/2006/main`;
const relations = `${office}/package/2006/relationships`;
const relation = `${office}/officeDocument/2006/relationships`;
const content = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The cell formats of `styles`, by what stands in a column. */
const styleOf: Record<CellKind | "head", number> = {
  text: 0,
  list: 0,
  number: 0,
  head: 1,
  day: 2,
  moment: 3,
  money: 4,
};
const formats = { day: 164, moment: 165, money: 4 } as const; // from 164 on they are the file's own

/** Everything of a workbook with one sheet but the sheet itself. */
const framework = (name: string): Readonly<Record<string, string>> => ({
  "[Content_Types].xml": `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/></Types>`,
  "_rels/.rels": `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${xml}<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="${formats.day}" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="${formats.moment}" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="${formats.day}" applyNumberFormat="1"/><xf numFmtId="${formats.moment}" applyNumberFormat="1"/><xf numFmtId="${formats.money}" applyNumberFormat="1"/></cellXfs></styleSheet>`,
});

const sheetPath = "xl/worksheets/sheet1.xml";

/** Characters that XML cannot hold, not even escaped; a lone half of a character becomes U+FFFD with its bytes. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// oxlint-disable-next-line no-control-regex
const special = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff&<>"]|_x[\da-f]{4}_/i;
const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const longestText = 32_767; // characters of a cell; Excel refuses a file with more

/** A text of XML; what Excel would read as one of its own escapes (`_x000A_`) is none. */
function escapeXml(text: string): string {
  const cut = text.length > longestText ? text.slice(0, longestText) : text;
  if (!special.test(cut)) return cut;
  const plain = cut.replace(/\r\n?/g, "\n").replace(unwritable, "");
  return plain.replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_").replace(/[&<>"]/g, (sign) => entities[sign] ?? "");
}

/** `A` to `Z`, then `AA`: what the column of that index is called. */
const letters = (index: number): string =>
  (index < 26 ? "" : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const dayMs = 86_400_000;
const epochDay = 25_569; // 1970-01-01, counted from the last day of 1899
const [firstDay, endOfDays] = [Date.parse("1900-03-01"), Date.parse("+010000-01-01")]; // before the first Excel has a day that there was not

const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: businessZone, dateStyle: "short", timeStyle: "medium" });

/** A whole second as the clock in Berlin shows it, in ms as if it were UTC's. */
const shownBy = (ms: number) => Date.parse(`${clock.format(ms).replace(" ", "T")}Z`);

const clockAhead = new Map<number, number | null>();
const mostDays = 10_000;

/** By how many ms the clock in Berlin is ahead during a day of UTC, because to ask the clock takes µs; null where it is changed on that day. */
function aheadOn(day: number): number | null {
  const known = clockAhead.get(day);
  if (known !== undefined) return known;
  const [begin, end] = [day * dayMs, (day + 1) * dayMs];
  const ahead = shownBy(begin) - begin;
  const found = shownBy(end) - end === ahead ? ahead : null;
  if (clockAhead.size >= mostDays) clockAhead.clear();
  clockAhead.set(day, found);
  return found;
}

function inBerlin(value: string): number {
  const ms = Math.floor(Date.parse(value) / 1000) * 1000;
  if (!(ms >= firstDay - dayMs && ms < endOfDays)) return Number.NaN;
  const ahead = aheadOn(Math.floor(ms / dayMs));
  return ahead === null ? shownBy(ms) : ms + ahead;
}

/** A day, or a moment as the clock in Berlin shows it, as the number that spreadsheets count it by; null where they have none for it. */
function serial(kind: "day" | "moment", value: string): number | null {
  const ms = kind === "day" ? Date.parse(value) : inBerlin(value);
  return ms >= firstDay && ms < endOfDays ? ms / dayMs + epochDay : null;
}

const textCell = (at: string, text: string, style = 0) =>
  `<c r="${at}"${style ? ` s="${style}"` : ""} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
const numberCell = (at: string, value: number, style: number) =>
  `<c r="${at}"${style ? ` s="${style}"` : ""}><v>${value}</v></c>`;

/** A text is typed as one, whatever it says: `=2+5` is no formula, and nothing that is written here is. */
function cellOf(at: string, kind: CellKind, value: CellValue): string {
  if (value === null || value === undefined || value === "") return "";
  if (kind === "text") return textCell(at, String(value));
  if (kind === "list") return textCell(at, firstOfJoined(String(value), longestText));
  const number = kind === "day" || kind === "moment" ? serial(kind, String(value)) : Number(value);
  return number === null || !Number.isFinite(number)
    ? textCell(at, String(value))
    : numberCell(at, number, styleOf[kind]);
}

const widthOf: Record<CellKind, number> = { text: 24, list: 24, number: 12, money: 12, day: 12, moment: 17 };

async function* sheetOf<Row>(
  columns: readonly SheetColumn<Row>[],
  pieces: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  const columnWriters = columns.map(({ kind = "text", cell }, index) => ({ at: letters(index), kind, cell }));
  const widths = columnWriters.map(
    ({ kind }, index) => `<col min="${index + 1}" max="${index + 1}" width="${widthOf[kind]}" customWidth="1"/>`,
  );
  const heads = columns.map(({ head }, index) => textCell(`${letters(index)}1`, head, styleOf.head));
  const pane = `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`;
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData><row r="1">${heads.join("")}</row>`;
  let last = 1;
  for await (const rows of pieces) {
    const lines = rows.map((row) => {
      last++;
      return `<row r="${last}">${columnWriters.map(({ at, kind, cell }) => cellOf(at + last, kind, cell(row))).join("")}</row>`;
    });
    yield lines.join("");
  }
  yield `</sheetData><autoFilter ref="A1:${letters(columns.length - 1)}${last}"/></worksheet>`;
}

/** The files that an XLSX file is a zip of, in their order, each as it is made. */
export function xlsxFiles<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  pieces: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): readonly (readonly [path: string, pieces: Iterable<string> | AsyncIterable<string>])[] {
  const frame = Object.entries(framework(name)).map(([path, text]) => [path, [text]] as const);
  return [...frame, [sheetPath, sheetOf(columns, pieces)]];
}
