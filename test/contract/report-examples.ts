import type { Sent } from "./caller.ts";

// Without a customer: of one that is not the caller's they answer 404, which their own tests ask.
const ofMonths = (): Sent => ({ query: { until: "2026-11", months: 24 } });
const ofAll = (): Sent => ({});

/** Inputs with which the reports are asked. */
export const reportExamples = {
  activityReport: ofMonths,
  sheetOfActivity: ofMonths,
  serviceReport: ofMonths,
  sheetOfService: ofMonths,
  stockReport: ofAll,
  sheetOfStock: ofAll,
  productivityReport: ofMonths,
  sheetOfProductivity: ofMonths,
  revenueReport: ofMonths,
  sheetOfRevenue: ofMonths,
  dueReport: ofAll,
  sheetOfDue: ofAll,
};
