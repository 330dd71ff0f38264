import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/reports/reports.ts";

export const activityReport = route(
  { method: "GET", path: "/reports/activity/", access: "user", writes: false },
  of<typeof schemas.activityReport>(),
);

export const sheetOfActivity = route(
  { method: "GET", path: "/reports/activity/sheet/", access: "user", writes: false },
  of<typeof schemas.sheetOfActivity>(),
);

export const serviceReport = route(
  { method: "GET", path: "/reports/service/", access: "staff", writes: false },
  of<typeof schemas.serviceReport>(),
);

export const sheetOfService = route(
  { method: "GET", path: "/reports/service/sheet/", access: "staff", writes: false },
  of<typeof schemas.sheetOfService>(),
);

export const stockReport = route(
  { method: "GET", path: "/reports/stock/", access: "user", writes: false },
  of<typeof schemas.stockReport>(),
);

export const sheetOfStock = route(
  { method: "GET", path: "/reports/stock/sheet/", access: "user", writes: false },
  of<typeof schemas.sheetOfStock>(),
);

export const productivityReport = route(
  { method: "GET", path: "/reports/productivity/", access: "staff", writes: false },
  of<typeof schemas.productivityReport>(),
);

export const sheetOfProductivity = route(
  { method: "GET", path: "/reports/productivity/sheet/", access: "staff", writes: false },
  of<typeof schemas.sheetOfProductivity>(),
);

export const dueReport = route(
  { method: "GET", path: "/reports/due/", access: "user", writes: false },
  of<typeof schemas.dueReport>(),
);

export const sheetOfDue = route(
  { method: "GET", path: "/reports/due/sheet/", access: "user", writes: false },
  of<typeof schemas.sheetOfDue>(),
);

export const revenueReport = route(
  { method: "GET", path: "/reports/revenue/", access: "staff", writes: false },
  of<typeof schemas.revenueReport>(),
);

export const sheetOfRevenue = route(
  { method: "GET", path: "/reports/revenue/sheet/", access: "staff", writes: false },
  of<typeof schemas.sheetOfRevenue>(),
);
