import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort, Product } from "#test/faults/product.ts";
import { Workplace } from "#test/faults/workplace.ts";
import { damageEverywhere } from "./damage.ts";
import { breakIntoDatabase, breakIntoFolder } from "./broken-restores.ts";
import { goOnByUrl, goOnFromBefore, goOnFromCommand, goOnFromNight } from "./goes-on.ts";
import { backUpUnderLoad, killBackups } from "./kills.ts";
import { restoreElsewhere } from "./restored.ts";
import type { Stage } from "./stage.ts";

/**
 * Backs an archive up while people work with it, kills backups and restores at random moments, restores elsewhere and compares, and damages copies:
 * `npm run test:restore -- --rounds N --only WORDS`, such as "of a restore"; `--short` is one round. After each way to a restored archive
 * a day's work is done in it.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    only: { type: "string", default: "" },
    short: { type: "boolean", default: false },
  },
});
const rounds = values.short ? 1 : Number(values.rounds);

const results: (readonly [name: string, held: number, of: number, said: string, seconds: number])[] = [];

/** Repeats work that must hold so many times; says how it went. */
async function attempt(name: string, of: number, work: () => Promise<{ held: number; said: string }>): Promise<void> {
  if (!name.includes(values.only)) return;
  const start = performance.now();
  const { held, said } = await work().catch((error: Error) => ({ held: 0, said: error.message }));
  const seconds = (performance.now() - start) / 1000;
  console.log(`${held === of ? "ok     " : "FAILED "} ${name}: ${held} of ${of}; ${said}`);
  results.push([name, held, of, said, seconds]);
}

async function proveAll(stage: Stage): Promise<void> {
  const plain = { place: join(stage.folder, "backups"), env: {} };
  const key = join(stage.folder, "passphrase");
  writeFileSync(key, "drei Hallen voller Papier");
  const encrypted = { place: join(stage.folder, "encrypted"), env: { BACKUP_KEY_FILE: key } };
  await attempt("backups while people work", rounds, () => backUpUnderLoad(stage, plain, rounds));
  for (const [name, to] of [
    ["kill -9 of a backup", plain] as const,
    ["kill -9 of an encrypted one", encrypted] as const,
  ])
    await attempt(name, rounds, () => killBackups(stage, to, rounds));
  await attempt("damaged copies are refused", damageEverywhere.count, () => damageEverywhere.run(stage, plain));
  if (values.only !== "") await backUpUnderLoad(stage, plain, 1);
  await attempt("work goes on, from a command's backup", 1, () => goOnFromCommand(stage, plain));
  await attempt("work goes on, from the night's", 1, () => goOnFromNight(stage));
  await attempt("work goes on, with DATABASE_URL", 1, () => goOnByUrl(stage));
  await attempt("work goes on, from the version before", 1, () => goOnFromBefore(stage));
  await attempt("kill -9 of a restore into a folder", rounds, () => breakIntoFolder(stage, plain, rounds));
  await attempt("kill -9 of a restore into a database", rounds, () => breakIntoDatabase(stage, plain, rounds));
  await attempt("restored elsewhere, row for row", 1, () => restoreElsewhere(stage, plain));
  await attempt("restored again, from encrypted", 1, () => restoreElsewhere(stage, encrypted));
}

function sayTable(): void {
  const table = results.map(([name, held, of, , seconds]) => [name, `${held} of ${of}`, seconds.toFixed(1)] as const);
  for (const [name, held, seconds] of [["case", "held", "seconds"] as const, ...table])
    console.log(`${name.padEnd(36)}${held.padStart(14)}${seconds.padStart(10)}`);
}

async function main(): Promise<void> {
  if (process.platform !== "linux") throw new Error("The runs find processes in /proc, which only Linux has.");
  const folder = mkdtempSync(join(tmpdir(), "magazin-restore-"));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs under another account
  mkdirSync(join(folder, "first"));
  const stage: Stage = { folder, product: new Product(join(folder, "first"), await freePort()), at: undefined };
  try {
    stage.at = await Workplace.open(stage.product);
    await proveAll(stage);
  } finally {
    await stage.product.discard();
  }
  console.log();
  sayTable();
  const failed = results.filter(([, held, of]) => held < of).length;
  if (failed === 0) rmSync(folder, { recursive: true, force: true });
  console.log(`\n${results.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

await main();
process.exit();
