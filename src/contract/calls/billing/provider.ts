import { get, of, patch } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/provider.ts";

export const getProvider = get("/provider/", "staff", of<typeof schemas.getProvider>());
export const editProvider = patch("/provider/", "staff", ["billing"], of<typeof schemas.editProvider>());
