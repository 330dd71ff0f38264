import { readFileSync } from "node:fs";

const ticks = 100; // a second, in /proc of every Linux

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
  for (const pid of postmaster === undefined || databases.size === 0 ? [] : childrenOf(postmaster)) {
    if (foreign.has(pid) || !(taken.has(pid) || isOurs(pid))) continue;
    taken.set(pid, Math.max(taken.get(pid) ?? 0, ownTime(pid)));
  }
  return [...taken.values()].reduce((sum, each) => sum + each, 0);
}

const read = (path: string) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // it has ended meanwhile
  }
};

const childrenOf = (pid: number) => read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);

/** A backend calls itself `postgres: role database address …` as soon as it has signed in. */
function isOurs(pid: number): boolean {
  const [, , database = ""] = read(`/proc/${pid}/cmdline`).split(" ");
  if (databases.has(database)) return true;
  if (database.startsWith("test_")) foreign.add(pid);
  return false;
}

function ownTime(pid: number): number {
  const [user = 0, system = 0] = (read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? []).slice(11, 13);
  return (Number(user) + Number(system)) / ticks;
}
