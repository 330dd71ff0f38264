import { addMonths, isMonth, showMonth } from "#rules/months.ts";
import { idUnder, pageIn, type RawSearch, textIn } from "#web/search.ts";

/** Reads the address of the list; an invalid value is dropped. */
export function readInvoiceSearch(raw: RawSearch) {
  const month = textIn(raw, "month");
  return {
    month: isMonth(month) ? month : undefined,
    customer: idUnder(raw, "customer"),
    unsent: textIn(raw, "unsent") === "true" ? (true as const) : undefined,
    page: pageIn(raw) ?? 1,
  };
}

/** The month that is to be billed: the last one that is over unless another one is named; of the one under way is billed what is paid in advance. */
export function readRunMonth(raw: RawSearch, today: string): string {
  const [month, thisMonth] = [textIn(raw, "month"), today.slice(0, 7)];
  return isMonth(month) && month <= thisMonth ? month : addMonths(thisMonth, -1);
}

const monthsBack = 24;

/** The months that have begun, the latest first, and `chosen` where it lies before them. */
export function monthOptions(today: string, chosen: string | undefined) {
  const thisMonth = today.slice(0, 7);
  const months = Array.from({ length: monthsBack }, (_, back) => addMonths(thisMonth, -back));
  const all = chosen === undefined || months.includes(chosen) ? months : [...months, chosen];
  return all.map((value) => ({ value, label: showMonth(value) }));
}
