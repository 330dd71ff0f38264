import { parseArgs } from "node:util";
import { Results } from "#test/faults/results.ts";
import { Workplace } from "#test/faults/workplace.ts";
import { writersAtOnce } from "#test/faults/writers.ts";
import { swiftKeys } from "#test/support/store/swift-settings.ts";
import { Cluster } from "./cluster.ts";
import { KeyedWriters } from "./keyed-writers.ts";
import { clearRemains, Premises } from "./premises.ts";
import { findPrograms, type Programs } from "./programs.ts";
import { type Outage, rounds } from "./rounds.ts";
import { hireStaff } from "./staff.ts";

/**
 * Lets the primary, a server, the network and the object store of a cluster fail while people work; proves that nothing acknowledged is lost, nothing
 * is done twice, nobody reads what is old: `npm run test:cluster -- --rounds N --only NAME --short`.
 */
const { values } = parseArgs({
  options: { rounds: { type: "string", default: "1" }, only: { type: "string" }, short: { type: "boolean" } },
});
const amount = Number(values.rounds);
const standstill = values.short ? 25 : 60;

const results = new Results();
const outages = new Map<string, Outage[]>();

async function prepare(premises: Premises, programs: Programs) {
  const cluster = await Cluster.start(premises, programs);
  const writers = new KeyedWriters(cluster.url, await hireStaff(cluster.url, cluster.place, writersAtOnce));
  await writers.prepare();
  return { cluster, writers, at: new Workplace(cluster, writers), standstill };
}

async function runAll(premises: Premises, programs: Programs): Promise<Cluster> {
  const stage = await prepare(premises, programs);
  for (const { name, work } of rounds.filter((each) => !values.only || values.only === each.name)) {
    const result = results.begin(name);
    const own: Outage[] = [];
    outages.set(name, own);
    for (let round = 0; round < amount; round++) {
      await results.attempt(result, () => work({ ...stage, measured: (outage) => own.push(outage) }));
      await stage.cluster.whole();
    }
  }
  return stage.cluster;
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
const shown = (numbers: readonly number[]) =>
  numbers.length > 0 ? `${median(numbers).toFixed(1)} / ${Math.max(...numbers).toFixed(1)}` : "";

/** Returns the figures of the outages: of each, the median and the longest. */
function figuresOf(name: string): readonly string[] {
  const own = outages.get(name) ?? [];
  const handovers = own.flatMap(({ silence, failover }) => (failover === undefined ? [] : [{ silence, failover }]));
  const ratio = median(handovers.map(({ silence, failover }) => silence / failover));
  return [
    shown(own.map(({ silence }) => silence)),
    shown(handovers.map(({ failover }) => failover)),
    handovers.length > 0 ? `× ${ratio.toFixed(2)}` : "",
  ];
}

async function main(): Promise<number> {
  if (process.platform !== "linux") throw new Error("The cluster runs find processes in /proc, which only Linux has.");
  clearRemains();
  const programs = findPrograms();
  if (!("patroni" in programs)) {
    console.log(`skipped: install ${programs.join(", ")} first, as root: apt-get install ${programs.join(" ")}`);
    return 0;
  }
  const premises = new Premises();
  Object.assign(process.env, swiftKeys); // the proofs look at the pictures, too
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
    process.on(signal, () => {
      console.log(`ended by ${signal}`);
      premises.endAll();
      premises.remove();
      process.exit(1);
    });
  const whole = results.begin("all of it, from the first start");
  try {
    await results.attempt(whole, async () => {
      const cluster = await runAll(premises, programs);
      if (!cluster.standbysHaveRead) throw new Error("no standby has read along");
      return { said: "the cluster is whole", acknowledged: 0 };
    });
  } finally {
    premises.endAll();
  }
  const { passed, failed } = results;
  results.sayTable({ heads: ["no write (s)", "Patroni (s)", "ratio"], of: figuresOf });
  if (failed === 0) premises.remove();
  else console.log(`the words of all: ${premises.folder}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

process.exit(await main());
