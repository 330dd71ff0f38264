import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { clientConfig } from "#server/database/database.ts";
import { findRunning } from "#server/postgres/pid-file.ts";
import { isAlive } from "#server/postgres/process.ts";

export const admin = { email: "chef@example.com", password: "Magazin-im-Sturm" };

const root = join(import.meta.dirname, "../..");

/** The environment of a server that knows nothing of the npm, the database or the settings around this run. */
export function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const foreign = /^(npm_|DATABASE_URL$|PUBLIC_URL$|HOST$|PORT$|LOG_LEVEL$)/i;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const own = { HOST: "127.0.0.1", ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  return { ...Object.fromEntries(kept), ...own, ...settings };
}

/** A process of ours whose output goes to a file. */
export function run(args: string[], logFile: string, env: NodeJS.ProcessEnv, ids: { uid?: number; gid?: number } = {}) {
  const log = openSync(logFile, "a");
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", log, log], ...ids });
  closeSync(log);
  return child;
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** The exit code, or the name of the signal, with which a process ends. */
export async function endOf(child: ChildProcess, timeouts = 60_000): Promise<number | string> {
  if (!ended(child)) await once(child, "exit", { signal: AbortSignal.timeout(timeouts) });
  return child.exitCode ?? String(child.signalCode);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** Waits until a condition holds. @throws Error that says what it waited for when patience ends. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, timeouts = 90_000) {
  for (const start = performance.now(); !(await condition()); await sleep(10)) {
    if (performance.now() - start > timeouts) throw new Error(`waited ${timeouts / 1000} s in vain until ${what}`);
  }
}

export const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

export async function signIn(url: string, { email, password } = admin): Promise<string> {
  const body = JSON.stringify({ username: email, password });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/api/v1/api-token-auth/`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`the login answered ${response.status}`);
  return ((await response.json()) as { token: string }).token;
}

/** Calls a server, as `POST /boxes/`. @throws Error that says what it answered, where that is no success */
export async function call<T>(url: string, token: string, what: string, body?: object): Promise<T> {
  const [method = "", path = ""] = what.split(" ");
  const isForm = body instanceof FormData;
  const headers = { authorization: `Token ${token}`, ...(body && !isForm && { "content-type": "application/json" }) };
  const sent = body && { body: isForm ? body : JSON.stringify(body) };
  const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent });
  if (!response.ok) throw new Error(`${what} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** The rows of a statement, over a connection of its own. */
export async function askDatabase<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, text: string) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

export function killHard(pids: readonly (number | undefined)[]): void {
  for (const pid of pids) {
    try {
      if (pid) process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // it ended a moment ago
    }
  }
}

/** Where a product is not as usual. */
export interface Elsewhere {
  /** The disk that holds its data, but not its words. */
  readonly disk?: string;
  readonly env?: Record<string, string>;
  /** Its database, where it is not the embedded one. */
  readonly database?: { host: string; port: number; user: string; database: string };
}

/** Data that a proof has to know: the location of the database and of the pictures. */
export type Archive = Pick<Product, "connection" | "place" | "dataDir" | "storageUrl">;

/** Product as `npm start` runs it, on a data folder and a port of its own. */
export class Product {
  readonly dataDir: string;
  readonly logFile: string;
  readonly port: number;
  readonly url: string;
  readonly #elsewhere: Elsewhere;
  #runner: ChildProcess | undefined;

  constructor(folder: string, port: number, elsewhere: Elsewhere = {}) {
    this.dataDir = join(elsewhere.disk ?? folder, "data");
    this.logFile = join(folder, "output.log");
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#elsewhere = elsewhere;
    mkdirSync(this.dataDir, { recursive: true });
  }

  start(): void {
    const settings = { PORT: String(this.port), DATA_DIR: this.dataDir, ...this.#elsewhere.env };
    this.#runner = run(["tools/run.mjs", "start"], this.logFile, environment(settings));
  }

  /** Waits until it answers. @throws Error when its runner ends instead. */
  async ready(): Promise<void> {
    const runner = this.#runner;
    await until("the product answers", () => {
      if (!runner || ended(runner)) throw new Error(`the product does not run: ${this.lastWords()}`);
      return isReady(this.url);
    });
  }

  /** Settings of the product besides its port and data folder. */
  get settings(): Readonly<Record<string, string>> {
    return this.#elsewhere.env ?? {};
  }

  /** Where its pictures are, where that is not the data folder. */
  get storageUrl(): string | undefined {
    return this.settings["STORAGE_URL"];
  }

  /** The runner's process, and whether it still runs. */
  get runner(): number | undefined {
    return this.#runner && !ended(this.#runner) ? this.#runner.pid : undefined;
  }

  /** The Node server that holds the data folder. */
  get server(): number | undefined {
    const pid = Number.parseInt(textOf(join(this.dataDir, "postgres.lock")), 10);
    return pid > 0 && isAlive(pid) ? pid : undefined;
  }

  /** PostgreSQL's main process, once it takes connections. */
  get postmaster(): number | undefined {
    const running = findRunning(join(this.dataDir, "postgres"));
    return running?.ready ? running.pid : undefined;
  }

  /** PostgreSQL's main process and all that it has started. */
  get family(): number[] {
    const { postmaster } = this;
    if (postmaster === undefined) return [];
    return [postmaster, ...childrenOf(postmaster)];
  }

  /** Where its database is. */
  get place() {
    if (this.#elsewhere.database) return this.#elsewhere.database;
    const running = findRunning(join(this.dataDir, "postgres"));
    if (!running) throw new Error("PostgreSQL does not run");
    return { host: running.socketDir, port: running.port, user: "magazin", database: "magazin" };
  }

  /** For a client of one's own beside the server's. */
  get connection() {
    return clientConfig(this.place);
  }

  /** Its process ends, and with which code. */
  async end(timeouts?: number): Promise<number | string> {
    return this.#runner ? endOf(this.#runner, timeouts) : 0;
  }

  /** Returns the report of `magazin check` once the product is stopped in order. @throws Error when anything is wrong */
  async check(...options: string[]): Promise<string> {
    const code = await this.stop();
    if (code !== 0) throw new Error(`the product ended with ${code}: ${this.lastWords()}`);
    const env = environment({ DATA_DIR: this.dataDir, ...this.#elsewhere.env });
    const checked = await endOf(run(["src/cli/main.ts", "check", ...options], this.logFile, env), 180_000);
    if (checked !== 0) throw new Error(`check ended with ${checked}: ${this.lastWords()}`);
    return this.lastWords().split("\n").at(-1)?.trim() ?? "";
  }

  lastWords(): string {
    return readFileSync(this.logFile, "utf8").trim().split("\n").slice(-6).join("\n  ");
  }

  /** Stops it as an operator does; answers the runner's exit code. */
  async stop(): Promise<number | string> {
    if (!this.#runner) return 0;
    this.#runner.kill("SIGTERM");
    return endOf(this.#runner);
  }

  /** Ends whatever is left, and removes the data. */
  async discard(): Promise<void> {
    await this.stop().catch(() => undefined);
    const socketDir = findRunning(join(this.dataDir, "postgres"))?.socketDir;
    killHard([this.runner, this.server, ...this.family]);
    if (socketDir) rmSync(socketDir, { recursive: true, force: true });
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((child) => child > 0 && parentOf(child) === pid);
}

function parentOf(pid: number): number {
  const stat = textOf(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** Empty when there is no such file, or not any more. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
