import * as refusedByServer from "#rules/texts/server-refusals.ts";
import { Refusal } from "#server/http/errors.ts";

/** Kinds of load on the database and memory: calls of one kind wait for each other. */
type Kind = "reads" | "writes" | "uploads";
export type ConcurrencyLimits = Readonly<Record<Kind, number>>;

/**
 * Number of calls of one caller that run at once. It is below the number of connections, so that a flood of one caller leaves some to everybody else.
 * Only one upload runs, because each holds a file of up to 20 MiB.
 */
export const defaultConcurrency: ConcurrencyLimits = { reads: 3, writes: 2, uploads: 1 };

/** Number of calls that may wait. A program may ask for much at once, but a change that waits holds a body of up to 1 MiB. */
const longestQueue: ConcurrencyLimits = { reads: 1000, writes: 200, uploads: 100 };

interface Queue {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Everybody has queues of their own: who asks for much at once waits for themselves. */
export class Queues {
  readonly #atOnce: ConcurrencyLimits;
  readonly #queues = new Map<string, Queue>();

  constructor(atOnce: ConcurrencyLimits) {
    this.#atOnce = atOnce;
  }

  /**
   * Waits for the turn of a caller's call, first come, first served. Answers how to end it, which counts once.
   * @throws 429 where too many wait already; what `gone` says when it ends the wait.
   */
  async turn(caller: string, kind: Kind, gone: AbortSignal): Promise<() => void> {
    gone.throwIfAborted();
    const key = `${kind} ${caller}`;
    const queue = this.#queues.get(key) ?? { running: 0, waiting: new Set() };
    this.#queues.set(key, queue);
    if (queue.running < this.#atOnce[kind]) queue.running++;
    else if (queue.waiting.size >= longestQueue[kind]) throw new Refusal(refusedByServer.tooManyCalls);
    else await place(queue, gone);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const [next] = queue.waiting;
      if (next) next();
      else if (--queue.running === 0) this.#queues.delete(key);
    };
  }
}

/** A place in the queue, until its turn comes or its client goes. */
function place({ waiting }: Queue, gone: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(start);
      reject(gone.reason as Error);
    };
    const start = () => {
      waiting.delete(start);
      gone.removeEventListener("abort", leave);
      resolve();
    };
    waiting.add(start);
    gone.addEventListener("abort", leave, { once: true });
  });
}
