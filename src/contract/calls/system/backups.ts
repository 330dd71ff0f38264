import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/system/backups.ts";

export const backupState = route(
  { method: "GET", path: "/backups/last/", access: "staff", writes: false },
  of<typeof schemas.backupState>(),
);
