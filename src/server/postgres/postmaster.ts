import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync, realpathSync, statSync, truncateSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Account, commandAs } from "./account.ts";
import { type ServerAddress, addressSettings, clearAddress } from "./address.ts";
import { programIn } from "./binaries.ts";
import { bareEnvironment } from "./cluster.ts";
import { readPidFile, removeFalsePidFile } from "./pid-file.ts";
import { isAlive, leftBehindIn } from "./process.ts";
import { nameFullDisk } from "./disk-full.ts";

/** The running main process of PostgreSQL. */
export interface Postmaster {
  readonly pid: number;
  /** Fulfilled when the process has ended, for whatever reason. */
  readonly gone: Promise<void>;
  /** Ends connections, writes everything to disk and ends. */
  stop(): Promise<void>;
}

/** All that is needed to start PostgreSQL, again and again. */
export interface Plan {
  readonly clusterDir: string;
  readonly binaries: string;
  readonly logFile: string;
  readonly account: Account;
  readonly address: ServerAddress;
  readonly settings: Readonly<Record<string, string>>;
  readonly onEvent: (message: string, detail?: object) => void;
}

const largestLog = 10 * 1024 * 1024;
/** Writing 256 MB of changed pages to a slow disk takes its time; after that, recovery at the next start is quicker. */
const shutdownPatience = 60_000;
/** Times that the processes of a killed PostgreSQL have to notice by themselves, and to end on request. */
const leftBehindPatience = { notice: 1_000, end: 30_000 };

/**
 * Starts PostgreSQL and waits until it takes connections, however long its recovery takes. Waits for the processes of a
 * killed one to end.
 *
 * @throws Error with the last lines of its log when it ends instead, or when the signal is aborted.
 */
export async function launch(plan: Plan, signal?: AbortSignal): Promise<Postmaster> {
  const startTime = Date.now();
  for (;;) {
    signal?.throwIfAborted();
    trimLog(plan.logFile);
    clearAddress(plan.address, plan.account);
    removeFalsePidFile(plan.clusterDir);
    const logOffset = logSize(plan.logFile);
    const child = await spawnPostgres(plan);
    if (await isReady(plan, child, signal)) return asPostmaster(plan, child);
    const reason = readFileSync(plan.logFile).subarray(logOffset).toString().trim().split("\n").slice(-5).join("\n");
    const waitTime = Date.now() - startTime;
    const occupied = /pre-existing shared memory block|lock file ".*" already exists/.test(reason);
    if (!occupied || waitTime > leftBehindPatience.end)
      throw nameFullDisk(plan.clusterDir, new Error(`PostgreSQL did not start: ${reason}`));
    if (waitTime > leftBehindPatience.notice) endLeftBehind(plan);
    await sleep(50);
  }
}

/** A PostgreSQL that outlived the process that had started it. */
export function adoptPostmaster(plan: Pick<Plan, "clusterDir" | "binaries">, pid: number): Postmaster {
  const running = () => isAlive(pid);
  return {
    pid,
    gone: until(() => !running(), 200),
    stop: () => stopProcess(plan, pid, running),
  };
}

/** Says whether the running PostgreSQL was started as the plan would start it now. */
export function isAsPlanned(plan: Plan): boolean {
  try {
    const command = readFileSync(join(plan.clusterDir, "postmaster.opts"), "utf8").trimEnd();
    const quotedArguments = postgresArguments(plan).map((argument) => `"${argument}"`);
    return command === [realpathSync(programIn(plan.binaries, "postgres")), ...quotedArguments].join(" ");
  } catch {
    return false;
  }
}

async function spawnPostgres(plan: Plan): Promise<ChildProcess> {
  const [program, args] = commandAs(plan.account, programIn(plan.binaries, "postgres"), postgresArguments(plan));
  // A file and not a pipe: PostgreSQL outlives this process when that is killed.
  const log = openSync(plan.logFile, "a", 0o600);
  try {
    const child = spawn(program, args, {
      ...plan.account.ids,
      cwd: plan.clusterDir,
      env: bareEnvironment(),
      // A process group of its own: Ctrl-C reaches this process alone, which then stops PostgreSQL in order.
      detached: true,
      windowsHide: true,
      stdio: ["ignore", log, log],
    });
    await once(child, "spawn");
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

function postgresArguments({ clusterDir, address, settings }: Plan): string[] {
  const all = { ...settings, ...addressSettings(address) };
  return ["-D", clusterDir, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

async function isReady(plan: Plan, child: ChildProcess, signal?: AbortSignal): Promise<boolean> {
  let reportTime = Date.now();
  while (hasNotEnded(child)) {
    const file = readPidFile(plan.clusterDir);
    if (file?.pid === child.pid && file?.ready) return true;
    if (signal?.aborted) await asPostmaster(plan, child).stop();
    if (Date.now() - reportTime > 10_000) {
      plan.onEvent("PostgreSQL is still starting, probably recovering after a crash", { pid: child.pid });
      reportTime = Date.now();
    }
    await sleep(5);
  }
  return false;
}

function asPostmaster(plan: Plan, child: ChildProcess): Postmaster {
  const pid = child.pid ?? 0;
  const exit = hasNotEnded(child) ? once(child, "exit").then(() => undefined) : Promise.resolve();
  return { pid, gone: exit, stop: () => stopProcess(plan, pid, () => hasNotEnded(child)) };
}

function hasNotEnded(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function stopProcess(plan: Pick<Plan, "clusterDir" | "binaries">, pid: number, running: () => boolean) {
  if (process.platform === "win32") {
    spawnSync(programIn(plan.binaries, "pg_ctl"), ["stop", "-m", "fast", "-D", plan.clusterDir], { windowsHide: true });
  }
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (!running()) return;
    // On Windows every signal is the same sudden end, so that it comes last.
    if (process.platform !== "win32" || signal === "SIGKILL") send(pid, signal);
    await until(() => !running(), 5, shutdownPatience);
  }
}

function endLeftBehind({ clusterDir, onEvent }: Plan): void {
  for (const pid of leftBehindIn(clusterDir)) {
    onEvent("Ending a process that a killed PostgreSQL left behind", { pid });
    send(pid, "SIGQUIT");
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It may have ended a moment ago.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function until(condition: () => boolean, pause: number, timeouts = Number.POSITIVE_INFINITY): Promise<void> {
  const startTime = Date.now();
  while (!condition() && Date.now() - startTime < timeouts) await sleep(pause, undefined, { ref: timeouts < Infinity });
}

function logSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function trimLog(file: string): void {
  if (logSize(file) > largestLog) truncateSync(file);
}
