import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/exports.ts";

export const datevStack = get("/billing/datev/", "staff", of<typeof schemas.datevStack>());
export const billingArchive = get("/billing/archive/", "staff", of<typeof schemas.billingArchive>());
