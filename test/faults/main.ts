import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cases, type Stage } from "./cases.ts";
import { unmountAll } from "./disks.ts";
import { type Kill, killOnce, kills } from "./kills.ts";
import { freePort, Product } from "./product.ts";
import { Results } from "./results.ts";
import { Workplace } from "./workplace.ts";

/**
 * Kills the product at random moments while people work with it, and lets other accidents happen to it; proves that it comes back
 * by itself and that nothing is lost or doubled: `npm run test:faults -- --rounds N --only NAME`.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "1" }, only: { type: "string" } } });
const rounds = Number(values.rounds);

/** After more kills in a row the product would wait ever longer before it starts again, and at last give up. */
const killsInARow = 5;

const results = new Results();
const isWanted = (name: string) => !values.only || values.only === name;

async function storm(at: Workplace, kill: Kill): Promise<void> {
  const result = results.begin(`kill -9 of ${kill.name}`);
  const inARow = kill.twice ? Math.floor(killsInARow / 2) : killsInARow;
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && round % inARow === 0) await startAnew(at.product);
    await results.attempt(result, () => killOnce(at, kill));
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
    const result = results.begin(name);
    const reason = whyNot?.(folder) ?? null;
    if (reason !== null) {
      results.skip(result, reason);
      continue;
    }
    for (let round = 0; round < rounds; round++) {
      const stage: Stage = { at, folder: mkdtempSync(join(folder, "case-")) };
      chmodSync(stage.folder, 0o755);
      await results.attempt(result, () => work(stage));
      if (result.failed === 0) rmSync(stage.folder, { recursive: true, force: true });
      if (!at.product.runner) await startAnew(at.product);
    }
  }
}

async function main(): Promise<void> {
  if (process.platform !== "linux") throw new Error("The fault runs find processes in /proc, which only Linux has.");
  const folder = mkdtempSync(join(tmpdir(), "magazin-faults-"));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs under another account
  const product = new Product(folder, await freePort());
  const cleanUp = () => product.discard().finally(unmountAll);
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
    process.on(signal, () => void cleanUp().then(() => process.exit(1)));
  const whole = results.begin("all of it, from the first start");
  try {
    await results.attempt(whole, async () => {
      const at = await Workplace.open(product);
      for (const kill of kills.filter(({ name }) => isWanted(`kill -9 of ${name}`))) await storm(at, kill);
      await accidents(at, folder);
      await product.check("--deep", "--fix");
      return { said: await product.check(), acknowledged: 0 };
    });
  } finally {
    await cleanUp();
  }
  const { passed, failed } = results;
  results.sayTable();
  if (failed === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`the servers' words: ${folder}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

await main();
process.exit();
