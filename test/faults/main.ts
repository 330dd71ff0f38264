import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cases, type Stage } from "./cases.ts";
import { unmountAll } from "./disks.ts";
import { type Kill, killOnce, kills } from "./kills.ts";
import { freePort, Product } from "./product.ts";
import { Lost, type Outcome, Workplace } from "./workplace.ts";

/**
 * Kills the product at random moments while people work with it, and lets other accidents happen to it; proves that it comes back
 * by itself and that nothing is lost or doubled: `npm run test:faults -- --rounds N --only NAME`.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "1" }, only: { type: "string" } } });
const rounds = Number(values.rounds);

/** After more kills in a row the product would wait ever longer before it starts again, and at last give up. */
const killsInARow = 5;

/** A line of the table at the end. */
interface Result {
  readonly name: string;
  passed: number;
  failed: number;
  acknowledged: number;
  lost: number;
  seconds: number;
  skipped?: string;
}

const results: Result[] = [];
const secondsSince = (moment: number) => (performance.now() - moment) / 1000;
const isWanted = (name: string) => !values.only || values.only === name;

/** Does one thing that must hold, and says in a line how it went. */
async function attempt(result: Result, work: () => Promise<Outcome>): Promise<void> {
  const start = performance.now();
  const round = result.passed + result.failed + 1;
  try {
    const { said, acknowledged } = await work();
    result.passed++;
    result.acknowledged += acknowledged;
    console.log(`ok      ${result.name}, round ${round}: ${said}`);
  } catch (error) {
    result.failed++;
    if (error instanceof Lost) result.lost += error.complaints.length;
    console.log(
      `FAILED  ${result.name}, round ${round}, after ${secondsSince(start).toFixed(1)} s: ${(error as Error).message}`,
    );
  }
  result.seconds += secondsSince(start);
}

function begin(name: string): Result {
  const result = { name, passed: 0, failed: 0, acknowledged: 0, lost: 0, seconds: 0 };
  results.push(result);
  return result;
}

async function storm(at: Workplace, kill: Kill): Promise<void> {
  const result = begin(`kill -9 of ${kill.name}`);
  const inARow = kill.twice ? Math.floor(killsInARow / 2) : killsInARow;
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && round % inARow === 0) await startAnew(at.product);
    await attempt(result, () => killOnce(at, kill));
  }
}

async function startAnew(product: Product): Promise<void> {
  const code = await product.stop();
  if (code !== 0) throw new Error(`the product ended with ${code}: ${product.lastWords()}`);
  product.start();
  await product.ready();
}

async function accidents(at: Workplace, folder: string): Promise<void> {
  for (const { name, work, whyNot } of cases.filter((each) => isWanted(each.name))) {
    const result = begin(name);
    const reason = whyNot?.(folder) ?? null;
    if (reason !== null) {
      result.skipped = reason;
      console.log(`skipped ${name}: ${reason}`);
      continue;
    }
    for (let round = 1; round <= rounds; round++) {
      const stage: Stage = { at, folder: join(folder, `case-${results.length}-${round}`) };
      mkdirSync(stage.folder);
      await attempt(result, () => work(stage));
      if (result.failed === 0) rmSync(stage.folder, { recursive: true, force: true });
      if (!at.product.runner) await startAnew(at.product);
    }
  }
}

function sayTable(): void {
  const rows = results.map(({ name, passed, failed, acknowledged, lost, seconds, skipped }) =>
    skipped
      ? [name, "skipped", "", "", skipped]
      : [name, `${passed} of ${passed + failed}`, String(acknowledged), String(lost), seconds.toFixed(1)],
  );
  const table = [["case", "rounds held", "acknowledged", "lost or wrong", "seconds"], ...rows];
  for (const [name = "", ...figures] of table)
    console.log([name.padEnd(36), ...figures.map((each) => each.padStart(14))].join(""));
}

async function main(): Promise<void> {
  if (process.platform !== "linux") throw new Error("The fault runs find processes in /proc, which only Linux has.");
  const folder = mkdtempSync(join(tmpdir(), "magazin-faults-"));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs under another account
  const product = new Product(folder, await freePort());
  const cleanUp = () => product.discard().finally(unmountAll);
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
    process.on(signal, () => void cleanUp().then(() => process.exit(1)));
  const whole = begin("all of it, from the first start");
  try {
    await attempt(whole, async () => {
      const at = await Workplace.open(product);
      for (const kill of kills.filter(({ name }) => isWanted(`kill -9 of ${name}`))) await storm(at, kill);
      await accidents(at, folder);
      await product.check("--deep", "--fix");
      return { said: await product.check(), acknowledged: 0 };
    });
  } finally {
    await cleanUp();
  }
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  console.log();
  sayTable();
  if (failed === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`the servers' words: ${folder}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

await main();
process.exit();
