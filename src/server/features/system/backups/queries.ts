import { isStale } from "#rules/backups.ts";
import type { Reader } from "#server/database/database.ts";
import { lastBackup } from "#server/database/jobs/job-runs.ts";
import type { Scope } from "#server/database/scope.ts";

/** When the last good backup was taken, and whether that is too long ago. */
export async function stateOfBackups(db: Reader, _scope: Scope, { now, plain }: { now: Date; plain: boolean }) {
  const backupTime = await lastBackup(db);
  return { taken: backupTime?.toISOString() ?? null, stale: isStale(backupTime, now), plain };
}
