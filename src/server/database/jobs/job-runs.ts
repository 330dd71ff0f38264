import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database/database.ts";
import type { BackupResult } from "#server/database/tables.ts";

/** Outcome of the last backups; there is no result where none ever ended well. */
export interface BackupHistory {
  readonly begun: string;
  readonly failed: string | null;
  readonly reason: string | null;
  readonly result: BackupResult | null;
}

/** Returns the outcome of the last backups; undefined where there was none yet. */
export async function backupRuns(db: Reader): Promise<BackupHistory | undefined> {
  const columns = ["begun", "failed", "reason", "result"] as const;
  const runs = await db.selectFrom("jobs").select(columns).where("name", "=", "backup").executeTakeFirst();
  return runs && { ...runs, result: runs.result as BackupResult | null };
}

/** When the last good backup was taken; null where there is none. */
export async function lastBackup(db: Reader): Promise<Date | null> {
  const result = (await backupRuns(db))?.result;
  return result ? new Date(result.taken) : null;
}

/** Notes that a backup begins. */
export async function noteBegun(tx: Transaction): Promise<void> {
  await tx
    .insertInto("jobs")
    .values({ name: "backup" })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ begun: sql`now()` }))
    .execute();
}

/** Notes that a backup was made and proven. */
export async function noteDone(tx: Transaction, result: BackupResult): Promise<void> {
  const success = { done: sql<string>`now()`, result: JSON.stringify(result), failed: null, reason: null };
  await tx
    .insertInto("jobs")
    .values({ name: "backup", ...success })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(success))
    .execute();
}

const longestReason = 1000;

/** Notes why a backup could not be made. */
export async function noteFailed(tx: Transaction, reason: string): Promise<void> {
  const failure = { failed: sql<string>`now()`, reason: reason.slice(0, longestReason) };
  await tx
    .insertInto("jobs")
    .values({ name: "backup", ...failure })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ begun: sql`now()`, ...failure }))
    .execute();
}
