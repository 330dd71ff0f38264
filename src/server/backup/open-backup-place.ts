import { openStore, splitAddress } from "#server/storage/open-store.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { BackupPlace, isEncrypted, storedBackups, takenBy } from "./backup-place.ts";
import { plain } from "./cipher.ts";
import { cipherToRead, cipherToWrite } from "./keys.ts";
import { BrokenBackup } from "./read.ts";

/** The place that an address means, for new backups. @throws StoreMissing, NoKey */
export async function openBackupPlace(address: string, key: string | undefined): Promise<BackupPlace> {
  const place = await openStore(address);
  return new BackupPlace(place, await cipherToWrite(place, key));
}

/** A backup, and where it and its files lie. */
export interface FoundBackup {
  readonly name: string;
  readonly from: BackupPlace;
}

/**
 * The backup that an address means: itself, or the newest one of a place.
 * @throws StoreMissing, NoKey, BrokenBackup where there is none
 */
export async function findBackup(address: string, key: string | undefined): Promise<FoundBackup> {
  const { name, place } = await locate(address);
  return { name, from: new BackupPlace(place, isEncrypted(name) ? await cipherToRead(place, key) : plain) };
}

async function locate(address: string): Promise<{ name: string; place: FileStore }> {
  const { place: around, file } = splitAddress(address);
  if (takenBy(file)) {
    const place = await openStore(around);
    if (!(await place.has(file))) throw new BrokenBackup(`There is no ${file} in ${place.address}.`);
    return { name: file, place };
  }
  const place = await openStore(address);
  const newest = (await storedBackups(place)).at(-1);
  if (newest) return { name: newest.name, place };
  throw new BrokenBackup(
    `There is no backup in ${place.address}: one is called like magazin-2026-11-22T01-30-00Z.tar.`,
  );
}
