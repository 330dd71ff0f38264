import { type Keep, keptBackups } from "#rules/backups.ts";
import { type BackupPlace, type StoredBackup, storedBackups } from "./backup-place.ts";
import { filesIn } from "./read.ts";

const day = 86_400_000; // ms
/** ms; a younger file may belong to a backup that is just being made, by another server or by hand. */
const young = 2 * day;
/** Names that are in memory at once. */
const atOnce = 500_000;

/** Numbers of things that were removed. */
export interface PruneResult {
  backups: number;
  files: number;
}

/**
 * Removes the backups that need not be kept, what broken-off writes left behind, and, where backups went, the files that none names any more.
 * @throws where a kept backup cannot be read: no file is removed then
 */
export async function prune(place: BackupPlace, keep: Keep, now: Date): Promise<PruneResult> {
  const result: PruneResult = { backups: 0, files: 0 };
  const backups = await storedBackups(place.place);
  const keptNames = keptBackups(backups, keep);
  for (const backup of backups) {
    if (keptNames.has(backup)) continue;
    await place.place.remove(backup.name);
    result.backups++;
  }
  result.files += await place.place.sweep("", new Date(now.getTime() - young));
  if (result.backups > 0) result.files += await pruneFiles(place, [...keptNames], now);
  return result;
}

async function pruneFiles(place: BackupPlace, kept: readonly StoredBackup[], now: Date): Promise<number> {
  let count = 0;
  let names: string[] = [];
  const removeUnnamed = async () => {
    for (const name of await filesOutside(place, kept, names)) count += await removeOld(place, name, now);
    names = [];
  };
  for await (const name of place.files()) if (names.push(name) === atOnce) await removeUnnamed();
  await removeUnnamed();
  return count;
}

/** Those of the sorted names that no backup names, whether encrypted or not; names that are none of ours are nobody's to remove. */
async function filesOutside(
  place: BackupPlace,
  kept: readonly StoredBackup[],
  names: readonly string[],
): Promise<string[]> {
  const files = names.flatMap((name) => {
    const [, sha256] = /^files\/..\/([\da-f]{64})(?:\.age)?$/.exec(name) ?? [];
    return sha256 === undefined ? [] : [{ name, sha256 }];
  });
  const references = new Uint8Array(files.length);
  const packages = new Set<string>();
  for (const { name } of kept)
    await place.read(name, async (bytes) => {
      let at = 0;
      for await (const file of filesIn(bytes)) {
        if (file.name !== undefined) packages.add(file.sha256);
        // the pictures come in the order of the names
        else while ((files[at]?.sha256 ?? "~") < file.sha256) at++;
        for (let same = at; files[same]?.sha256 === file.sha256; same++) references[same] = 1;
      }
    });
  return files.flatMap(({ name, sha256 }, index) => (references[index] === 1 || packages.has(sha256) ? [] : [name]));
}

async function removeOld({ place }: BackupPlace, name: string, now: Date): Promise<number> {
  const facts = await place.has(name);
  if (!facts || now.getTime() - facts.written.getTime() < young) return 0;
  await place.remove(name);
  return 1;
}
