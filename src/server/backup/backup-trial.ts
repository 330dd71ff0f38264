import { access, constants } from "node:fs/promises";
import path from "node:path";
import { FolderStore } from "#server/storage/folder-store.ts";
import { openStore } from "#server/storage/open-store.ts";
import { expectAnswer } from "#server/storage/stores.ts";

/**
 * Asks the place of backups whether it answers, and a folder whether it may be written to; nothing is written. The night would find out
 * otherwise, and report it 36 hours later.
 * @throws with a sentence for the operator
 */
export async function expectBackupPlace(address: string): Promise<void> {
  const place = await openStore(address);
  if (place instanceof FolderStore) await expectWritable(place.address, place.address);
  await expectAnswer(place);
}

/** A folder that is not there yet is made by the first backup, where the one above it lets us. */
async function expectWritable(folder: string, wanted: string): Promise<void> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const above = path.dirname(folder);
    if (code === "ENOENT" && above !== folder) return expectWritable(above, wanted);
    throw new Error(`${wanted} takes no backups: nothing may be written to ${folder} (${code}).`, { cause: error });
  }
}
