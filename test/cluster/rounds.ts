import { setTimeout as sleep } from "node:timers/promises";
import { secondsSince } from "#test/faults/results.ts";
import { isReady, until } from "#test/faults/product.ts";
import { pick } from "#test/faults/writers.ts";
import { type Outcome, Workplace } from "#test/faults/workplace.ts";
import type { Cluster } from "./cluster.ts";
import type { KeyedWriters } from "./keyed-writers.ts";
import type { Node } from "./node.ts";

/** Where a round happens. */
interface Stage {
  readonly cluster: Cluster;
  readonly writers: KeyedWriters;
  readonly at: Workplace<Cluster>;
  /** s for which a primary stands still; longer than its key lives. */
  readonly standstill: number;
  /** Receives what a round measured. */
  readonly measured: (outage: Outage) => void;
}

/** s. */
export interface Outage {
  /** Without an acknowledged write. */
  readonly silence: number;
  /** Part of this time until Patroni named another primary; set where there is a failover. */
  readonly failover?: number;
}

interface Round {
  readonly name: string;
  readonly work: (stage: Stage) => Promise<Outcome>;
}

const commitsLost = 4; // some are of who only looks, which is put on record
const standbyWait = 300; // ms; until the standby has what is being committed
const storePatience = 180_000; // ms
const networkAway = 40; // s; longer than a key lives, and than Patroni tries again

export const rounds: readonly Round[] = [
  { name: "kill -9 of the primary", work: loseOnePrimary(killAndStart) },
  { name: "standstill of the primary", work: loseOnePrimary(freezeAndThaw) },
  { name: "network cut of the primary", work: loseOnePrimary(cutAndMend) },
  { name: "planned handover", work: loseOnePrimary((old) => old.handOver()) },
  { name: "kill -9 of a server", work: killServer },
  { name: "rolling restart of the servers", work: restartServers },
  { name: "kill -9 of an object server", work: killObjectServer },
  { name: "kill -9 of all object servers", work: killObjectServers },
];

/** Takes a primary away, and gives it back when it is replaced. */
type Loss = (old: Node, replaced: Promise<unknown>, stage: Stage) => Promise<void>;

function loseOnePrimary(lose: Loss) {
  return async (stage: Stage): Promise<Outcome> => {
    const { cluster } = stage;
    return during(stage, async (say) => {
      const old = await cluster.primary();
      const start = performance.now();
      const replaced = cluster.failover(old);
      replaced.catch(() => undefined); // `lose` waits for it, or fails before
      await lose(old, replaced, stage);
      const failover = await replaced;
      await cluster.whole();
      await stage.at.goesOn();
      const primary = await cluster.primary();
      if (primary === old) throw new Error("the old primary is the primary again");
      say({ start, failover });
      return `${old.name} handed over to ${primary.name}`;
    });
  };
}

async function killAndStart(old: Node, replaced: Promise<unknown>, { at }: Stage): Promise<void> {
  await old.kill();
  try {
    await replaced;
    await at.goesOn();
  } finally {
    old.start();
  }
}

async function freezeAndThaw(old: Node, replaced: Promise<unknown>, { standstill }: Stage): Promise<void> {
  old.freeze();
  await Promise.all([replaced, sleep(standstill * 1000)]).finally(() => old.thaw());
}

/** A cable does not break everywhere at once: some have committed who get no answer. */
async function cutAndMend(old: Node, replaced: Promise<unknown>): Promise<void> {
  await old.loseCommits(commitsLost);
  await sleep(standbyWait);
  await old.cut();
  try {
    await Promise.all([replaced, sleep(networkAway * 1000)]);
  } finally {
    await old.mend();
  }
}

function killServer(stage: Stage): Promise<Outcome> {
  const { cluster, at } = stage;
  return during(stage, async (say) => {
    const server = cluster.servers[Math.floor(Math.random() * cluster.servers.length)];
    if (!server) throw new Error("there is no server");
    const start = performance.now();
    cluster.killServer(server);
    await at.goesOn();
    cluster.startServer(server);
    await cluster.serverReady(server);
    say({ start });
    return `${server.name} was back after ${secondsSince(start).toFixed(1)} s`;
  });
}

