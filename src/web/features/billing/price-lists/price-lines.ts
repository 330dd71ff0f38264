import type { PriceRule } from "#contract/schemas/billing/price-lists.ts";
import { type PricedItem, pricedItems } from "#rules/billing/items.ts";
import { addDays } from "#rules/dates.ts";

/** A price of an item with the last day on which it holds, or that the item has none. */
export interface PriceLine {
  readonly item: PricedItem;
  readonly rule: PriceRule | undefined;
  /** Until which day, where another one follows. */
  readonly until: string | undefined;
  readonly state: "past" | "now" | "coming";
}

/** Every item with all of its prices, the latest first, as they are on a day `YYYY-MM-DD`. */
export function priceLines(rules: readonly PriceRule[], today: string): PriceLine[] {
  return pricedItems.flatMap((item): PriceLine[] => {
    const own = rules.filter((rule) => rule.item === item).toSorted((a, b) => b.valid_from.localeCompare(a.valid_from));
    if (own.length === 0) return [{ item, rule: undefined, until: undefined, state: "now" }];
    return own.map((rule, index) => {
      const next = own[index - 1]?.valid_from;
      const isOver = next !== undefined && next <= today;
      return {
        item,
        rule,
        until: next === undefined ? undefined : addDays(next, -1),
        state: isOver ? "past" : rule.valid_from > today ? "coming" : "now",
      };
    });
  });
}
