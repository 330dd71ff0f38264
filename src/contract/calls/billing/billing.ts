import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/billing.ts";

export const billedMonth = get("/billing/", "staff", of<typeof schemas.billedMonth>());
export const sheetOfMonth = get("/billing/sheet/", "staff", of<typeof schemas.sheetOfMonth>());
export const previewInvoice = get("/billing/{id}/", "staff", of<typeof schemas.previewInvoice>());
