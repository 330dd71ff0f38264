import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";

/** What a data folder holds of an archive beside its database. */
export const filesOfArchive = ["images", "apps"] as const;
/** With the database that comes along, which on Windows has a password of its own. */
export const allOfArchive = ["postgres", "postgres.password", ...filesOfArchive] as const;

/** Whether a data folder holds one of these. */
export const isTaken = (dataDir: string, names: readonly string[]): boolean =>
  names.map((name) => path.join(dataDir, name)).some((each) => existsSync(each) && !isEmptyFolder(each));

const isEmptyFolder = (name: string) => statSync(name).isDirectory() && readdirSync(name).length === 0;

/**
 * Puts what was restored in the folder `from` into the data folder; what is there of it stays beside it, with this ending to its name.
 * Each is a rename, and where one fails those before it are taken back. Answers what was set aside.
 */
export function putInPlace(dataDir: string, from: string, names: readonly string[], ending: string): string[] {
  const done: [from: string, to: string][] = [];
  const move = (one: string, other: string) => {
    if (!existsSync(one)) return;
    renameSync(one, other);
    done.push([one, other]);
  };
  try {
    const places = names.map((name) => path.join(dataDir, name));
    for (const place of places) move(place, `${place}.${ending}`);
    const aside = done.map(([, to]) => to);
    for (const place of places) move(path.join(from, path.basename(place)), place);
    rmSync(from, { recursive: true, force: true });
    return aside;
  } catch (error) {
    for (const [one, other] of done.toReversed()) renameSync(other, one);
    throw new Error(`The data folder stays as it was: ${(error as Error).message}.`, { cause: error });
  }
}
