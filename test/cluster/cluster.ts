import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { clientConfig } from "#server/database/database.ts";
import { type Archive, endOf, environment, isReady, killHard, run, until } from "#test/faults/product.ts";
import { Swift } from "#test/support/store/swift.ts";
import { swiftKeys } from "#test/support/store/swift-settings.ts";
import { haproxySettings } from "./haproxy-settings.ts";
import { Network } from "./network.ts";
import { Node } from "./node.ts";
import { passwords } from "./patroni-settings.ts";
import { quietPort } from "./ports.ts";
import type { Premises } from "./premises.ts";
import type { Programs } from "./programs.ts";

/** ms; three nodes that start, or one that is copied anew, on a machine that is busy with something else. */
const timeouts = 300_000;
const checking = 300_000; // ms, for `magazin check`

/** A server of the product behind the balancer. */
interface Server {
  readonly name: string;
  readonly port: number;
  process?: ChildProcess;
}

/** etcd, three databases under Patroni, an object store, HAProxy and two servers of the product, as an operator would run them. */
export class Cluster implements Archive {
  readonly dataDir: string;
  /** Where the pictures lie. */
  readonly store: Swift;
  readonly url: string;
  readonly nodes: readonly Node[];
  readonly servers: readonly Server[];
  readonly place;
  /** True once a standby has answered a read. */
  standbysHaveRead = false;
  readonly #premises: Premises;
  readonly #statistics: string;

  private constructor(premises: Premises, { store, nodes, servers, ports }: Parts) {
    this.#premises = premises;
    this.store = store;
    this.nodes = nodes;
    this.servers = servers;
    this.dataDir = join(premises.folder, "data");
    this.url = `http://127.0.0.1:${ports.web}`;
    this.#statistics = `http://127.0.0.1:${ports.statistics}/;csv`;
    const user = { user: "magazin", password: passwords.magazin };
    this.place = { host: "127.0.0.1", port: ports.database, ...user, database: "magazin" };
  }

  static async start(premises: Premises, programs: Programs): Promise<Cluster> {
    const store = await Swift.start(premises, programs);
    const etcd = await startEtcd(premises, programs.etcd);
    const network = new Network(premises);
    const nodes = [];
    for (const name of ["node1", "node2", "node3"])
      nodes.push(await Node.open(name, { premises, network, programs, etcd }));
    const servers = [];
    for (const name of ["server1", "server2"]) servers.push({ name, port: await quietPort() });
    const ports = { database: await quietPort(), web: await quietPort(), statistics: await quietPort() };
    const cluster = new Cluster(premises, { store, nodes, servers, ports });
    const balancer = join(premises.folder, "haproxy.cfg");
    writeFileSync(balancer, haproxySettings({ ...ports, nodes, servers }));
    premises.startFirst("haproxy", { file: programs.haproxy, args: ["-db", "-f", balancer] });
    for (const node of nodes) node.start();
    await cluster.whole();
    await cluster.#makeDatabase();
    for (const server of servers) {
      cluster.startServer(server);
      await cluster.serverReady(server);
    }
    return cluster;
  }

  get storageUrl(): string {
    return this.store.addressOf("archive");
  }

