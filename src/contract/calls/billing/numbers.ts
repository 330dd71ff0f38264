import { get, of, put } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/numbers.ts";

export const restoredNumbers = get("/billing/numbers/", "staff", of<typeof schemas.restoredNumbers>());
export const nameLastNumber = put("/billing/numbers/{id}/", "staff", ["billing"], of<typeof schemas.nameLastNumber>());
