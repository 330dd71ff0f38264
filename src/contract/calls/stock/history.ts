import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/history.ts";

export const listHistory = get("/history/", "user", of<typeof schemas.listHistory>());
