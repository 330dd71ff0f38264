import { area, owner, pageOf } from "./values.ts";

const activity = { month: "2026-11", boxes_in: 120, boxes_out: 14, orders: 9, scans: 3 };
const service = { month: "2026-11", deliveries: 9, median_hours: 21.5, ninetieth_hours: 26.3, in_time: 0.8889 };
const due = { year: 2026, boxes: 62, meters: 24.8 };

const CustomerActivity = { customer: owner, ...activity };
const OptionService = { customer: owner, option: "Standard", ...service };
const StoredStock = { month: "2026-11", boxes: 4601, meters: 1840.4 };
const HallForecast = { ...area, places: 6000, boxes: 4601, boxes_before: 4160, full: "2030-01" };
const PickMonth = { month: "2026-11", picks: 840, walks: 42, picks_per_walk: 20, picks_per_hour: 63.8 };
const CustomerDue = { customer: owner, ...due };

const revenue = { month: "2026-11", storage: "421.56", services: "68.40", trips: "24.00", net: "513.96" };
const CustomerRevenue = { customer: owner, ...revenue };

export const reportExamples = {
  shapes: { CustomerActivity, OptionService, StoredStock, HallForecast, PickMonth, CustomerDue, CustomerRevenue },
  replies: {
    activityReport: { ...pageOf(CustomerActivity), months: [activity] },
    serviceReport: { ...pageOf(OptionService), months: [service] },
    stockReport: { ...pageOf(StoredStock), halls: [HallForecast] },
    productivityReport: pageOf(PickMonth),
    revenueReport: { ...pageOf(CustomerRevenue), months: [revenue] },
    dueReport: { ...pageOf(CustomerDue), years: [due] },
  },
} as const;
