import { isStale } from "#rules/backups.ts";
import type { Database } from "#server/database/database.ts";
import { lastBackup } from "#server/database/jobs/job-runs.ts";
import { plainBackups } from "#server/config.ts";
import type { Proof } from "./proof.ts";

/** That whoever reads a backup has not the keys of the archive with it. */
export const proveSealed = (backsUpSecrets: boolean): Proof => ({
  name: "keys and second factors lie in no backup as they are",
  over: "settings",
  checked: 1,
  violations: backsUpSecrets ? 1 : 0,
  first: backsUpSecrets ? [plainBackups] : [],
  seconds: 0,
  warning: "odd",
});

/** That a backup is there if everything else is not any more. */
export async function proveBackup(db: Database, now: Date): Promise<Proof> {
  const start = performance.now();
  const lastRun = await lastBackup(db.read);
  const late = isStale(lastRun, now);
  const what = lastRun
    ? `the last good one is of ${lastRun.toISOString()}`
    : "there is none: BACKUP_URL makes one every night";
  return {
    name: "the last good backup is younger than a day and a half",
    over: lastRun ? "backup" : "backups",
    checked: lastRun ? 1 : 0,
    violations: late ? 1 : 0,
    first: late ? [what] : [],
    seconds: (performance.now() - start) / 1000,
    warning: "late",
  };
}
