import type { LinkProps } from "@tanstack/react-router";
import { type BilledItem, billedItems } from "#rules/billing/items.ts";
import { isMonth } from "#rules/months.ts";
import { pageIn, type RawSearch, textIn } from "#web/search.ts";

/** Reads an address: a month that has not begun, or is none, becomes the month of `today`. */
export function readBillingSearch(raw: RawSearch, today: string) {
  const [month, thisMonth] = [textIn(raw, "month"), today.slice(0, 7)];
  const items = Object.keys(billedItems) as BilledItem[];
  const named = isMonth(month) && month <= thisMonth ? month : undefined;
  return {
    named,
    month: named ?? thisMonth,
    thisMonth,
    item: items.find((item) => item === raw["item"]),
    page: pageIn(raw) ?? 1,
  };
}

export const toMonth = (month: string) => ({ to: "/billing", search: { month } }) satisfies LinkProps;
