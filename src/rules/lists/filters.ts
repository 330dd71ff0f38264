import { parseBoxCode } from "#rules/stock/box-code.ts";
import { isSearchText } from "#rules/search/search-text.ts";
import { isDay, parseGermanDate } from "#rules/dates.ts";
import { wholeNumber } from "./whole-number.ts";

type Values = Readonly<Record<string, string | number>>;
type Texts = Readonly<Record<string | number, string>>;

/** Filter that narrows a list: its label, and the values that it takes. */
export type Filter = {
  readonly label: string;
  /** Only a link sets it: it has no field above the list, and is taken away by its chip. */
  readonly chipOnly?: true;
  /** Only staff have a field for it. */
  readonly access?: "staff";
  /** It names a customer, who is chosen by number or name. */
  readonly of?: "customers";
} & (
  | { readonly type: "number"; readonly min?: number; readonly max: number }
  | { readonly type: "text"; readonly max: number }
  /** Search text: codes, numbers, words; codes may be scanned into it. */
  | { readonly type: "search" }
  /** One of few values that are known for good, each with its German word. */
  | { readonly type: "choice"; readonly values: Values; readonly texts: Texts }
  /** A day of the calendar, `YYYY-MM-DD` in the address and as Germans type it. */
  | { readonly type: "day" }
  /** A whole box code. */
  | { readonly type: "box" }
  /** An id; what there is to choose from, a call knows. */
  | { readonly type: "reference" }
);
export type FilterParameter = string | number;

/** The values that a filter takes. */
export type ValueOf<F extends Filter> = F extends { type: "text" | "search" | "day" | "box" }
  ? string
  : F extends { type: "choice"; values: infer V }
    ? V[keyof V]
    : number;

/** The value that stands in a text; undefined where none stands there that the filter takes. */
export function filterValue(filter: Filter, text: string): FilterParameter | undefined {
  if (filter.type === "choice") return Object.values(filter.values).find((value) => String(value) === text);
  if (filter.type === "number") return wholeNumber(text, filter.min ?? 0, filter.max);
  if (filter.type === "reference") return wholeNumber(text, 1, Number.MAX_SAFE_INTEGER);
  if (filter.type === "day") return isDay(text) ? text : (parseGermanDate(text) ?? undefined);
  if (filter.type === "box") return parseBoxCode(text) ?? undefined;
  const trimmedText = text.trim();
  const fits = filter.type === "search" ? isSearchText(trimmedText) : trimmedText.length <= filter.max;
  return trimmedText !== "" && fits ? trimmedText : undefined;
}

/** Says whether two ends of a range are numbers, or days, of which the first lies above the second. */
export const isAbove = (from: unknown, to: unknown) =>
  (typeof from === "number" && typeof to === "number" && from > to) ||
  (typeof from === "string" && typeof to === "string" && from > to);
