import { builtInFormats } from "#rules/exchange/imports/formats/built-in.ts";
import { type Format, parseFormat } from "#rules/exchange/imports/formats/format-parts.ts";
import { listLimits } from "#rules/exchange/imports/list-limits.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import type { Hearing, ZipArchive } from "./unpack.ts";
import { UnreadableList } from "./unreadable-list.ts";

const workbook = "xl/workbook.xml";
const mostSheetName = 200; // characters; Excel has 31
const mostSheets = 500; // that somebody can choose among
const mostStyles = 65_536; // Excel has 65,490
const longestFormat = 500; // characters; Excel has 255

async function hearAll(unpacked: ZipArchive, name: string, hearing: Hearing): Promise<void> {
  for await (const _ of unpacked.hear(name, hearing));
}

/** Where what of a workbook is: the sheets that people see, by their names in the order of their tabs, and the parts beside them. */
export interface WorkbookParts {
  readonly sheets: ReadonlyMap<string, string>;
  readonly texts: string | undefined;
  readonly styles: string | undefined;
}

/** @throws UnreadableList where it has no sheet that people see, or counts days otherwise */
export async function readWorkbookParts(unpacked: ZipArchive): Promise<WorkbookParts> {
  if (!unpacked.has(workbook)) throw new UnreadableList(unreadable.noSheet);
  const visibleSheets: { name: string; id: string }[] = [];
  let hiddenCount = 0;
  await hearAll(unpacked, workbook, {
    open(tag, attributes) {
      if (tag === "workbookPr" && /^(1|true)$/.test(attributes["date1904"] ?? ""))
        throw new UnreadableList(unreadable.days1904);
      if (tag !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
      const { name = "", state = "visible" } = attributes;
      if (state === "visible") visibleSheets.push({ name: name.slice(0, mostSheetName), id });
      else hiddenCount++;
    },
  });
  const { byId, texts, styles } = await relationsOf(unpacked);
  const sheets = new Map<string, string>();
  for (const { name, id } of visibleSheets) {
    const part = byId.get(id); // a sheet that is a diagram has none
    if (part !== undefined && !sheets.has(name) && sheets.size < mostSheets) sheets.set(name, part);
  }
  if (sheets.size === 0) throw new UnreadableList(hiddenCount > 0 ? unreadable.hiddenSheets : unreadable.noSheet);
  return { sheets, texts, styles };
}

async function relationsOf(unpacked: ZipArchive) {
  const byId = new Map<string, string>();
  const others = new Map<string, string>();
  await hearAll(unpacked, "xl/_rels/workbook.xml.rels", {
    open(name, { Id: id, Type: type = "", Target: target = "" }) {
      if (name !== "Relationship") return;
      const part = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      if (id !== undefined && type.endsWith("/worksheet")) byId.set(id, part);
      else if (unpacked.has(part)) others.set(type.slice(type.lastIndexOf("/") + 1), part);
    },
  });
  return { byId, texts: others.get("sharedStrings"), styles: others.get("styles") };
}

/** One that is too long is kept as long as it takes to see that. */
export const appendText = (text: string, more: string) => (text + more).slice(0, listLimits.listedCell + 1);

/** The texts that sheets share, by their numbers. */
export async function sharedTexts(unpacked: ZipArchive, name: string): Promise<string[]> {
  const texts: string[] = [];
  let [text, isText, isReading] = ["", false, false]; // the readings of Japanese signs are no part of the text
  await hearAll(unpacked, name, {
    open(tag) {
      if (tag === "si") text = "";
      if (tag === "rPh") isReading = true;
      isText = tag === "t" && !isReading;
    },
    text(piece) {
      if (isText) text = appendText(text, piece);
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

/** Returns the formats in which cells show their contents, by the numbers of their styles; null where a style has a format that nobody knows. */
export async function formatsOf(unpacked: ZipArchive, name: string): Promise<(Format | null)[]> {
  const own = new Map<number, string>();
  const numbers: number[] = [];
  let [isOwn, isCells] = [false, false]; // conditional formats have numbers of their own
  await hearAll(unpacked, name, {
    open(tag, attributes) {
      if (tag === "numFmts") isOwn = true;
      if (tag === "numFmt" && isOwn) own.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
      if (tag === "cellXfs") isCells = true;
      if (tag === "xf" && isCells) numbers.push(Number(attributes["numFmtId"] ?? 0));
      if (numbers.length > mostStyles || own.size > mostStyles) throw new UnreadableList(unreadable.broken);
    },
    close(tag) {
      if (tag === "numFmts") isOwn = false;
      if (tag === "cellXfs") isCells = false;
    },
  });
  const formats = new Map<number, Format | null>();
  for (const number of new Set(numbers)) {
    const code = own.get(number) ?? builtInFormats[number];
    formats.set(number, code === undefined || code.length > longestFormat ? null : parseFormat(code));
  }
  return numbers.map((number) => formats.get(number) ?? null);
}
