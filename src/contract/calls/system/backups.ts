import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/system/backups.ts";

export const backupState = get("/backups/last/", "staff", of<typeof schemas.backupState>());
