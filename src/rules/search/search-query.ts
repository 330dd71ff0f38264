import { boxCode, maxBoxNumber, maxCustomerCode, parseBoxCode } from "#rules/stock/box-code.ts";
import { type BoxState, boxStates, boxStateText } from "#rules/stock/box-state.ts";
import { type DeliveryState, deliveryStates, deliveryStateText } from "#rules/deliveries/delivery-state.ts";
import { fold, isFindableAsTyped } from "./spelling.ts";

/** Search terms of a user, as they were typed. */
export interface SearchQuery {
  /** Words and phrases; those of less than three characters only narrow what the others find. */
  readonly words: readonly string[];
  /** All of it, where it is digits and what people put between them. */
  readonly digits: string | null;
  /** The box that a customer's number and a box's number name: `42-17`. */
  readonly code: string | null;
  /** Several whole codes, as a list has them, in its order; they are then no words. */
  readonly codes: readonly string[] | null;
  /** `kunde:42`, the customer's number. */
  readonly customer: number | undefined;
  /** `jahr:2019`, of a box's meta data. */
  readonly year: number | undefined;
  /** `status:offen`, or `zustand:offen`: the states that the word may mean; undefined where none was asked for. */
  readonly states: { readonly box: readonly BoxState[]; readonly delivery: readonly DeliveryState[] } | undefined;
  /** Why nothing, or not all of it, was looked for. */
  readonly hint: string | null;
}

export const searchHints = {
  short: "Bitte mindestens zwei Zeichen eingeben.",
  shortWords: "Wörter werden ab drei Zeichen gesucht, Nummern ab zwei.",
  customer: "kunde: erwartet eine Kundennummer, zum Beispiel kunde:42.",
  year: "jahr: erwartet ein Jahr, zum Beispiel jahr:2019.",
  state: "Diesen Status gibt es nicht. Zum Beispiel status:eingelagert.",
} as const;

const flat = (text: string) => fold(text).replace(/[\s-]+/g, "");
const names = [...Object.values(boxStateText), ...Object.values(deliveryStateText)].filter((name) =>
  name.includes(" "),
);
const alternatives = names.map((name) => name.replaceAll(" ", "[ -]")).join("|");
const quote = /[„“”»«]/g;

/** A filter with its value, a phrase, or a word. */
const token = new RegExp(
  String.raw`\b(kunde|jahr|status|zustand):\s*("[^"]*"?|${alternatives}|\S*)|"([^"]*)"?|[^\s"]+`,
  "giu",
);

/** Reads what was typed into the search. */
export function parseSearch(typed: string): SearchQuery {
  const text = typed.replace(quote, '"').trim();
  const filters: Record<string, string> = {};
  const rest = text.replace(token, (whole, filter?: string, value = "") => {
    if (filter === undefined) return whole;
    filters[filter.toLowerCase()] = String(value).replaceAll('"', "").trim();
    return " ";
  });
  const codes = codesIn(rest);
  const words = codes === null ? wordsIn(rest) : [];
  const customer = numberIn(filters["kunde"], maxCustomerCode);
  const year = numberIn(filters["jahr"], 9999);
  const state = filters["status"] ?? filters["zustand"];
  const states = state === undefined ? undefined : statesCalled(state);
  const digits = digitsIn(words);
  return {
    words,
    digits,
    code: codeIn(words),
    codes,
    customer,
    year,
    states,
    hint:
      (filters["kunde"] !== undefined && customer === undefined && searchHints.customer) ||
      (filters["jahr"] !== undefined && year === undefined && searchHints.year) ||
      (states && states.box.length + states.delivery.length === 0 && searchHints.state) ||
      ((text.length < 2 || (codes === null && words.length + Object.keys(filters).length === 0)) &&
        searchHints.short) ||
      (words.length > 0 && digits === null && !words.some(isFindableAsTyped) && searchHints.shortWords) ||
      null,
  };
}

/** The words and phrases of a text. */
export function wordsIn(text: string): string[] {
  const words = Array.from(
    text.replace(quote, '"').matchAll(/"([^"]*)"?|[^\s"]+/g),
    ([whole, phrase]) => phrase ?? whole,
  );
  return words.map((word) => word.trim()).filter((word) => word !== "");
}

/** The codes of a list, each once; null where it is none, or of one. */
function codesIn(text: string): string[] | null {
  const entries = text.split(/[,;\r\n\t]+/).filter((entry) => entry.trim() !== "");
  const codes = entries.flatMap((entry) => parseBoxCode(entry) ?? entry.trim().split(/\s+/).map(parseBoxCode));
  const known = codes.filter((code) => code !== null);
  return codes.length > 1 && known.length === codes.length ? [...new Set(known)] : null;
}

function numberIn(text: string | undefined, most: number): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

/** The states that are called so, or that begin so: `nicht` is not in stock. */
function statesCalled(word: string) {
  const wordKey = flat(word);
  const of = <State extends number>(states: readonly State[], texts: Readonly<Record<State, string>>) => {
    const matches = states.filter((state) => flat(texts[state]) === wordKey);
    if (matches.length > 0 || wordKey.length < 3) return matches;
    return states.filter((state) =>
      texts[state].split(" ").some((_, at, all) => flat(all.slice(at).join("")).startsWith(wordKey)),
    );
  };
  return { box: of(boxStates, boxStateText), delivery: of(deliveryStates, deliveryStateText) };
}

const between = /[.\s/-]/g;

/** All the digits of words that are nothing else. */
export function digitsIn(words: readonly string[]): string | null {
  const digits = words.join("").replace(between, "");
  return /^\d+$/.test(digits) ? digits : null;
}

function codeIn(words: readonly string[]): string | null {
  const [, customer, number] = /^(\d{1,4})[.\s/-]+(\d{1,6})$/.exec(words.join(" ")) ?? [];
  const box = Number(number);
  return customer !== undefined && box >= 1 && box <= maxBoxNumber ? boxCode(Number(customer), box) : null;
}
