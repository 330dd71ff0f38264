import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { FileStore } from "#server/storage/file-store.ts";

/** Entries of a data folder that belong to an archive, besides its database. */
export const filesOfArchive = ["images", "apps"] as const;
/** Entries of the bundled database, which on Windows has a password of its own. */
export const databaseOfArchive = ["postgres", "postgres.password"] as const;

/** The packages that lie at a place, kept beside it under this ending. Answers where, and how to take back what happens to them. */
export async function copyPackagesAside(place: FileStore, ending: string) {
  const copies: [from: string, to: string][] = [];
  for await (const page of place.list("apps/"))
    for (const { name } of page) copies.push([name, name.replace("apps/", `apps.${ending}/`)]);
  // what a restore that was killed has kept under this ending is the original
  for (const [from, to] of copies) if (!(await place.has(to))) await copy(place, from, to);
  const takeBack = async () => {
    for (const [from, to] of copies) await copy(place, to, from);
  };
  return { aside: copies.length > 0 ? [place.addressOf(`apps.${ending}`)] : [], takeBack };
}

async function copy(place: FileStore, from: string, to: string): Promise<void> {
  const file = await place.open(from);
  if (file) await place.put(to, file.stream as AsyncIterable<Buffer>);
}

/** Says whether a data folder holds one of these. */
export const isTaken = (dataDir: string, names: readonly string[]): boolean =>
  names.map((name) => path.join(dataDir, name)).some((each) => existsSync(each) && !isEmptyFolder(each));

const isEmptyFolder = (name: string) => statSync(name).isDirectory() && readdirSync(name).length === 0;

/**
 * Puts what was restored in the folder `from` into the data folder; what is there of it stays beside it, with this ending to its name.
 * Each is a rename, and where one fails those before it are taken back. Done again with the same ending after a kill, it keeps what was set aside then.
 * Answers what was set aside.
 */
export function putInPlace(dataDir: string, from: string, names: readonly string[], ending: string): string[] {
  const moves: [from: string, to: string][] = [];
  const move = (one: string, other: string) => {
    if (!existsSync(one)) return;
    renameSync(one, other);
    moves.push([one, other]);
  };
  try {
    const places = names.map((name) => path.join(dataDir, name));
    for (const place of places) {
      const aside = `${place}.${ending}`;
      if (existsSync(aside)) rmSync(place, { recursive: true, force: true });
      else move(place, aside);
    }
    const aside = places.map((place) => `${place}.${ending}`).filter((each) => existsSync(each));
    for (const place of places) move(path.join(from, path.basename(place)), place);
    rmSync(from, { recursive: true, force: true });
    return aside;
  } catch (error) {
    for (const [one, other] of moves.toReversed()) renameSync(other, one);
    throw new Error(`The data folder stays as it was: ${(error as Error).message}.`, { cause: error });
  }
}
