import type { Caller, Sent } from "./caller.ts";

const ofMonths = (_a: unknown, { owner }: Caller): Sent => ({
  query: { customer: owner.id, until: "2026-11", months: 24 },
});
const ofCustomer = (_a: unknown, { owner }: Caller): Sent => ({ query: { customer: owner.id } });
const ofAll = (): Sent => ({ query: { months: 24 } });

/** What the reports are asked with. */
export const reportExamples = {
  activityReport: ofMonths,
  sheetOfActivity: ofMonths,
  serviceReport: ofMonths,
  sheetOfService: ofMonths,
  stockReport: ofCustomer,
  sheetOfStock: ofCustomer,
  productivityReport: ofAll,
  sheetOfProductivity: ofAll,
  dueReport: ofCustomer,
  sheetOfDue: ofCustomer,
};
