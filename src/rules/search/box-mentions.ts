import { boxCode, maxBoxNumber, parseBoxCode } from "#rules/stock/box-code.ts";
import { numberKey } from "#rules/stock/box-number.ts";

/** Boxes that one list may name. */
export const maxMentions = 10_000;
/** Characters of a list. */
export const mentionsLength = 500_000;

/** Possible name of a box in a list. */
export interface Mention {
  /** As it was typed; of a range, the one box that is meant. */
  readonly text: string;
  /** The line in which it stands, as it was typed. */
  readonly line: string;
  /** The ten digits, where it is a whole code. */
  readonly code: string | null;
  /** A box's own number, where it is one. */
  readonly number: number | null;
  /** Keys that the mention may have among the numbers of other people. */
  readonly keys: readonly string[];
  /** The heads of a table, which name no box. */
  readonly isHead?: true;
}

interface Cell {
  /** All of it as one name. */
  readonly whole: Mention;
  /** Several names, where it is not one. */
  readonly parts: readonly Mention[];
  /** True where the mention is codes and numbers for certain, and not a word. */
  readonly isRead: boolean;
}

/** A line of a list with what may name boxes in it. */
export interface MentionLine {
  readonly text: string;
  /** True where the line is the row of a table, in which not every cell names a box. */
  readonly isRow: boolean;
  /** True where the line says what stands in the columns below it, unless somebody calls a box so. */
  readonly isHead: boolean;
  readonly cells: readonly Cell[];
}

/** A list, and how many boxes it may name; no lines where these are too many. */
export interface MentionList {
  readonly count: number;
  readonly lines: readonly MentionLine[];
}

