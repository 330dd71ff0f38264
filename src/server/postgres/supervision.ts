import { setTimeout as sleep } from "node:timers/promises";
import type { Postmaster } from "./postmaster.ts";
import { DiskFull } from "./disk-full.ts";

/** A PostgreSQL that ends more often than this within a minute has a cause that starting it again does not remove. */
const mostEndsInAMinute = 10;
const longestPause = 1_000;
const pauseOnFullDisk = 5_000;

/**
 * Starts PostgreSQL again whenever it ends, after a growing pause, and gives up with an event when that does not help.
 * Answers with the function that ends the supervision and stops PostgreSQL.
 */
export function supervise(supervised: {
  first: Postmaster;
  launch: (signal: AbortSignal) => Promise<Postmaster>;
  onEvent: (message: string, detail?: object) => void;
}): () => Promise<void> {
  const { launch, onEvent } = supervised;
  const ending = new AbortController();
  let current = supervised.first;
  let ends: number[] = [];

  async function restart(): Promise<boolean> {
    const now = Date.now();
    ends = [...ends.filter((end) => now - end < 60_000), now];
    if (ends.length > mostEndsInAMinute) {
      onEvent("PostgreSQL keeps ending and is not started again", { endsInTheLastMinute: ends.length, final: true });
      return false;
    }
    const pause = ends.length === 1 ? 0 : Math.min(longestPause, 25 * 2 ** ends.length);
    await sleep(pause, undefined, { signal: ending.signal });
    try {
      current = await launch(ending.signal);
      if (ending.signal.aborted) await current.stop();
      onEvent("PostgreSQL was started again", { pid: current.pid });
      return true;
    } catch (error) {
      ending.signal.throwIfAborted();
      onEvent("PostgreSQL could not be started again", { reason: (error as Error).message });
      if (error instanceof DiskFull) {
        // which somebody may empty without a word to us
        ends = [];
        await sleep(pauseOnFullDisk, undefined, { signal: ending.signal });
      }
      return restart();
    }
  }

  // the end of a process that is no child of ours is only looked for: nobody who stops it waits for the next look
  const abortion = new Promise<void>((resolve) => ending.signal.addEventListener("abort", () => resolve()));

  async function watch(): Promise<void> {
    do {
      await Promise.race([current.gone, abortion]);
      if (ending.signal.aborted) return;
      onEvent("PostgreSQL ended unexpectedly", { pid: current.pid });
    } while (await restart());
  }

  const watching = watch().catch((error: unknown) => {
    if (!ending.signal.aborted) onEvent("The supervision of PostgreSQL failed", { reason: String(error), final: true });
  });
  return async () => {
    ending.abort();
    await current.stop();
    await watching;
  };
}
