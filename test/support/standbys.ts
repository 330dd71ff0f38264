import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { chooseAccount, commandAs, giveTo } from "#server/postgres/account.ts";
import { findBinaries, programIn } from "#server/postgres/binaries.ts";
import type { EmbeddedConnection } from "#server/postgres/embedded.ts";
import { embeddedSettings } from "#server/postgres/settings.ts";

/** A streaming standby of a PostgreSQL of a test. */
export interface TestStandby {
  readonly connection: EmbeddedConnection;
  readonly superuser: EmbeddedConnection;
  readonly pid: number;
  /** Starts it on the address that it had. */
  start(): Promise<void>;
  /** Makes a standby again of one that was promoted. */
  becomeStandby(): Promise<void>;
  /** Sends all its processes a signal. */
  signal(name: NodeJS.Signals): void;
  /** Ends it and removes what it had. */
  remove(): Promise<void>;
}

const program = programIn(findBinaries(), "postgres");

/** One statement, on a connection of its own. */
export async function say(connection: EmbeddedConnection, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: "array" });
    return rows.flat();
  } finally {
    await client.end();
  }
}

/** Data on its primary that a standby has to know. */
interface Primary {
  readonly superuser: EmbeddedConnection;
}

/** Copies the files of a running PostgreSQL, as `pg_basebackup` does. */
async function copyFiles({ superuser }: Primary, from: string, to: string): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    const left = new Set(["postmaster.pid", "postmaster.opts"]);
    for (const name of readdirSync(from))
      if (!left.has(name)) cpSync(join(from, name), join(to, name), { recursive: true });
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    writeFileSync(join(to, "backup_label"), rows[0]?.labelfile ?? "");
    writeFileSync(join(to, "standby.signal"), "");
  } finally {
    await client.end();
  }
}

/** Everything below a process, itself first. */
function family(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
    return [pid, ...children.flatMap(family)];
  } catch {
    return []; // it has ended
  }
}

/** Makes a streaming standby of the PostgreSQL that keeps its files below `dataDir`, and starts it. */
export async function openStandby(
  primary: Primary,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestStandby> {
  const files = mkdtempSync(join(tmpdir(), "magazin-standby-"));
  const account = chooseAccount(program, [tmpdir()]);
  await copyFiles(primary, join(dataDir, "postgres"), files);
  chmodSync(files, 0o700);
  const host = mkdtempSync(join(tmpdir(), "magazin-sb-"));
  if (account.owner) chownSync(host, account.owner.uid, account.owner.gid);
  const { host: from, port, user } = primary.superuser;
  // in a file, where a test can change it while it runs
  appendFileSync(join(files, "postgresql.auto.conf"), `primary_conninfo = 'host=${from} port=${port} user=${user}'\n`);
  giveTo(account, files);
  const all = {
    listen_addresses: "",
    unix_socket_directories: host,
    wal_retrieve_retry_interval: "100ms",
    shared_buffers: "32MB",
    max_connections: embeddedSettings(0)["max_connections"] ?? "", // as many as the primary has, or it does not start
    fsync: "off",
    ...settings,
  };
  const args = ["-D", files, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const connection = { host, port: 5432, user: "magazin", database: "magazin" };
  const superuser = { ...connection, user: "postgres", database: "postgres" };
  let child: ChildProcess;
  const start = async () => {
    const [command, words] = commandAs(account, program, args);
    child = spawn(command, words, { ...account.ids, cwd: files, env: { LC_ALL: "C" }, stdio: "ignore" });
    await once(child, "spawn");
    for (;;) {
      if (child.exitCode !== null) throw new Error("The standby did not start.");
      if (await say(superuser, "select 1").catch(() => null)) return;
      await sleep(20);
    }
  };
  const signal = (name: NodeJS.Signals) => {
    for (const pid of family(child.pid ?? 0))
      try {
        process.kill(pid, name);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // one of its helpers has just ended
      }
  };
  const end = async (how: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    signal("SIGCONT");
    child.kill(how);
    await ended;
  };
  await start();
  return {
    connection,
    superuser,
    get pid() {
      return child.pid ?? 0;
    },
    start,
    becomeStandby: async () => {
      await end("SIGINT");
      writeFileSync(join(files, "standby.signal"), "");
      giveTo(account, files);
      await start();
    },
    signal,
    remove: async () => {
      await end("SIGQUIT");
      for (const folder of [files, host]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
