import { existsSync } from "node:fs";
import { join } from "node:path";

/** Below the data folder, where a restore makes what is to take its place. */
export const besideName = "restoring";
/** There while that takes its place, and holds the ending that what was there gets. */
export const noteName = "restoring.txt";

/**
 * A restore that was killed may have left a data folder without a database, or with one and without its pictures: nobody may begin an empty archive there.
 * @throws Error with what to do
 */
export function refuseHalfRestored(dataDir: string): void {
  const interruption = `A restore into the data folder ${dataDir} was broken off`;
  if (existsSync(join(dataDir, noteName)))
    throw new Error(
      `${interruption} while it took its place: run it again. What was there lies beside it, as postgres.before-….`,
    );
  if (existsSync(join(dataDir, besideName)) && !existsSync(join(dataDir, "postgres")))
    throw new Error(`${interruption}: run it again, or remove the folder ${besideName} to begin an empty archive.`);
}
