import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/reports/reports.ts";

export const activityReport = get("/reports/activity/", "user", of<typeof schemas.activityReport>());
export const sheetOfActivity = get("/reports/activity/sheet/", "user", of<typeof schemas.sheetOfActivity>());
export const serviceReport = get("/reports/service/", "staff", of<typeof schemas.serviceReport>());
export const sheetOfService = get("/reports/service/sheet/", "staff", of<typeof schemas.sheetOfService>());
export const stockReport = get("/reports/stock/", "user", of<typeof schemas.stockReport>());
export const sheetOfStock = get("/reports/stock/sheet/", "user", of<typeof schemas.sheetOfStock>());
export const productivityReport = get("/reports/productivity/", "staff", of<typeof schemas.productivityReport>());
export const sheetOfProductivity = get(
  "/reports/productivity/sheet/",
  "staff",
  of<typeof schemas.sheetOfProductivity>(),
);
export const dueReport = get("/reports/due/", "user", of<typeof schemas.dueReport>());
export const sheetOfDue = get("/reports/due/sheet/", "user", of<typeof schemas.sheetOfDue>());
export const revenueReport = get("/reports/revenue/", "staff", of<typeof schemas.revenueReport>());
export const sheetOfRevenue = get("/reports/revenue/sheet/", "staff", of<typeof schemas.sheetOfRevenue>());