  /** Returns the settings that show all programs of the cluster where things are. */
  get #settings(): Record<string, string> {
    const DATABASE_URL = this.#urlAt(this.place.port);
    return { DATA_DIR: this.dataDir, DATABASE_URL, STORAGE_URL: this.storageUrl, ...swiftKeys };
  }

  /** For a client of one's own, which reaches the primary as the servers do. */
  get connection() {
    return clientConfig(this.place);
  }

  /** The node that is the primary now. */
  async primary(): Promise<Node> {
    const primaries = [];
    for (const node of this.nodes) if (await node.isPrimary()) primaries.push(node);
    const [primary, other] = primaries;
    if (!primary || other) throw new Error(`there are ${primaries.length} primaries`);
    return primary;
  }

  /** s; how long it takes until Patroni says of another node that it is the primary. */
  async failover(old: Node): Promise<number> {
    const start = performance.now();
    const others = this.nodes.filter((node) => node !== old);
    for (; ; await sleep(20)) {
      const said = await Promise.all(others.map((node) => node.isPrimary()));
      const passed = performance.now() - start;
      if (said.includes(true)) return passed / 1000;
      if (passed > timeouts) throw new Error(`no other node became the primary in ${timeouts / 1000} s`);
    }
  }

  /** Waits until all nodes are there and one of them is the synchronous standby. */
  async whole(): Promise<void> {
    const roles = "leader replica sync_standby";
    const isWhole = async () => {
      const seen = await Promise.all(this.nodes.map((node) => node.members()));
      return seen.every(
        (members) =>
          members
            .map(({ role }) => role)
            .sort()
            .join(" ") === roles &&
          members.every(({ state }) => state === "running" || state === "streaming") &&
          new Set(members.map(({ timeline }) => timeline)).size === 1,
      );
    };
    await until("all nodes are there", isWhole, timeouts).catch((error: Error) => {
      const words = this.nodes.map(({ name }) => `${name}: ${this.#premises.lastWords(name)}`);
      throw new Error([error.message, ...words].join("\n  "));
    });
  }

  async #makeDatabase(): Promise<void> {
    await until("the balancer knows the primary", () => this.isUp("primary"));
    const owner = { user: "postgres", password: passwords.postgres, database: "postgres" };
    const client = new pg.Client({ ...this.connection, ...owner });
    await client.connect();
    await client.query(`create role magazin login password '${passwords.magazin}'`);
    await client.query("create database magazin owner magazin");
    await client.end();
  }

  startServer(server: Server): void {
    const settings = {
      PORT: String(server.port),
      ...this.#settings,
      DATABASE_REPLICA_URLS: this.nodes.map(({ ports }) => this.#urlAt(ports.clientLink)).join(" "),
    };
    const args = [join(import.meta.dirname, "../../src/server/main.ts")];
    server.process = this.#premises.start(server.name, {
      file: process.execPath,
      args,
      env: environment(settings),
      own: true,
    });
  }

  #urlAt(port: number): string {
    const { host, user, password, database } = this.place;
    return `postgres://${user}:${password}@${host}:${port}/${database}`;
  }

  /** Sees whether they read along: a server forgets with its end what they have answered. */
  async watchStandbys(): Promise<void> {
    const texts = this.servers.map(({ port }) => metricsAt(`http://127.0.0.1:${port}`));
    const counts = (await Promise.all(texts)).flatMap((text) => [...text.matchAll(readsOfStandby)]);
    this.standbysHaveRead ||= counts.some(([, count]) => Number(count) > 0);
  }

  /** Waits until it is ready and gets requests. */
  async serverReady({ name, port }: Server): Promise<void> {
    await until(`the server ${name} is ready`, () => isReady(`http://127.0.0.1:${port}`), timeouts).catch(
      (error: Error) => {
        throw new Error(`${error.message}: ${this.#premises.lastWords(name)}`);
      },
    );
    await until(`the balancer knows the server ${name}`, () => this.isUp("web", name));
  }

  async stopServer({ name, process: running }: Server): Promise<void> {
    running?.kill("SIGTERM");
    const code = running && (await endOf(running));
    if (code !== 0) throw new Error(`the server ${name} ended with ${code}: ${this.#premises.lastWords(name)}`);
  }

  killServer({ process: running }: Server): void {
    killHard([running?.pid]);
  }

  /** Says whether the balancer takes a server, or any of them, for one that works. */
  async isUp(of: "primary" | "web", name = "BACKEND"): Promise<boolean> {
    const response = await fetch(this.#statistics, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    const rows = ((await response?.text()) ?? "").split("\n").map((line) => line.split(","));
    return rows.some(([proxy, server, ...more]) => proxy === of && server === name && more[15]?.startsWith("UP"));
  }

  /** Returns the report of `magazin check` on the archive. @throws Error when anything is wrong */
  async check(): Promise<string> {
    const env = environment(this.#settings);
    const code = await endOf(run(["src/cli/main.ts", "check"], this.#premises.logOf("check"), env), checking);
    const said = this.#premises.lastWords("check");
    if (code !== 0) throw new Error(`check ended with ${code}: ${said}`);
    return said.split("\n").at(-1)?.trim() ?? "";
  }
}

interface Parts {
  readonly store: Swift;
  readonly nodes: readonly Node[];
  readonly servers: readonly Server[];
  readonly ports: Doors;
}

const readsOfStandby = /^magazin_reads_total\{server="(?!primary)[^"]*"\} (\d+)$/gm;

const metricsAt = async (url: string) => (await fetch(`${url}/metrics`)).text();

interface Doors {
  readonly database: number;
  readonly web: number;
  readonly statistics: number;
}

/** @returns its port */
async function startEtcd(premises: Premises, file: string): Promise<number> {
  const [port, among] = [await quietPort(), await quietPort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${among}`];
  const settings = {
    name: "etcd",
    "data-dir": join(premises.room("etcd"), "data"),
    "listen-client-urls": client,
    "advertise-client-urls": client,
    "listen-peer-urls": peer,
    "initial-advertise-peer-urls": peer,
    "initial-cluster": `etcd=${peer}`,
    "log-level": "warn",
    "enable-v2": "true",
  };
  premises.startFirst("etcd", { file, args: Object.entries(settings).map(([name, value]) => `--${name}=${value}`) });
  const healthy = () =>
    fetch(`${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("etcd answers", healthy);
  return port;
}
