import { readFileSync } from "node:fs";

const ticks = 100; // a second, in /proc of every Linux

/** Processor time in s of a process, of what it has started and still runs, and of what had ended before; 0 where there is no /proc. */
export function spentBy(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const own = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) / ticks; // user and system, twice
    return childrenOf(pid).reduce((sum, child) => sum + spentBy(child), own);
  } catch {
    return 0; // it has ended meanwhile
  }
}

/** Returns the processes that a process has started and that still run; throws where it has ended meanwhile, or there is no /proc. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
