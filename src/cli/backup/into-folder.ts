import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { databaseOfArchive, filesOfArchive, isTaken, putInPlace } from "#server/backup/set-aside.ts";
import { sealHistory } from "#server/database/seal-history.ts";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { lockFolder, openFolder } from "#server/postgres/folder-lock.ts";
import { besideName, noteName } from "#server/postgres/half-restored.ts";
import { runningEmbedded } from "#server/postgres/running.ts";
import { stopOnSignal } from "#cli/archive.ts";
import { CommandError } from "#cli/command.ts";
import {
  checkRestored,
  endingOf,
  restoreAll,
  type RestoreResult,
  type Restoring,
  type Target,
  targetOf,
} from "./restoring.ts";

/**
 * Restores into a data folder with the database that comes along: first beside what is there, in the folder `restoring`; what is there
 * gives way only when the rest is done, so that a restore that fails or is killed has changed nothing. Of one that is killed while it takes the place
 * a note stays: no server starts on that, and the next restore goes on with it.
 */
export async function restoreIntoFolder(restoring: Restoring): Promise<RestoreResult> {
  const dataDir = openFolder(restoring.dataDir);
  const unlock = await lockFolder(dataDir);
  try {
    if (runningEmbedded(dataDir) !== undefined)
      throw new CommandError(
        `A PostgreSQL still runs on ${dataDir}, left by a killed server: start and stop Magazin once.`,
      );
    const [beside, note] = [path.join(dataDir, besideName), path.join(dataDir, noteName)];
    const oldNote = existsSync(note) ? readFileSync(note, "utf8") : "";
    const isOurs = restoring.at.storageUrl === undefined ? filesOfArchive : [];
    if (oldNote === "" && isTaken(dataDir, [...databaseOfArchive, ...isOurs]))
      await restoring.mayReplace(`The data folder ${dataDir}`);
    await clear(beside); // of a restore that was killed
    const ending = oldNote || endingOf(new Date());
    const target = await targetOf(restoring, beside, ending);
    try {
      const findings = await restoreBeside(restoring, target, beside);
      writeFileSync(note, ending);
      const oldFolder = putInPlace(dataDir, beside, [...databaseOfArchive, ...target.beside], ending);
      rmSync(note);
      return { findings, aside: [...oldFolder, ...target.aside] };
    } catch (error) {
      rmSync(beside, { recursive: true, force: true });
      if (oldNote === "") rmSync(note, { force: true });
      await target.takeBack();
      throw error;
    }
  } finally {
    unlock();
  }
}

async function clear(beside: string): Promise<void> {
  if (runningEmbedded(beside) !== undefined) await (await startEmbedded({ dataDir: beside })).stop();
  rmSync(beside, { recursive: true, force: true });
}

async function restoreBeside(restoring: Restoring, { stores }: Target, dataDir: string): Promise<string[]> {
  const postgres = await startEmbedded({ dataDir });
  const { connection, superuser } = postgres;
  const forget = stopOnSignal(postgres);
  try {
    await restoreAll(restoring, stores, connection);
    await sealHistory({ ...superuser, database: connection.database });
    return await checkRestored(connection, stores);
  } finally {
    await postgres.stop();
    forget();
  }
}
