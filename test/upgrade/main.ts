import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { versionOf } from "#server/database/program-version.ts";
import { KeyedWriters } from "#test/cluster/keyed-writers.ts";
import { endOf, freePort, signIn, until } from "#test/faults/product.ts";
import { Results, secondsSince } from "#test/faults/results.ts";
import { type Outcome, Workplace } from "#test/faults/workplace.ts";
import { UpgradedArchive, type Server } from "./upgraded-archive.ts";
import { findVersionBefore, inventLater, thisVersion, unpack, type Version } from "./versions.ts";

/**
 * Replaces a version by the next one while people work, as behind a balancer: the new server brings the schema up while the old one
 * serves, both serve, the old one ends. No request fails, nothing is lost or doubled: `npm run test:upgrade -- --rounds N --from REF`.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "1" }, from: { type: "string" } } });
const rounds = Number(values.rounds);
const heldFor = 7_000; // ms; more than one turn of a migration
const together = 40; // requests that each of both has answered, before the old one ends

const results = new Results();
const slowest = new Map<string, number[]>();

interface Upgrade {
  readonly name: string;
  readonly from: Version;
  readonly to: Version;
  /** A table that a backup reads while the new version wants to change it. */
  readonly reads?: string;
}

async function upgrade(folder: string, { name, from, to, reads }: Upgrade): Promise<Outcome> {
  const context = await UpgradedArchive.open(folder);
  try {
    const url = await context.balancer.open();
    const old = await context.start(from);
    await context.ready(old);
    await until("the balancer knows it", () => context.balancer.isReady(old.port));
    const writers = new KeyedWriters(url, [await signIn(url)]);
    await writers.prepare();
    const at = new Workplace(context, writers);
    const { said, acknowledged } = await at.during(async () => {
      context.balancer.slowest = 0;
      const letGo = reads === undefined ? undefined : await context.readTables(reads);
      const next = await replace(context, old, to, letGo);
      slowest.set(name, [...(slowest.get(name) ?? []), context.balancer.slowest / 1000]);
      return next;
    });
    const { failures, movedOn } = context.balancer;
    const failed = [...failures, ...(writers.cutOff + writers.readsCutOff > 0 ? [writers.lastFailure] : [])];
    if (failed.length > 0 || writers.open.size > 0)
      throw new Error(`${writers.cutOff + writers.readsCutOff} requests failed: ${failed.slice(0, 3).join("; ")}`);
    await refuseOld(context, from, to);
    const checked = await context.check(to);
    return { said: `${said}; ${movedOn} went to the other one; ${writers.stale} stale; ${checked}`, acknowledged };
  } finally {
    await context.close();
  }
}

interface Health {
  readonly version: string;
}

/** The new one starts and brings the schema up, both serve, the old one ends. */
async function replace(
  context: UpgradedArchive,
  old: Server,
  to: Version,
  letGo?: () => Promise<void>,
): Promise<string> {
  const start = performance.now();
  const next = await context.start(to);
  if (letGo) {
    await sleep(heldFor);
    await letGo();
  }
  await context.ready(next);
  const ready = secondsSince(start);
  const { version: answer } = (await (await fetch(`http://127.0.0.1:${next.port}/healthz`)).json()) as Health;
  if (answer !== versionOf(to.folder)) throw new Error(`${to.name} says that it is ${answer}`);
  for (const { port, version } of [old, next]) {
    const wanted = context.balancer.answeredBy(port) + together;
    await until(`${version.name} serves beside the other`, () => context.balancer.answeredBy(port) >= wanted);
  }
  await context.stop(old);
  const wanted = context.balancer.answeredBy(next.port) + together;
  await until("the new one serves alone", () => context.balancer.answeredBy(next.port) >= wanted);
  return `${to.name} ready after ${ready.toFixed(1)} s beside ${old.version.name}, which ended after ${secondsSince(start).toFixed(1)} s`;
}

/** Checks that whoever starts the old program again by mistake is notified, and that nothing is changed. */
async function refuseOld(context: UpgradedArchive, from: Version, to: Version): Promise<void> {
  const schemas = () => context.ask<object>("select * from migrations order by id");
  const before = JSON.stringify(await schemas());
  const name = `${from.name} again`;
  const code = await endOf(context.run(from, ["src/server/main.ts"], name, await freePort()));
  const said = context.wordsOf(name);
  const [, maker] =
    /The database is at schema \d+_[\w-]+, made by Magazin (\S+), and .* which knows schema/.exec(said) ?? [];
  if (code !== 1 || maker !== versionOf(to.folder))
    throw new Error(`the old program ended with ${code} on the new schema: ${said}`);
  if (JSON.stringify(await schemas()) !== before) throw new Error("the old program changed the new schema's list");
}

function upgrades(folder: string): Upgrade[] {
  const before = unpack(values.from ?? findVersionBefore(), join(folder, "before"));
  const later = inventLater(join(folder, "later"));
  return [
    { name: "the version before, replaced by this", from: before, to: thisVersion },
    { name: "this, replaced beside a backup", from: thisVersion, to: later, reads: "boxes" },
  ];
}

async function main(): Promise<number> {
  if (process.platform !== "linux") throw new Error("The upgrade runs find processes in /proc, which only Linux has.");
  const folder = mkdtempSync(join(tmpdir(), "magazin-upgrade-"));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs under another account
  for (const each of upgrades(folder)) {
    const result = results.begin(each.name);
    for (let round = 1; round <= rounds; round++) {
      const own = join(folder, `${results.passed + results.failed}`);
      mkdirSync(own, { mode: 0o755 });
      await results.attempt(result, () => upgrade(own, each));
    }
  }
  const { passed, failed } = results;
  results.sayTable({
    heads: ["slowest (s)"],
    of: (name) => [Math.max(...(slowest.get(name) ?? [Number.NaN])).toFixed(1)],
  });
  if (failed === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`the servers' words: ${folder}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

process.exit(await main());
