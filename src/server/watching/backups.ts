import { Gauge } from "prom-client";
import type { Database } from "#server/database/database.ts";
import { backupRuns } from "#server/database/jobs/job-runs.ts";
import type { BackupResult } from "#server/database/tables.ts";
import type { Jobs } from "./jobs.ts";

/** Measures the last good backup: its age, its size, and how long it took. Where there is none, it counts as one of 1970. */
export function measureBackups(
  { registry }: Jobs,
  { db, now }: { readonly db: Database; readonly now: () => Date },
): void {
  const none: BackupResult = { taken: new Date(0).toISOString(), address: "", bytes: 0, seconds: 0 };
  const gauge = (name: string, help: string, of: (backup: BackupResult) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const runs = await backupRuns(db.read).catch(() => null);
        if (runs !== null) this.set(of(runs?.result ?? none)); // the other numbers are wanted most when the database is away
      },
    });
  const ageOf = ({ taken }: BackupResult) => (now().getTime() - new Date(taken).getTime()) / 1000;
  gauge("magazin_backup_age_seconds", "Time since the last good backup was taken", ageOf);
  gauge("magazin_backup_size_bytes", "Size of the last good backup without its pictures", ({ bytes }) => bytes);
  gauge("magazin_backup_duration_seconds", "How long the last good backup took", ({ seconds }) => seconds);
}
