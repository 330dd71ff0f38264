import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { databaseOfArchive, filesOfArchive, isTaken, putInPlace } from "#server/backup/set-aside.ts";
import { sealHistory } from "#server/database/seal-history.ts";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { lockFolder, openFolder } from "#server/postgres/folder-lock.ts";
import { besideName, noteName } from "#server/postgres/half-restored.ts";
import { runningEmbedded } from "#server/postgres/running.ts";
import { stopOnSignal } from "#cli/archive.ts";
import { Failed } from "#cli/command.ts";
import {
  checkRestored,
  endingOf,
  restoreAll,
  type Restored,
  type Restoring,
  type Target,
  targetOf,
} from "./restoring.ts";

/**
 * Restores into a data folder with the database that comes along: first beside what is there, in the folder `restoring`; what is there
 * gives way only when the rest is done, so that a restore that fails or is killed has changed nothing. Of one that is killed while it takes the place
 * a note stays: no server starts on that, and the next restore goes on with it.
 */
export async function restoreIntoFolder(restoring: Restoring): Promise<Restored> {
  const dataDir = openFolder(restoring.dataDir);
  const unlock = await lockFolder(dataDir);
  try {
    if (runningEmbedded(dataDir) !== undefined)
      throw new Failed(`A PostgreSQL still runs on ${dataDir}, left by a killed server: start and stop Magazin once.`);
    const [beside, note] = [path.join(dataDir, besideName), path.join(dataDir, noteName)];
    const begun = existsSync(note) ? readFileSync(note, "utf8") : "";
    const isOurs = restoring.at.storageUrl === undefined ? filesOfArchive : [];
    if (begun === "" && isTaken(dataDir, [...databaseOfArchive, ...isOurs]))
      await restoring.mayReplace(`The data folder ${dataDir}`);
    await clear(beside); // of a restore that was killed
    const ending = begun || endingOf(new Date());
    const target = await targetOf(restoring, beside, ending);
    try {
      const findings = await restoreBeside(restoring, target, beside);
      writeFileSync(note, ending);
      const renamed = putInPlace(dataDir, beside, [...databaseOfArchive, ...target.beside], ending);
      rmSync(note);
      return { findings, aside: [...renamed, ...target.aside] };
    } catch (error) {
      rmSync(beside, { recursive: true, force: true });
      if (begun === "") rmSync(note, { force: true });
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
  const embedded = await startEmbedded({ dataDir });
  const { connection, superuser } = embedded;
  const forget = stopOnSignal(embedded);
  try {
    await restoreAll(restoring, stores, connection);
    await sealHistory({ ...superuser, database: connection.database });
    return await checkRestored(connection, stores);
  } finally {
    await embedded.stop();
    forget();
  }
}
