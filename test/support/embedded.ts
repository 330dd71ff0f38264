import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import {
  type EmbeddedConnection,
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbedded,
} from "#server/postgres/embedded.ts";
import { readPidFile } from "#server/postgres/pid-file.ts";
import { isAlive } from "#server/postgres/process.ts";

export const settings = { fsync: "off" };
const program = join(import.meta.dirname, "../../src/server/postgres/embedded.ts");

/** Where the test's folders lie, the data folder of the running test, and what its PostgreSQL has reported. */
export let parent: string;
export let dataDir: string;
export let events: string[];
/** Processes of the test; they end with it. */
export let children: ChildProcess[];
let opened: EmbeddedPostgres[];

/** Another data folder than the one that the test began with. */
export function useFolder(folder: string): void {
  dataDir = folder;
}

/** Gives each test a data folder of its own, and ends what it started; to be called outside of tests, like a hook. */
export function eachOnItsOwnFolder(): void {
  beforeAll(() => {
    parent = fs.mkdtempSync(join(tmpdir(), "magazin-test-"));
    fs.chmodSync(parent, 0o755);
  });

  beforeEach(() => {
    dataDir = fs.mkdtempSync(join(parent, "data-"));
    fs.chmodSync(dataDir, 0o755);
    events = [];
    opened = [];
    children = [];
  });

  afterEach(async () => {
    await Promise.all(opened.map((postgres) => postgres.stop()));
    await Promise.all(children.map(killHard));
    const orphan = readPidFile(clusterDir());
    if (!orphan || !isAlive(orphan.pid)) return;
    await killPid(orphan.pid);
    fs.rmSync(orphan.socketDir, { recursive: true, force: true });
  });

  afterAll(() => fs.rmSync(parent, { recursive: true, force: true }));
}

export const clusterDir = () => join(dataDir, "postgres");
export const lockFile = () => join(dataDir, "postgres.lock");
export const postmasterPid = () => readPidFile(clusterDir())?.pid;

export async function start(more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const onEvent = (message: string, detail?: object) => void events.push(`${message} ${JSON.stringify(detail)}`);
  const postgres = await startEmbedded({ dataDir, settings, onEvent, ...more });
  opened.push(postgres);
  return postgres;
}

/** Another process that opens the folder and stays, or says why it could not. */
export async function startElsewhere(
  uid?: number,
): Promise<{ child: ChildProcess; connection: EmbeddedConnection; error?: string }> {
  const script = `import { startEmbedded } from ${JSON.stringify(program)};
    const say = (answer) => console.log(JSON.stringify(answer));
    const stay = setInterval(() => undefined, 1000);
    startEmbedded(${JSON.stringify({ dataDir, settings })}).then(say, (error) => {
      say({ error: error.message });
      clearInterval(stay);
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  children.push(child);
  const [answer] = (await once(child.stdout, "data")) as [Buffer];
  return { child, ...(JSON.parse(answer.toString()) as { connection: EmbeddedConnection; error?: string }) };
}

export async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

export async function killPid(pid = postmasterPid()): Promise<void> {
  process.kill(pid!, "SIGKILL");
  while (isAlive(pid!)) await sleep(2);
}

export async function ask(connection: EmbeddedConnection, sql: string): Promise<unknown[]> {
  const client = new Client({ ...connection });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: "array" });
    return rows.flat();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Asks until there is an answer, as a pool does whose connections broke. */
export async function askPatiently(connection: EmbeddedConnection, sql: string): Promise<unknown[]> {
  for (const end = Date.now() + 20_000; ; await sleep(20)) {
    try {
      return await ask(connection, sql);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

export const writeDown = "CREATE TABLE note AS SELECT 'kept' AS text";
export const readBack = "SELECT text FROM note";

export async function startAndStop(): Promise<void> {
  const postgres = await start();
  await ask(postgres.connection, writeDown);
  await postgres.stop();
}
