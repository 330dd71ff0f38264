import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { clientConfig } from "#server/database/database.ts";
import { type EmbeddedPostgres, startEmbedded } from "#server/postgres/embedded.ts";
import { type Archive, endOf, environment, freePort, isReady, killHard, until } from "#test/faults/product.ts";
import { Balancer } from "./balancer.ts";
import type { Version } from "./versions.ts";

const checking = 300_000; // ms, for `magazin check`

/** A server of one version. */
export interface Server {
  readonly version: Version;
  readonly port: number;
  readonly process: ChildProcess;
}

/** A database, a data folder and a balancer, and servers of whatever version. */
export class UpgradedArchive implements Archive {
  readonly balancer = new Balancer();
  readonly dataDir: string;
  /** Its pictures lie in the data folder. */
  readonly storageUrl = undefined;
  readonly #folder: string;
  readonly #postgres: EmbeddedPostgres;
  readonly #processes: ChildProcess[] = [];

  private constructor(folder: string, postgres: EmbeddedPostgres) {
    this.#folder = folder;
    this.#postgres = postgres;
    this.dataDir = join(folder, "data");
    mkdirSync(this.dataDir);
  }

  static async open(folder: string): Promise<UpgradedArchive> {
    return new UpgradedArchive(folder, await startEmbedded({ dataDir: join(folder, "database") }));
  }

  get place() {
    return this.#postgres.connection;
  }

  get connection() {
    return clientConfig(this.place);
  }

  /** Starts a program of a version; its words go to a file of this name. */
  run(version: Version, args: readonly string[], name: string, port = 0): ChildProcess {
    const { host, port: at, user, database, password = "" } = this.place;
    const databaseUrl = `postgresql://${user}:${password}@${encodeURIComponent(host)}:${at}/${database}`;
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: this.dataDir, PORT: String(port), LOG_LEVEL: "info" };
    const log = openSync(this.#logOf(name), "a");
    const child = spawn(process.execPath, [...args], {
      cwd: version.folder,
      env: environment(settings),
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    this.#processes.push(child);
    return child;
  }

  async start(version: Version): Promise<Server> {
    const port = await freePort();
    this.balancer.add(port);
    return { version, port, process: this.run(version, ["src/server/main.ts"], version.name, port) };
  }

  async ready({ port, process: running, version }: Server): Promise<void> {
    await until(`${version.name} is ready`, () => {
      if (running.exitCode !== null) throw new Error(`${version.name} has ended: ${this.wordsOf(version.name)}`);
      return isReady(`http://127.0.0.1:${port}`);
    });
  }

  async stop({ process: running, version }: Server): Promise<void> {
    running.kill("SIGTERM");
    const code = await endOf(running);
    if (code !== 0) throw new Error(`${version.name} ended with ${code}: ${this.wordsOf(version.name)}`);
  }

  /** Returns the report of `magazin check` of a version. @throws Error when anything is wrong */
  async check(version: Version): Promise<string> {
    const code = await endOf(this.run(version, ["src/cli/main.ts", "check"], "check"), checking);
    if (code !== 0) throw new Error(`check ended with ${code}: ${this.wordsOf("check")}`);
    return this.wordsOf("check").split("\n").at(-1)?.trim() ?? "";
  }

  /** Reads tables in a transaction that stays open until it is let go, as a backup does. */
  async readTables(...names: readonly string[]): Promise<() => Promise<void>> {
    const client = new pg.Client(this.connection);
    await client.connect();
    await client.query("set idle_in_transaction_session_timeout = 0");
    await client.query("begin isolation level repeatable read read only");
    for (const name of names) await client.query(`select from ${name} limit 1`);
    return () => client.end();
  }

  async ask<Row>(sql: string): Promise<Row[]> {
    const client = new pg.Client(this.connection);
    await client.connect();
    try {
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  #logOf(name: string): string {
    return join(this.#folder, `${name.replaceAll(/\W+/g, "-")}.log`);
  }

  wordsOf(name: string): string {
    return readFileSync(this.#logOf(name), "utf8").trim().split("\n").slice(-6).join("\n  ");
  }

  async close(): Promise<void> {
    this.balancer.close();
    killHard(this.#processes.filter(({ exitCode }) => exitCode === null).map(({ pid }) => pid));
    await this.#postgres.stop();
  }
}
