/** Lets a piece of work run when it is its turn; `who` wants it done. */
export type Semaphore = <T>(who: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets `atOnce` pieces of work run at once; the others wait. Those who wait are served in turn, one piece each, so that
 * somebody with 300 of them keeps nobody else waiting behind all 300.
 */
export function semaphore(atOnce: number): Semaphore {
  const waiting = new Map<string, (() => void)[]>(); // who is served next comes first
  let running = 0;
  const next = () => {
    const [first] = waiting;
    if (!first) return void running--;
    const [who, pieces] = first;
    waiting.delete(who);
    const start = pieces.shift();
    if (pieces.length > 0) waiting.set(who, pieces); // behind all others
    start?.();
  };
  const begin = (who: string) => {
    if (running < atOnce) return void running++;
    return new Promise<void>((resolve) => {
      const pieces = waiting.get(who) ?? [];
      pieces.push(resolve);
      waiting.set(who, pieces);
    });
  };
  return async (who, work) => {
    await begin(who);
    try {
      return await work();
    } finally {
      next();
    }
  };
}
