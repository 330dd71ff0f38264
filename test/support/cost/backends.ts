import { readFileSync } from "node:fs";
import { childrenOf, spentBy } from "./spent.ts";

/** The databases that this file of tests has made; those of the files before it are forgotten. */
const databases = new Set<string>();
/** The backends of these databases, and what each had taken when it was last looked at: it may have ended since. */
const taken = new Map<number, number>();
/** Children of the postmaster that serve others. */
const foreign = new Set<number>();

/** Notes a database whose backends' work is this file's. */
export function countDatabase(name: string): void {
  databases.add(name);
  foreign.clear();
}

/** Begins anew with the next file. */
export function forgetDatabases(): void {
  databases.clear();
  taken.clear();
  foreign.clear();
}

/** Processor time in s that PostgreSQL has taken for the databases of this file; 0 where there is no /proc. */
export function spentByBackends(postmaster: number | undefined): number {
  for (const pid of postmaster === undefined || databases.size === 0 ? [] : runningBelow(postmaster)) {
    if (foreign.has(pid) || !(taken.has(pid) || isOurs(pid))) continue;
    taken.set(pid, Math.max(taken.get(pid) ?? 0, spentBy(pid)));
  }
  return [...taken.values()].reduce((sum, each) => sum + each, 0);
}

function runningBelow(postmaster: number): readonly number[] {
  try {
    return childrenOf(postmaster);
  } catch {
    return [];
  }
}

/** A backend calls itself `postgres: role database address …` as soon as it has signed in. */
function isOurs(pid: number): boolean {
  let title = "";
  try {
    title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return false; // it has ended meanwhile
  }
  const [, , database = ""] = title.split(" ");
  if (databases.has(database)) return true;
  if (database.startsWith("test_")) foreign.add(pid);
  return false;
}
