import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/exchange/changes.ts";

export const listChanges = get("/changes/", "user", of<typeof schemas.listChanges>());
