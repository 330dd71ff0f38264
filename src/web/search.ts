import type { BoxState } from "#rules/stock/box-state.ts";
import type { Tour } from "#rules/deliveries/delivery-plan.ts";
import { wholeNumber } from "#rules/lists/whole-number.ts";
import { queryText } from "#web/api/query-text.ts";
import type { SearchKind } from "#rules/search/search-kinds.ts";

/** Values behind the `?` of an address, as they were typed. */
export type RawSearch = Readonly<Record<string, unknown>>;

/** Parses the text behind the `?`; of a key given twice the last value counts. */
export const parseAddress = (text: string): RawSearch => Object.fromEntries(new URLSearchParams(text));

/** Numbers stand as they are, unquoted. Page 1 is the address without a page, so that a list has one address. */
export const stringifySearch = (search: RawSearch): string =>
  queryText({ ...search, page: search["page"] === 1 ? undefined : search["page"] });

/** A list that has pages and nothing else. */
export interface PageSearch {
  page?: number | undefined;
}
export interface BatchSearch {
  page?: number | undefined;
  /** True where only things are shown that wait for the current user. */
  turn?: boolean | undefined;
}
export interface DeliveryStepSearch {
  /** 0 customer, 1 option, 2 boxes and contents, 3 summary (specification 2). */
  step?: number | undefined;
  /** True where what is ordered comes as a scan; as it was begun where nothing is said. */
  scan?: boolean | undefined;
}
export interface CollectSearch {
  /** Lines that are fetched; everything that is ordered where nothing is said. */
  tour?: Tour | undefined;
}
/** The day of tours; today where nothing is said. */
export interface TourSearch {
  day?: string | undefined;
}
/** A customer, and which numbers of its boxes. */
export interface CustomerRangeSearch {
  /** The id of the customer whose boxes are meant. */
  customer?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

// An address may come from anywhere: what is no valid value is dropped, the rest counts.

/** A new row may be asked for from its area's page. */
export const newRowSearch = (raw: RawSearch): { area?: number | undefined } => ({ area: idUnder(raw, "area") });

/** A stocktake may be begun from the page of a row. */
export const newStocktakeSearch = (raw: RawSearch): { row?: number | undefined } => ({ row: idUnder(raw, "row") });

export const pageSearch = (raw: RawSearch): PageSearch => ({ page: pageIn(raw) });

/** Area of the map that is drawn, and the colouring, as `features/stock/areas` reads it. */
export interface MapSearch {
  /** Ids. */
  area?: number | undefined;
  by?: "state" | "customer" | "counted" | undefined;
  customer?: number | undefined;
}

/** Part of a customer's page that is open; none: their data. */
export interface CustomerTabSearch {
  tab?: "overview" | "retention" | "billing" | "settings" | "mails" | "setup" | undefined;
}

/** Report that is open, its customer and number of months, as `features/reports` reads it. */
export interface ReportSearch {
  show?: string | undefined;
  customer?: number | undefined;
  months?: number | undefined;
  page?: number | undefined;
}

/** Month that is billed, and the services of a customer that are listed one by one, as `features/billing` reads it. */
export interface BillingSearch {
  /** `YYYY-MM`. */
  month?: string | undefined;
  item?: string | undefined;
  page?: number | undefined;
}

/** Price list that is open. */
export interface PriceSearch {
  list?: number | undefined;
}

/** Filters of the invoices that are listed, as `features/billing/invoices` reads it. */
export interface InvoiceSearch {
  /** `YYYY-MM`. */
  month?: string | undefined;
  customer?: number | undefined;
  /** Those only that nobody has sent. */
  unsent?: true | undefined;
  page?: number | undefined;
}

/** Line of an invoice that is shown in parts, by its position, as `features/billing/invoices` reads it. */
export interface InvoiceLineSearch {
  line?: number | undefined;
  page?: number | undefined;
}

export interface DestroyListSearch {
  customer?: number | undefined;
  /** Days, YYYY-MM-DD. */
  from?: string | undefined;
  to?: string | undefined;
}
/** A customer whose boxes are open in a list that is folded by customer. */
export interface CustomerPageSearch extends PageSearch {
  customer?: number | undefined;
}
export type DestroyRequestSearch = Pick<DestroyListSearch, "customer">;

export const destroyRequestSearch = (raw: RawSearch): DestroyRequestSearch => ({ customer: idUnder(raw, "customer") });

/** Customer and year of the boxes that may go, and the kind of them that is shown. */
export interface RetentionSearch {
  customer?: number | undefined;
  year?: number | undefined;
  show?: "later" | "held" | "open" | "away" | undefined;
  page?: number | undefined;
}

const otherThanDue = ["later", "held", "open", "away"] as const;

export const retentionSearch = (raw: RawSearch): RetentionSearch => ({
  customer: idUnder(raw, "customer"),
  year: integerParameter(raw, "year", 1900, 2100),
  show: otherThanDue.find((kind) => kind === raw["show"]),
  page: pageIn(raw),
});

/** Terms that are looked for, as `features/search/search` reads it. */
export interface FoundSearch {
  q?: string | undefined;
  kind?: SearchKind | undefined;
  /** The customer's number. */
  customer?: number | undefined;
  state?: BoxState | undefined;
  year?: number | undefined;
}

export interface LoginSearch {
  /** Where to go after the sign-in. */
  next?: string | undefined;
}

export const loginSearch = (raw: RawSearch): LoginSearch => ({ next: internalTarget(raw["next"]) });

/** A remembered target, if it lies inside this product and is not the login itself (specification 2). */
export function internalTarget(target: unknown): string | undefined {
  // A browser reads "/\host" as "//host" and drops tabs and line breaks: both would lead elsewhere.
  if (typeof target !== "string" || !/^\/(?![/\\])[^\0-\x20\\\x7f]*$/.test(target)) return undefined;
  const inside = "http://inside.invalid";
  const url = URL.parse(target, inside);
  if (url?.origin !== inside || /^\/(login\/?)?$/.test(url.pathname)) return undefined;
  return url.pathname.startsWith("//") ? undefined : url.pathname + url.search + url.hash;
}

/** The id in an address: a positive integer; undefined for anything else. */
export const idIn = (text: string) =>
  text.startsWith("0") ? undefined : wholeNumber(text, 1, Number.MAX_SAFE_INTEGER);

/** The page of a list; none for the first one. */
export const pageIn = (raw: RawSearch) => integerParameter(raw, "page", 2, 1_000_000);

/** Returns the text under a key; nothing where it is not there. */
export function textIn(raw: RawSearch, key: string): string {
  const value = raw[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** An id under a key. */
export const idUnder = (raw: RawSearch, key: string) => integerParameter(raw, key, 1, Number.MAX_SAFE_INTEGER);

/** A whole number under a key; nothing where it is none, or not between these. */
export const integerParameter = (raw: RawSearch, key: string, min: number, max: number) =>
  wholeNumber(textIn(raw, key), min, max);
