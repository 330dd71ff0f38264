import { restoreFiles } from "#server/backup/restore-files.ts";
import { restoreDatabase } from "#server/backup/restore.ts";
import type { ProvenBackup } from "#server/backup/verify.ts";
import { type Connection, Database } from "#server/database/database.ts";
import { copyPackagesAside, filesOfArchive } from "#server/backup/set-aside.ts";
import { openStores, type FileStores, type StoresAt, storesIn } from "#server/storage/stores.ts";
import { runChecks } from "#cli/check/check.ts";
import { printProgress } from "./progress.ts";

/** Backup to restore, and the wishes of its operator. */
export interface Restoring {
  readonly backup: ProvenBackup;
  readonly dataDir: string;
  readonly at: StoresAt;
  /** Asks whether what is there may be set aside. @throws where it may not */
  readonly mayReplace: (what: string) => Promise<void>;
  readonly onFile: () => void;
  /** @throws where the backup has to be whole */
  readonly onFault: (sentence: string) => void;
}

export interface RestoreResult {
  /** Where that is now which was there before. */
  readonly aside: readonly string[];
  /** Proofs of `check` that do not hold. */
  readonly findings: readonly string[];
}

/** A moment as the ending of a name. */
export const endingOf = (moment: Date) => `before-${moment.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** Where files are restored to, and how what is there gives way. */
export interface Target {
  readonly stores: FileStores;
  /** Entries of the folder beside the data folder, renamed into the data folder when all is done. */
  readonly beside: readonly string[];
  readonly aside: readonly string[];
  readonly takeBack: () => Promise<void>;
}

/**
 * Files in the data folder are restored beside it. Elsewhere pictures go where they belong at once: one of the same name has the same
 * content, and those that nobody needs are swept. What is there of packages is copied aside.
 */
export async function targetOf({ at }: Restoring, beside: string, ending: string): Promise<Target> {
  if (at.storageUrl === undefined)
    return { stores: storesIn(beside), beside: filesOfArchive, aside: [], takeBack: async () => {} };
  const stores = await openStores(at);
  return { stores, beside: [], ...(await copyPackagesAside(stores.place, ending)) };
}

/** Brings the files to their place and the rows into the empty database. */
export async function restoreAll(
  { backup, onFile, onFault }: Restoring,
  stores: FileStores,
  connection: Connection,
): Promise<void> {
  printProgress("files");
  await restoreFiles(backup, { stores, onFile, onFault });
  const { from, name, manifest } = backup;
  await from.read(name, (bytes) => restoreDatabase(connection, { manifest, bytes, onStep: printProgress }));
}

/** The proofs of `check` that do not hold for what was restored. */
export async function checkRestored(connection: Connection, { pictures }: FileStores): Promise<string[]> {
  printProgress("check");
  const db = new Database(connection, { sizes: { reading: 2, writing: 1 } });
  try {
    const disk = { pictures, deep: false, now: new Date() };
    return (await runChecks(db, () => {}, disk)).map(({ name }) => name);
  } finally {
    await db.close();
  }
}