/** Reads what somebody pasted or dropped: codes, numbers and ranges in any spelling, one under the other or in a row, a letter, or a table. */
export function readMentions(text: string): MentionList {
  const lines = text
    .replace(/[„“”»«]/g, '"')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => /[^\s;,|"]/.test(line));
  const separator = separatorOf(lines);
  const widths = new Set(lines.map((line) => line.replace(/"[^"]*"/g, "").split(separator).length));
  const isTable = lines.length > 1 && widths.size === 1 && !widths.has(1);
  const rough = lines.map((line, at) => ({
    ...roughLine(line, separator, isTable),
    isHead: at === 0 && lines.length > 1 && isHeadLine(cut(line, separator)),
  }));
  const count = rough.reduce((sum, { cells, isRow }) => sum + countOf(cells, isRow), 0);
  return { count, lines: count > maxMentions ? [] : rough.map(toLine) };
}

/** The mentions of a line: which of its cells name a box depends on what is known of other people's numbers. */
export function mentionsIn(
  { text, isRow, isHead, cells }: MentionLine,
  isKnown: (key: string) => boolean,
): readonly Mention[] {
  const knows = ({ keys }: Mention) => keys.some(isKnown);
  if (isHead && !cells.some(({ whole, parts }) => [whole, ...parts].some(knows)))
    return [{ ...nameless(text), isHead: true }];
  const namesOf = ({ whole, parts, isRead }: Cell): readonly Mention[] => {
    if (isRead) return parts.length !== 1 && knows(whole) ? [whole] : parts;
    const names = knows(whole) ? [] : parts.filter((part) => knows(part) || /\d/.test(part.text));
    return names.some(knows) ? names : [whole];
  };
  if (!isRow) return cells.flatMap(namesOf);
  const names = cells.flatMap(namesOf).filter((each) => each.code !== null || knows(each));
  const numbers = () => cells.find(({ isRead }) => isRead)?.parts;
  return names.length > 0 ? names : (numbers() ?? [nameless(text)]);
}

/** A line that names nothing we know. */
const nameless = (line: string): Mention => ({ text: line, line, code: null, number: null, keys: [] });

/** From a box to another: what stands before the number, and where it begins and ends. */
interface Range {
  readonly customer: number | null;
  readonly from: number;
  readonly to: number;
}

interface RoughCell {
  readonly text: string;
  readonly bare: string;
  /** Null where it is a word. */
  readonly ranges: readonly Range[] | null;
}

interface RoughLine {
  readonly text: string;
  readonly isRow: boolean;
  readonly isHead: boolean;
  readonly cells: readonly RoughCell[];
}

/** Returns the separator between the cells of every line, or of any. */
const separatorOf = (lines: readonly string[]): RegExp =>
  [/\t/, /;/, /\|/].find((one) => lines.length > 1 && lines.every((line) => one.test(line))) ??
  /[,;\t|]|\s(?:und|sowie)\s/i;

/** Signs that people put before a line: a bullet, the sign of an answered letter, `3)`. */
const bullet = /^(?:[-–•*·>]+\s+|\d{1,3}\)\s+)+/;
/** Words by which people announce the name that follows. */
const naming =
  /^(?:(?:boxen|box|kartons?|kisten?|(?:box|karton|kisten)?(?:nummern?|nrn?))\b[.:]{0,2}\s*(?:[-‐‑–]\s*(?=n(?:umme)?r))?)+/i;
/** Text over a column of boxes, as a whole. */
const head =
  /^(?:(?:boxen|box|kartons?|kisten?|nummern?|nrn?|(?:box|karton|kisten)[-‐‑–\s]*(?:nummern?|nrn?|codes?)|(?:bar)?codes?)[.:]?\s*)$/i;

/** Without a figure, and with a column that says that boxes stand in it. */
const isHeadLine = (cells: readonly string[]) =>
  cells.every((cell) => !/\d/.test(cell)) && cells.some((cell) => head.test(cell));

/**
 * The code that somebody may mean by a customer's and a box's number with a point between them, `1.21`: nobody takes it for one, since it may as well be
 * an amount; null where it is no such thing.
 */
export function shortCode(text: string): string | null {
  const [, customer = "", number = ""] = /^(\d{1,4})\.(\d{1,6})$/.exec(text.trim()) ?? [];
  return parseBoxCode(customer.padStart(4, "0") + number.padStart(6, "0"));
}

function roughLine(line: string, separator: RegExp, isTable: boolean): Omit<RoughLine, "isHead"> {
  const cells = cut(line.replace(bullet, ""), separator).map(roughCell);
  const hasWord = cells.some(({ bare, ranges }) => ranges === null && /\p{L}{4}|^\D*$/u.test(bare));
  const isRow = cells.length > 1 && (hasWord || (isTable && cells.some(({ ranges }) => ranges === null)));
  return { text: line, isRow, cells: isRow ? cellsOfRow(cells) : cells };
}

/** The cells of a line, without their quotes; what stands in quotes is not cut. */
function cut(line: string, separator: RegExp): string[] {
  const quoted: string[] = [];
  const open = line.replace(/"([^"]*)"/g, (_whole, inside: string) => `"${quoted.push(inside) - 1}"`);
  return open
    .split(separator)
    .map((cell) => cell.replace(/"(\d+)"/g, (_whole, at: string) => quoted[Number(at)] ?? "").replaceAll('"', ""))
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");
}

/** In a row with a code a number is something else; in one without, the first number is the box. */
function cellsOfRow(cells: readonly RoughCell[]): readonly RoughCell[] {
  const hasCode = cells.some(({ ranges }) => ranges?.some(({ customer }) => customer !== null));
  const isNumber = ({ ranges }: RoughCell) => ranges !== null && ranges.every(({ customer }) => customer === null);
  const first = cells.find(isNumber);
  return cells.filter((cell) => !isNumber(cell) || (!hasCode && cell === first));
}

const dash = String.raw`[-‐‑‒–—]`;
const spacedCode = new RegExp(String.raw`(?<![\d.])(\d{4})[\s./](\d{3})[\s./](\d{3})(?![\d])`, "g");
const hyphenedCode = new RegExp(String.raw`(?<!\d)(\d{4})${dash}(\d{3})${dash}(\d{3})(?!\d)`, "g");
const spacedRange = new RegExp(String.raw`(?<=\d)\s*(?:${dash}|\sbis\s)\s*(?=\d)`, "gi");
const codeInText = /(?<!\d)\d{4}\.?\d{3}\.?\d{3}(?:–[\d.]+)?(?!\d)/g;

function roughCell(text: string): RoughCell {
  const bare = text.replace(naming, "").trim();
  const plain = bare.replace(hyphenedCode, "$1.$2.$3").replace(spacedCode, "$1.$2.$3").replace(spacedRange, "–");
  const whole = parseBoxCode(bare);
  if (whole !== null) return { text, bare, ranges: [one(whole)] };
  const words = plain.split(/\s+/).map((word) => readRange(word.replace(/[.:]$/, "")));
  const ranges = words.every((range) => range !== null) ? words : (plain.match(codeInText) ?? []).map(readRange);
  const read = ranges.filter((range) => range !== null);
  return { text, bare, ranges: read.length > 0 ? read : null };
}

const one = (code: string): Range => {
  const number = Number(code.slice(4));
  return { customer: Number(code.slice(0, 4)), from: number, to: number };
};

/** A code, a number, or from one to another: `100–120`, `0042.000.100–120`. */
function readRange(word: string): Range | null {
  const [begin = "", end, more] = word.split("–");
  const code = parseBoxCode(begin);
  const first = code === null ? numberOf(begin) : one(code).from;
  if (first === null || more !== undefined) return null;
  const customer = code === null ? null : one(code).customer;
  if (end === undefined) return { customer, from: first, to: first };
  const last = lastOf(end, customer, first);
  return last === null || last < first ? null : { customer, from: first, to: last };
}

function lastOf(end: string, customer: number | null, first: number): number | null {
  const code = parseBoxCode(end);
  if (code !== null) return one(code).customer === customer ? one(code).from : null;
  const digits = end.replaceAll(".", "");
  if (!/^\d{1,6}$/.test(digits)) return null;
  if (customer === null) return numberOf(end);
  return Number(
    String(first)
      .padStart(6, "0")
      .slice(0, 6 - digits.length) + digits,
  ); // as far as it differs
}

/** A box's own number; four digits that begin with a zero are a customer's. */
function numberOf(text: string): number | null {
  const digits = /^\d{3}\.\d{3}$/.test(text) ? text.replace(".", "") : text;
  const number = /^\d{1,6}$/.test(digits) && !/^0\d{3}$/.test(digits) ? Number(digits) : 0;
  return number >= 1 && number <= maxBoxNumber ? number : null;
}

const sizeOf = ({ ranges }: RoughCell) => (ranges ?? []).reduce((sum, { from, to }) => sum + to - from + 1, 0);
const countOf = (cells: readonly RoughCell[], isRow: boolean): number => {
  const sizes = cells.map((cell) => Math.max(1, sizeOf(cell)));
  return isRow ? Math.max(1, ...sizes) : sizes.reduce((sum, size) => sum + size, 0);
};

const toLine = ({ text: line, isRow, isHead, cells }: RoughLine): MentionLine => ({
  text: line,
  isRow,
  isHead,
  cells: cells.map((cell) => toCell(cell, line)),
});

/** Words of a cell that may each be a number of somebody's. */
const mostWords = 20;

function toCell({ text, bare, ranges }: RoughCell, line: string): Cell {
  const name = (shown: string, keys: readonly string[]): Mention => ({
    text: shown,
    line,
    code: null,
    number: null,
    keys: [...new Set(keys.map(numberKey))].filter((key) => key !== ""),
  });
  const whole = name(text, [text, bare]);
  if (ranges === null) {
    const words = bare.split(/\s+/);
    const isSeveral = words.length > 1 && words.length <= mostWords;
    return { whole, parts: isSeveral ? words.map((word) => name(word, [word])) : [], isRead: false };
  }
  const [range, second] = ranges;
  if (range && !second && range.from === range.to)
    return { whole, parts: [named(whole, range, range.from)], isRead: true };
  const parts = ranges.flatMap((each) =>
    Array.from({ length: each.to - each.from + 1 }, (_, at) => {
      const number = each.from + at;
      const shown = each.customer === null ? String(number) : boxCode(each.customer, number);
      return named(name(shown, [shown]), each, number);
    }),
  );
  return { whole, parts, isRead: true };
}

const named = (mention: Mention, { customer }: Range, number: number): Mention =>
  customer === null ? { ...mention, number } : { ...mention, code: boxCode(customer, number) };
