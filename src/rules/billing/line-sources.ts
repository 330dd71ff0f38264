import { isMonth, showMonth } from "#rules/months.ts";
import type { InvoiceLine } from "./invoice-lines.ts";
import { monthDays } from "./month.ts";

/**
 * Sources of an invoice line: days in the store, services one by one, or an agreement for a month. `unknown` means that the source was not kept
 * (decision 166).
 */
export const lineSources = ["storage", "services", "agreement", "unknown"] as const;
export type LineSource = (typeof lineSources)[number];

/** Returns the known source of an issued line; `keepsServices` says whether the services that the invoice took are known. */
export function lineSource({ item, runs }: Pick<InvoiceLine, "item" | "runs">, keepsServices: boolean): LineSource {
  if (item === "account_fee" || item === "minimum") return "agreement";
  if (item === "storage") return runs ? "storage" : "unknown";
  return keepsServices ? "services" : "unknown";
}

/** Services with a text, of days `YYYY-MM-DD`; `to` is the day after the last one, null for no end. */
interface ServicesOfLine {
  readonly text: string;
  readonly from: string;
  readonly to: string | null;
}

/** The month that a text ends with, `YYYY-MM`, and the text before it. */
function monthBehind(text: string): { readonly month: string; readonly before: string } | null {
  const [behind = "", name = "", year = ""] = /(?:^|, )(\p{L}+ (\d{4}))$/u.exec(text) ?? [];
  const months = Array.from({ length: 12 }, (_, nth) => `${year}-${String(nth + 1).padStart(2, "0")}`);
  const month = months.find((each) => isMonth(each) && showMonth(each) === name);
  return month === undefined ? null : { month, before: text.slice(0, text.length - behind.length) };
}

/**
 * Returns the services that a line stands for, among those that its invoice took. Their text is that of the line, or that of the line without the
 * month behind it. `period_from` is the first day of the invoice: whatever came late names its days.
 */
export function servicesOfLine({ text, from, to }: InvoiceLine, period_from: string): ServicesOfLine[] {
  const said = monthBehind(text);
  const own = { text, from: from ?? period_from, to };
  return said ? [own, { text: said.before, ...daysOf(said.month) }] : [own];
}

const daysOf = (month: string) => {
  const { from, to } = monthDays(month);
  return { from, to };
};
