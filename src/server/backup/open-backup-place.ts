import path from "node:path";
import { openPlace } from "#server/storage/open-place.ts";
import { BackupPlace, takenBy } from "./backup-place.ts";
import { plain } from "./cipher.ts";
import { BrokenBackup } from "./read.ts";

/** The place of backups that an address means. @throws NoPlace */
export async function openBackupPlace(address: string): Promise<BackupPlace> {
  return new BackupPlace(await openPlace(address), plain);
}

/** A backup, and where it and its files lie. */
export interface FoundBackup {
  readonly name: string;
  readonly taken: Date;
  readonly from: BackupPlace;
}

/**
 * The backup that an address means: itself, or the newest one of a place.
 * @throws NoPlace, BrokenBackup where there is none
 */
export async function findBackup(address: string): Promise<FoundBackup> {
  const file = path.posix.basename(address);
  const taken = takenBy(file);
  if (taken) {
    const from = await openBackupPlace(address.slice(0, -file.length) || ".");
    if (!(await from.place.has(file))) throw new BrokenBackup(`There is no ${file} in ${from.place.address}.`);
    return { name: file, taken, from };
  }
  const from = await openBackupPlace(address);
  const newest = (await from.backups()).at(-1);
  if (!newest)
    throw new BrokenBackup(
      `There is no backup in ${from.place.address}: one is called like magazin-2026-11-22T01-30-00Z.tar.`,
    );
  return { ...newest, from };
}
