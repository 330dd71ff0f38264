import { Gauge, type Registry } from "prom-client";
import { backupRuns } from "#server/database/jobs/job-runs.ts";
import type { House } from "#server/house.ts";

/** Of the last good backup: how old, how large, how long it took. Where there is none it counts as one of 1970. */
export function measureBackups(registry: Registry, { db, now }: House): void {
  // every process says the same of one thing, which must not be added up
  const gauge = (name: string, help: string, collect?: () => Promise<void>) =>
    new Gauge({ name, help, registers: [registry], aggregator: "max", ...(collect && { collect }) });
  const size = gauge("magazin_backup_size_bytes", "Size of the last good backup without its pictures");
  const duration = gauge("magazin_backup_duration_seconds", "How long the last good backup took");
  const age = gauge("magazin_backup_age_seconds", "Time since the last good backup was taken", async () => {
    const runs = await backupRuns(db.read).catch(() => null); // the other numbers are wanted most when the database is away
    if (runs === null) return;
    const result = runs?.result;
    age.set((now().getTime() - new Date(result?.taken ?? 0).getTime()) / 1000);
    size.set(result?.bytes ?? 0);
    duration.set(result?.seconds ?? 0);
  });
}
