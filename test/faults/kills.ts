import { setTimeout as sleep } from "node:timers/promises";
import { killHard, type Product, until } from "./product.ts";
import type { Outcome, Workplace } from "./workplace.ts";

/** Process that is killed, as often as a case has rounds. */
export interface Kill {
  readonly name: string;
  readonly victims: (product: Product) => readonly (number | undefined)[];
  /** True where the product is to be started again, as an operator or the machine does. */
  readonly startAgain?: true;
  /** True where the same is killed again while it is coming back. */
  readonly twice?: true;
}

export const kills: readonly Kill[] = [
  { name: "server", victims: ({ server }) => [server] },
  { name: "server twice", victims: ({ server }) => [server], twice: true },
  { name: "postmaster", victims: ({ postmaster }) => [postmaster] },
  { name: "all of PostgreSQL", victims: ({ family }) => family },
  { name: "server and PostgreSQL", victims: ({ server, family }) => [server, ...family] },
  { name: "runner", victims: ({ runner }) => [runner], startAgain: true },
  { name: "runner twice", victims: ({ runner }) => [runner], startAgain: true, twice: true },
  { name: "everything", victims: ({ runner, server, family }) => [runner, server, ...family], startAgain: true },
];

/** Kills while people work, and waits until a write is acknowledged by the successors of what was killed. */
export const killOnce = (at: Workplace, kill: Kill): Promise<Outcome> =>
  at.during(async () => {
    const { product } = at;
    const start = performance.now();
    const gone = new Set<number | undefined>();
    strike(product, kill, gone);
    if (kill.twice) {
      if (!kill.startAgain) await until("the next server starts", () => !!product.server && !gone.has(product.server));
      await sleep(Math.random() * 800);
      strike(product, kill, gone);
    }
    await until("all processes are there again", () => {
      const { runner, server, postmaster } = product;
      if (!runner) throw new Error(`the product does not run any more: ${product.lastWords()}`);
      return [server, postmaster].every((pid) => pid !== undefined && !gone.has(pid));
    });
    await at.goesOn();
    return `back after ${((performance.now() - start) / 1000).toFixed(1)} s`;
  });

function strike(product: Product, { victims, startAgain }: Kill, gone: Set<number | undefined>): void {
  const { server } = product;
  const pids = victims(product);
  for (const pid of pids) gone.add(pid);
  if (startAgain) gone.add(server); // it ends by itself without its runner
  killHard(pids);
  if (startAgain) product.start();
}
