import * as z from "zod/mini";
import type { Shapes } from "#contract/route.ts";
import { instant } from "./shapes.ts";

export const BackupState = z.object({ taken: z.nullable(instant), stale: z.boolean() });

export const backupState = {
  summary: "When the last backup was taken that is known to be good, and whether somebody has to see to it",
  reply: BackupState,
} satisfies Shapes;
