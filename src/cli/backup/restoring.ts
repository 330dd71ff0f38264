import { restoreFiles } from "#server/backup/restore-files.ts";
import { restoreDatabase } from "#server/backup/restore.ts";
import type { ProvenBackup } from "#server/backup/verify.ts";
import { type Connection, Database } from "#server/database/database.ts";
import { PictureStore } from "#server/storage/pictures.ts";
import { runChecks } from "#cli/check/check.ts";
import { say } from "./progress.ts";

/** What is restored, and what its operator wants. */
export interface Restoring {
  readonly backup: ProvenBackup;
  readonly dataDir: string;
  /** Asks whether what is there may be set aside. @throws where it may not */
  readonly mayReplace: (what: string) => Promise<void>;
  readonly onFile: () => void;
  /** @throws where the backup has to be whole */
  readonly onFault: (sentence: string) => void;
}

/** What came of it. */
export interface Restored {
  /** Where that is now which was there before. */
  readonly aside: readonly string[];
  /** Proofs of `check` that do not hold. */
  readonly findings: readonly string[];
}

/** A moment as the ending of a name. */
export const endingOf = (moment: Date) => `before-${moment.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** Brings the files into `dataDir` and the rows into the empty database. */
export async function restoreAll(
  { backup, onFile, onFault }: Restoring,
  dataDir: string,
  connection: Connection,
): Promise<void> {
  say("files");
  await restoreFiles(backup, { dataDir, onFile, onFault });
  const { from, name, manifest } = backup;
  await from.read(name, (bytes) => restoreDatabase(connection, { manifest, bytes, onStep: say }));
}

/** The proofs of `check` that do not hold for what was restored. */
export async function checkRestored(connection: Connection, dataDir: string): Promise<string[]> {
  say("check");
  const db = new Database(connection, { sizes: { reading: 2, writing: 1 } });
  try {
    const disk = { pictures: new PictureStore(dataDir), deep: false, now: new Date() };
    return (await runChecks(db, () => {}, disk)).map(({ name }) => name);
  } finally {
    await db.close();
  }
}
