import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/billing.ts";

export const billedMonth = route(
  { method: "GET", path: "/billing/", access: "staff", writes: false },
  of<typeof schemas.billedMonth>(),
);

export const sheetOfMonth = route(
  { method: "GET", path: "/billing/sheet/", access: "staff", writes: false },
  of<typeof schemas.sheetOfMonth>(),
);

export const previewInvoice = route(
  { method: "GET", path: "/billing/{id}/", access: "staff", writes: false },
  of<typeof schemas.previewInvoice>(),
);
