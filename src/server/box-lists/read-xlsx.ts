import { listLimits } from "#rules/imports/list-limits.ts";
import { type Cell, tooLong } from "#rules/imports/row-values.ts";
import { unreadable } from "#rules/imports/unreadable.ts";
import type { ListRow } from "./list-row.ts";
import { type Hearing, Unpacked } from "./unpack.ts";
import { UnreadableList } from "./unreadable-list.ts";

const workbook = "xl/workbook.xml";
const lastRow = 1_048_576; // of a spreadsheet

/** The rows of a workbook's first sheet that it has, blank ones too: values only. @throws UnreadableList */
export async function* readXlsx(file: Buffer): AsyncGenerator<ListRow> {
  const unpacked = await Unpacked.open(file);
  if (!unpacked.has(workbook)) throw new UnreadableList(unreadable.noSheet);
  const { sheet, texts } = await partsOf(unpacked);
  const shared = texts === undefined ? [] : await sharedTexts(unpacked, texts);
  const rows: ListRow[] = [];
  for await (const _ of unpacked.hear(sheet, new SheetHearing(shared, rows))) yield* rows.splice(0);
}

async function hearAll(unpacked: Unpacked, name: string, hearing: Hearing): Promise<void> {
  for await (const _ of unpacked.hear(name, hearing));
}

/** Where the first sheet is and, if there are any, the texts that sheets share. */
async function partsOf(unpacked: Unpacked): Promise<{ sheet: string; texts: string | undefined }> {
  let first: string | undefined;
  await hearAll(unpacked, workbook, {
    open(name, attributes) {
      if (name === "sheet") first ??= Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
      if (name === "workbookPr" && /^(1|true)$/.test(attributes["date1904"] ?? ""))
        throw new UnreadableList(unreadable.days1904);
    },
  });
  const parts = new Map<string, string>();
  let texts: string | undefined;
  await hearAll(unpacked, "xl/_rels/workbook.xml.rels", {
    open(name, { Id: id, Type: type = "", Target: target = "" }) {
      if (name !== "Relationship") return;
      const part = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      if (id !== undefined && type.endsWith("/worksheet")) parts.set(id, part);
      if (type.endsWith("/sharedStrings")) texts = part;
    },
  });
  const sheet = parts.get(first ?? "");
  if (sheet === undefined) throw new UnreadableList(unreadable.noSheet);
  return { sheet, texts: texts !== undefined && unpacked.has(texts) ? texts : undefined };
}

/** One that is too long is kept as long as it takes to see that. */
const kept = (text: string, more: string) => (text + more).slice(0, listLimits.listedCell + 1);

async function sharedTexts(unpacked: Unpacked, name: string): Promise<string[]> {
  const texts: string[] = [];
  let [text, isText, isReading] = ["", false, false]; // the readings of Japanese signs are no part of the text
  await hearAll(unpacked, name, {
    open(tag) {
      if (tag === "si") text = "";
      if (tag === "rPh") isReading = true;
      isText = tag === "t" && !isReading;
    },
    text(piece) {
      if (isText) text = kept(text, piece);
    },
    close(tag) {
      isText = false;
      if (tag === "rPh") isReading = false;
      if (tag !== "si") return;
      texts.push(text);
      if (texts.length > listLimits.texts) throw new UnreadableList(unreadable.texts);
    },
  });
  return texts;
}

/** Column 0 of `A17`; the row of a cell stands on its row. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "A";
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const letterOf = (column: number): string =>
  (column >= 26 ? letterOf(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26));

/** A number as people write it: `2004`, where the file may say `2004.0` or `2.004E3`. */
const asNumber = (value: string) => (value !== "" && Number.isFinite(Number(value)) ? String(Number(value)) : value);

class SheetHearing implements Hearing {
  readonly #shared: readonly string[];
  readonly #rows: ListRow[];
  #row = 0;
  #cells: Cell[] = [];
  #column = -1;
  #type = "n";
  #value = "";
  #isValue = false;
  #isReading = false;
  #isFormula = false;

  constructor(shared: readonly string[], rows: ListRow[]) {
    this.#shared = shared;
    this.#rows = rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "row") this.#openRow(attributes["r"]);
    if (name === "c") this.#openCell(attributes);
    if (name === "f") this.#isFormula = true;
    if (name === "rPh") this.#isReading = true;
    this.#isValue = name === "v" || (name === "t" && !this.#isReading);
  }

  text(piece: string): void {
    if (this.#isValue) this.#value = kept(this.#value, piece);
  }

  close(name: string): void {
    this.#isValue = false;
    if (name === "rPh") this.#isReading = false;
    if (name === "c") this.#closeCell();
    if (name === "row") this.#rows.push({ row: this.#row, cells: this.#cells });
  }

  #openRow(said = String(this.#row + 1)): void {
    const row = Number(said);
    if (!Number.isInteger(row) || row <= this.#row || row > lastRow) throw new UnreadableList(unreadable.broken);
    this.#row = row;
    this.#cells = [];
    this.#column = -1;
  }

  #openCell({ r: reference, t: type = "n" }: Readonly<Record<string, string>>): void {
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    this.#type = type;
    this.#value = "";
    this.#isFormula = false;
  }

  #closeCell(): void {
    const cell = this.#cell();
    if (cell === "") return;
    if (this.#column >= listLimits.columns) throw new UnreadableList(unreadable.columns);
    while (this.#cells.length < this.#column) this.#cells.push("");
    this.#cells[this.#column] = cell;
  }

  #cell(): Cell {
    const name = `${letterOf(this.#column)}${this.#row}`;
    if (this.#isFormula) return { wrong: `Zelle ${name} ist eine Formel. Bitte speichern Sie ihren Wert.` };
    if (this.#type === "e") return { wrong: `Zelle ${name} ist ein Fehler (${this.#value.slice(0, 20)}).` };
    const value = this.#type === "s" ? (this.#shared[Number(this.#value)] ?? "") : this.#value;
    if (value.length > listLimits.listedCell) return { wrong: tooLong(listLimits.listedCell) };
    return this.#type === "n" ? asNumber(value) : value;
  }
}
