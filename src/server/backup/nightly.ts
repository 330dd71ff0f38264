import { setTimeout as sleep } from "node:timers/promises";
import { lastDue } from "#rules/backups.ts";
import type { Config } from "#server/config.ts";
import type { Connection, Database } from "#server/database/database.ts";
import { backupRuns, noteBegun, noteDone, noteFailed } from "#server/database/jobs/job-runs.ts";
import { openStores, type FileStores, type StoresAt } from "#server/storage/stores.ts";
import { BackupInProgress, makeBackup } from "./make.ts";
import { openBackupPlace } from "./open-backup-place.ts";
import { prune } from "./prune.ts";

const minute = 60_000; // ms
/** ms after which a backup that failed, or was killed, is tried again. */
const tryAgain = 60 * minute;
const goodbye = 2_000; // ms that a running backup has to end in order when the server stops

interface Night {
  readonly db: Database;
  readonly connection: Connection;
  readonly config: Pick<Config, "backupUrl" | "backupKey" | "backupAt" | "backupKeep"> & StoresAt;
  /** Where files lie; those of the configuration where nothing is said. */
  readonly stores?: FileStores;
  readonly now: () => Date;
}

type Log = (message: string, detail?: object) => void;

/** Makes the backup of the night when its time has come, and looks for that each minute until it is stopped. */
export function backUpNightly(night: Night, log: Log): () => Promise<void> {
  const ending = new AbortController();
  let working = Promise.resolve();
  let busy = false;
  const look = () => {
    if (busy) return;
    busy = true;
    working = backUpIfDue(night, log, ending.signal).finally(() => (busy = false));
  };
  look();
  const timer = setInterval(look, minute);
  return async () => {
    clearInterval(timer);
    ending.abort();
    await Promise.race([working, sleep(goodbye, undefined, { ref: false })]);
  };
}

/** Makes, proves and notes the backup where it is due and no other server does it, and removes old ones. Failures are noted. */
export async function backUpIfDue(night: Night, log: Log, signal: AbortSignal): Promise<void> {
  const { db, config, now } = night;
  try {
    if (config.backupUrl === undefined || !(await isDue(night))) return;
    await backUp(night, config.backupUrl, log, signal);
  } catch (error) {
    if (error instanceof BackupInProgress || signal.aborted) return;
    const reason = (error as Error).message;
    log("the backup failed", { reason, at: now().toISOString() });
    await db.write((tx) => noteFailed(tx, reason)).catch(() => undefined);
  }
}

async function isDue({ db, config, now }: Night): Promise<boolean> {
  const runs = await backupRuns(db.read);
  if (!runs) return true;
  const due = lastDue(config.backupAt, now());
  const isMade = runs.result !== null && new Date(runs.result.taken) >= due;
  const isTried = now().getTime() - new Date(runs.begun).getTime() < tryAgain;
  return !isMade && !isTried;
}

async function backUp(night: Night, url: string, log: Log, signal: AbortSignal): Promise<void> {
  const { db, connection, config, now } = night;
  const start = now();
  const to = await openBackupPlace(url, config.backupKey);
  const { pictures, packages } = night.stores ?? (await openStores(config));
  const isWanted = async () => {
    if (!(await isDue(night))) return false;
    await db.write(noteBegun);
    return true;
  };
  const say = () => undefined;
  const making = { connection, pictures, packages, to, signal, say, isWanted };
  const { name, bytes, manifest } = await makeBackup(making);
  const seconds = (now().getTime() - start.getTime()) / 1000;
  const address = to.place.addressOf(name);
  await db.write((tx) => noteDone(tx, { taken: manifest.head.taken, address, bytes, seconds }));
  log("backup made and proven", { address, bytes, seconds, pictures: manifest.pictures.rows });
  if (manifest.lost.length > 0) log("the backup lacks files that were lost before it", { lost: manifest.lost });
  const pruneResult = await prune(to, config.backupKeep, now()).catch((error: Error) => {
    log("old backups could not be removed", { reason: error.message });
    return null;
  });
  if (pruneResult && pruneResult.backups + pruneResult.files > 0)
    log("removed old backups and what only they named", pruneResult);
}