/** No request may fail that the balancer could have sent to the other server. */
function restartServers(stage: Stage): Promise<Outcome> {
  const { cluster, writers } = stage;
  return during(stage, async (say) => {
    const failedBefore = writers.cutOff + writers.readsCutOff;
    const start = performance.now();
    for (const server of cluster.servers) {
      await cluster.stopServer(server);
      cluster.startServer(server);
      await cluster.serverReady(server);
    }
    const failed = writers.cutOff + writers.readsCutOff - failedBefore;
    if (failed > 0) throw new Error(`${failed} requests failed: the last one: ${writers.lastFailure}`);
    say({ start });
    return `both restarted within ${secondsSince(start).toFixed(1)} s, no request failed`;
  });
}

/** Kills one of three copies; two are left, and nobody notices. */
function killObjectServer(stage: Stage): Promise<Outcome> {
  const { cluster, writers } = stage;
  return during(stage, async (say) => {
    const server = pick(cluster.store.objectServers);
    const refused = writers.withoutPictures;
    const start = performance.now();
    await cluster.store.killServer(server);
    await uploaded(writers, 10);
    cluster.store.startServer(server);
    await uploaded(writers, 10);
    if (writers.withoutPictures > refused) throw new Error("uploads were refused although two servers were left");
    say({ start });
    return `20 pictures came without and with ${server.name}`;
  });
}

/** Uploads are refused with their sentence, everything else goes on, and the servers stay ready. */
function killObjectServers(stage: Stage): Promise<Outcome> {
  const { cluster, writers, at } = stage;
  return during(stage, async (say) => {
    const start = performance.now();
    await Promise.all(cluster.store.objectServers.map((server) => cluster.store.killServer(server)));
    const before = writers.withoutPictures;
    await until("uploads are refused", () => writers.withoutPictures - before >= 20, storePatience);
    const [kept, refused] = [uploads(writers), writers.withoutPictures];
    await at.goesOn();
    for (const server of cluster.servers)
      if (!(await isReady(`http://127.0.0.1:${server.port}`))) throw new Error(`${server.name} is not ready`);
    await until("more are refused", () => writers.withoutPictures - refused >= 20, storePatience);
    if (uploads(writers) > kept) throw new Error("a picture was acknowledged that nobody can have kept");
    say({ start });
    for (const server of cluster.store.objectServers) cluster.store.startServer(server);
    const back = performance.now();
    await uploaded(writers, 10);
    return `${writers.withoutPictures - before} uploads were refused, ${secondsSince(back).toFixed(1)} s until pictures came again`;
  });
}

const uploads = ({ uploads: sent }: KeyedWriters) => sent.filter(({ image }) => image !== undefined).length;

/** Waits until so many more pictures are acknowledged. */
async function uploaded(writers: KeyedWriters, amount: number): Promise<void> {
  const before = uploads(writers);
  await until("pictures are acknowledged", () => uploads(writers) - before >= amount, storePatience);
}

type Say = (measures: { start: number; failover?: number }) => void;

/** Proves after the action that nothing is lost or doubled, by the books of the writers and by `magazin check`. */
async function during(stage: Stage, action: (say: Say) => Promise<string>): Promise<Outcome> {
  const { at, writers, cluster, measured } = stage;
  const before = { looked: writers.looked, stale: writers.stale, readsCutOff: writers.readsCutOff };
  let outage = "";
  const say: Say = ({ start, failover }) => {
    const silence = writers.silenceSince(start);
    measured({ silence, ...(failover !== undefined && { failover }) });
    const ratio =
      failover === undefined ? "" : ` (Patroni ${failover.toFixed(1)} s, × ${(silence / failover).toFixed(2)})`;
    outage = `${silence.toFixed(1)} s without a write${ratio}`;
  };
  const { said, acknowledged } = await at.during(() => action(say));
  if (writers.open.size > 0) throw new Error(`${writers.open.size} keys are open`);
  await cluster.watchStandbys();
  const checked = await cluster.check();
  const reads = `${writers.looked - before.looked} looks, ${writers.stale - before.stale} stale, ${writers.readsCutOff - before.readsCutOff} cut off`;
  return { said: `${outage}; ${said}; ${reads}; check: ${checked}`, acknowledged };
}
