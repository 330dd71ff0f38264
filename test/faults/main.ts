import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { cases } from "./cases.ts";
import { endOf, environment, freePort, killHard, Product, run, signIn, until } from "./product.ts";
import { prove } from "./archive-proof.ts";
import { Writers } from "./writers.ts";

/**
 * Kills the product at random moments while people work with it, and proves that it comes back by itself and that
 * nothing is lost or doubled: `npm run test:faults -- --rounds N --only NAME`.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" }, only: { type: "string" } } });
const rounds = Number(values.rounds);

interface Kind {
  readonly name: string;
  readonly victims: (product: Product) => readonly (number | undefined)[];
  /** Whether the product is to be started again, as an operator or the machine does. */
  readonly startAgain?: true;
  /** Whether the same is killed again while it is coming back. */
  readonly twice?: true;
}

const kinds: readonly Kind[] = [
  { name: "server", victims: ({ server }) => [server] },
  { name: "server twice", victims: ({ server }) => [server], twice: true },
  { name: "postmaster", victims: ({ postmaster }) => [postmaster] },
  { name: "all of PostgreSQL", victims: ({ family }) => family },
  { name: "server and PostgreSQL", victims: ({ server, family }) => [server, ...family] },
  { name: "runner", victims: ({ runner }) => [runner], startAgain: true },
  { name: "runner twice", victims: ({ runner }) => [runner], startAgain: true, twice: true },
  { name: "everything", victims: ({ runner, server, family }) => [runner, server, ...family], startAgain: true },
];

/** After more kills in a row the product would wait ever longer before it starts again, and at last give up. */
const killsInARow = 5;

const total = { passed: 0, failed: 0 };
const since = (moment: number) => `${((performance.now() - moment) / 1000).toFixed(2)} s`;
const random = (from: number, to: number) => from + Math.random() * (to - from);

/** Does one thing that must hold, and says in a line how it went. */
async function attempt(name: string, work: () => Promise<string>): Promise<void> {
  const start = performance.now();
  try {
    const outcome = await work();
    total.passed++;
    console.log(`ok      ${name}: ${outcome}`);
  } catch (error) {
    total.failed++;
    console.log(`FAILED  ${name}, after ${since(start)}: ${(error as Error).message}`);
  }
}

/** Kills, and waits until a write is acknowledged by the successors of what was killed. */
async function killAndWait(product: Product, writers: Writers, { victims, startAgain, twice }: Kind): Promise<string> {
  const start = performance.now();
  const gone = new Set<number | undefined>();
  const kill = () => {
    const { server } = product;
    const pids = victims(product);
    for (const pid of pids) gone.add(pid);
    if (startAgain) gone.add(server); // it ends by itself without its runner
    killHard(pids);
    if (startAgain) product.start();
  };
  kill();
  if (twice) {
    if (!startAgain) await until("the next server starts", () => !!product.server && !gone.has(product.server));
    await sleep(random(0, 800));
    kill();
  }
  await until("all processes are there again", () => {
    const { runner, server, postmaster } = product;
    if (!runner) throw new Error(`the product does not run any more: ${product.lastWords()}`);
    return [server, postmaster].every((pid) => pid !== undefined && !gone.has(pid));
  });
  const there = performance.now();
  await until("a write is acknowledged", () => writers.wroteSince(there));
  return since(start);
}

async function round(product: Product, writers: Writers, kind: Kind, proved: Set<string>): Promise<string> {
  const before = { scans: writers.scans.size, creations: writers.creations.size, orders: writers.orders.length };
  const cutOff = writers.cutOff;
  writers.start();
  let back: string;
  try {
    await sleep(random(200, 1200));
    back = await killAndWait(product, writers, kind);
    await sleep(200);
  } finally {
    await writers.pause();
  }
  const { complaints, whole, notAtAll } = await prove(product, writers, proved);
  if (complaints.length > 0) throw new Error(complaints.join("\n          "));
  const [created, ordered] = [writers.creations.size - before.creations, writers.orders.length - before.orders];
  const work = `${created} creations, ${ordered} orders and ${writers.scans.size - before.scans} scans`;
  return `back after ${back}; ${work}, ${writers.cutOff - cutOff} requests cut off; so far ${whole} unacknowledged ones whole, ${notAtAll} not at all`;
}

async function stopInOrder(product: Product): Promise<void> {
  const code = await product.stop();
  if (code !== 0) throw new Error(`the product ended with ${code}: ${product.lastWords()}`);
}

async function storm(product: Product): Promise<void> {
  const start = performance.now();
  product.start();
  await product.ready();
  console.log(`        first start: ready after ${since(start)}, the build of the page included`);
  const writers = new Writers(product.url, await signIn(product.url));
  await writers.prepare();
  const proved = new Set<string>();
  for (const kind of kinds.filter(({ name }) => !values.only || name === values.only)) {
    for (let number = 1; number <= (kind.twice ? Math.ceil(rounds / 2) : rounds); number++) {
      if ((number - 1) % Math.floor(killsInARow / (kind.twice ? 2 : 1)) === 0) await startAnew(product);
      await attempt(`kill -9 of ${kind.name}, round ${number}`, () => round(product, writers, kind, proved));
    }
  }
}

async function startAnew(product: Product): Promise<void> {
  const start = performance.now();
  await stopInOrder(product);
  const stopped = since(start);
  const started = performance.now();
  product.start();
  await product.ready();
  console.log(`        stopped in order within ${stopped}, started anew and ready within ${since(started)}`);
}

async function check(product: Product): Promise<string> {
  await stopInOrder(product);
  const env = environment({ DATA_DIR: product.dataDir });
  const code = await endOf(run(["src/cli/main.ts", "check"], product.logFile, env));
  if (code !== 0) throw new Error(`it ended with ${code}: ${product.lastWords()}`);
  return product.lastWords().split("\n").at(-1)?.trim() ?? "";
}

async function main(): Promise<void> {
  if (process.platform !== "linux") throw new Error("The fault runs find processes in /proc, which only Linux has.");
  const folder = mkdtempSync(join(tmpdir(), "magazin-faults-"));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs under another account
  const product = new Product(folder, await freePort());
  const cleanUp = () => product.discard();
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
    process.on(signal, () => void cleanUp().then(() => process.exit(1)));
  const start = performance.now();
  try {
    await attempt("the storm comes to its end", () => storm(product).then(() => since(start)));
    for (const [name, work] of Object.entries(cases)) {
      if (!values.only || values.only === name) await attempt(name, () => work({ product, folder, rounds }));
    }
    await attempt("check finds nothing", () => check(product));
  } finally {
    await cleanUp();
  }
  if (total.failed === 0) rmSync(folder, { recursive: true });
  else console.log(`the servers' words: ${product.logFile}`);
  console.log(`${total.passed} passed, ${total.failed} failed in ${since(start)}`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

await main();
process.exit();
