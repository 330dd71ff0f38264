import * as z from "zod/mini";
import type { Shapes } from "#contract/route.ts";
import { instant } from "#contract/schemas/shapes.ts";

export const BackupState = z.object({
  taken: z.nullable(instant),
  stale: z.boolean(),
  /** True where the backup reveals keys and second factors to its reader, and nobody has said that it may. */
  plain: z.boolean(),
});

export const backupState = {
  scope: "read",
  summary:
    "When the last backup was taken that is known to be good, whether somebody has to see to it, and whether it tells keys to whoever reads it",
  reply: BackupState,
} satisfies Shapes;
