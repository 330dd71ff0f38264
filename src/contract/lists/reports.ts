import type { List } from "#contract/list.ts";
import { mostMonths } from "#rules/reports/report-months.ts";

const customer = { label: "Kunde", type: "reference", of: "customers" } as const;
const months = { label: "Monate", type: "number", min: 1, max: mostMonths } as const;

/** Filters that can narrow each report, as its sheet says. */
export const reportLists = {
  activity: { orders: {}, filters: { customer, months } },
  service: { orders: {}, filters: { customer, months } },
  stock: { orders: {}, filters: { customer } },
  productivity: { orders: {}, filters: { months } },
  revenue: { orders: {}, filters: { customer, months } },
  due: { orders: {}, filters: { customer } },
} as const satisfies Readonly<Record<string, List>>;
