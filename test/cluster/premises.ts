import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { findRunning } from "#server/postgres/pid-file.ts";
import { isAlive, leftBehindIn, startMark } from "#server/postgres/process.ts";
import { killHard } from "#test/faults/product.ts";

const home = realpathSync(tmpdir());
const prefix = "magazin-cluster-";

/** Under which account the cluster runs: PostgreSQL refuses root. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string) => Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** True where the program runs under our own account instead of the cluster's. */
  readonly own?: true;
  /** True where the program accepts commands. */
  readonly hasMessages?: true;
}

/** A folder of one run, and the processes that were started in it, by their pid files. */
export class Premises {
  readonly folder: string;
  readonly #account = account();

  constructor() {
    this.folder = mkdtempSync(join(home, prefix));
    chmodSync(this.folder, 0o755);
    mkdirSync(join(this.folder, "pids"));
    this.#note("test", process.pid);
  }

  /** A folder that belongs to the cluster's account. */
  room(name: string): string {
    const folder = join(this.folder, name);
    mkdirSync(folder, { mode: 0o700 });
    const { uid, gid } = this.#account;
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
    return folder;
  }

  /** Starts a program whose words go to a file of its name. */
  start(name: string, { file, args, env, own, hasMessages }: Program): ChildProcess {
    const log = openSync(this.logOf(name), "a");
    const child = spawn(file, args, {
      cwd: own ? undefined : this.folder,
      env: env ?? { PATH: process.env["PATH"], HOME: this.folder, LANG: "C.UTF-8" },
      stdio: ["ignore", log, log, ...(hasMessages ? (["ipc"] as const) : [])],
      ...(own ? {} : this.#account),
    });
    closeSync(log);
    child.on("error", () => undefined); // whoever waits for it says what is missing
    if (child.pid !== undefined) this.#note(name, child.pid);
    return child;
  }

  /** The same, before all else that wants the processor: a heartbeat that comes late is a failover that nobody asked for. */
  startFirst(name: string, program: Program): ChildProcess {
    const child = this.start(name, program);
    if (process.getuid?.() === 0 && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_HIGH);
    return child;
  }

  logOf(name: string): string {
    return join(this.folder, `${name}.log`);
  }

  lastWords(name: string): string {
    return readFileSync(this.logOf(name), "utf8").trim().split("\n").slice(-6).join("\n  ");
  }

  #note(name: string, pid: number): void {
    writeFileSync(join(this.folder, "pids", name), `${pid}\n${startMark(pid)}`);
  }

  /** Ends everything that was started here. */
  endAll(): void {
    endIn(this.folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The process that a pid file names, if it is still that one. */
function named(file: string): number | undefined {
  const [pid, mark] = readFileSync(file, "utf8").split("\n");
  const id = Number(pid);
  return isAlive(id) && startMark(id) === mark ? id : undefined;
}

/** The processes of the PostgreSQL that works in a folder: no children of ours, with a pid file of their own. */
export function postgresIn(folder: string): number[] {
  const postmaster = findRunning(folder)?.pid;
  return [...(postmaster ? [postmaster] : []), ...leftBehindIn(folder)];
}

/** Ends all but the test itself. */
function endIn(folder: string): void {
  const pids = join(folder, "pids");
  killHard(readdirSync(pids).flatMap((name) => (name === "test" ? [] : [named(join(pids, name))])));
  for (const room of readdirSync(folder, { withFileTypes: true }))
    if (room.isDirectory()) killHard(postgresIn(join(folder, room.name, "data")));
}

/** Clears away what runs left behind that were killed themselves. */
export function clearRemains(): void {
  for (const name of readdirSync(home).filter((each) => each.startsWith(prefix))) {
    const folder = join(home, name);
    const test = join(folder, "pids", "test");
    if (!existsSync(test) || named(test) !== undefined) continue; // another run, which goes on
    endIn(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    console.log(`cleared away ${folder}, which an earlier run left behind`);
  }
}
