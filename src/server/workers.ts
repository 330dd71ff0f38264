import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AggregatorRegistry, type RegistryContentType } from "prom-client";
import type { Config } from "#server/config.ts";
import type { Connection } from "#server/database/database.ts";
import type { Jobs } from "#server/watching/jobs.ts";
import type { Listeners } from "#server/listeners.ts";

/** First message to a worker. */
export interface Start {
  readonly number: number;
  readonly connection: Connection;
}
/** Message of a worker: that it serves, why it cannot, or that somebody wants the numbers of all. */
export interface Word {
  readonly address?: string;
  readonly devices?: Listeners["devices"] | undefined;
  readonly failure?: string;
  readonly wants?: "metrics";
}

/** ms; a worker that does not end by itself is ended, or PostgreSQL could not end in order. */
const timeouts = 15_000;
/** ms before a lost worker is replaced, so that one that is lost at once does not take the processor from the others. */
const pause = 500;

/**
 * Serves by several processes on one port, all of which use the database that this process opened. One that is lost is replaced,
 * the others serve on.
 * @throws Error with the worker's reason when one cannot start at first
 */
export async function openWorkers(
  { workers }: Config,
  connection: Connection,
  log: (message: string, detail?: object) => void,
  jobs: Jobs,
): Promise<Listeners> {
  let closing = false;
  const all = new AggregatorRegistry();
  cluster.setupPrimary({ exec: path.join(import.meta.dirname, "worker.ts") });

  const start = (number: number) => {
    const worker = cluster.fork();
    worker.on("error", () => undefined); // it is gone, as its end says
    worker.send({ number, connection } satisfies Start);
    worker.on("message", ({ wants }: Word) => wants && void answerMetrics(worker, all, jobs));
    return { ended: once(worker, "exit"), open: firstWord(worker) };
  };

  /** Replaces a worker each time that it is lost; one that does not start is tried again, after the first time. */
  const keep = async (number: number, ended: Promise<unknown[]>): Promise<void> => {
    const [code, signal] = await ended;
    if (closing) return;
    log("a server process was lost, starting it again", { worker: number, code, signal });
    await sleep(pause);
    if (closing) return;
    const next = start(number);
    next.open.catch((error: Error) =>
      log("a server process does not start", { worker: number, reason: error.message }),
    );
    return keep(number, next.ended);
  };

  const close = async () => {
    closing = true;
    await Promise.all(Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [end(worker)] : [])));
  };
  const first = Array.from({ length: workers }, (_, index) => start(index + 1));
  try {
    const [open] = await Promise.all(first.map((each) => each.open));
    for (const [index, { ended }] of first.entries()) void keep(index + 1, ended);
    return { address: "", ...open, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where a worker listens, as soon as it does. */
function firstWord(worker: Worker): Promise<Omit<Listeners, "close">> {
  return new Promise((resolve, reject) => {
    worker.on("message", ({ address, devices, failure }: Word) => {
      if (address !== undefined) resolve({ address, ...(devices && { devices }) });
      if (failure !== undefined) reject(new Error(failure));
    });
    worker.once("exit", () => reject(new Error("a server process ended before it served.")));
  });
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exit = once(worker, "exit");
  worker.process.kill("SIGTERM");
  const hanging = setTimeout(() => worker.process.kill("SIGKILL"), timeouts);
  await exit;
  clearTimeout(hanging);
}

/** The sum of all processes, and the jobs of this one; null where one of them does not answer: it is just being replaced. */
async function answerMetrics(
  worker: Worker,
  all: AggregatorRegistry<RegistryContentType>,
  { registry }: Jobs,
): Promise<void> {
  const metrics = await Promise.all([all.clusterMetrics(), registry.metrics()]).then(
    (texts) => texts.join(""),
    () => null,
  );
  if (worker.isConnected()) worker.send({ metrics });
}
