import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

const linux = process.platform === "linux";
const windows = process.platform === "win32";

/** Says whether the system has given out this process id, even if its process has ended and nobody has taken note of that. */
export function isGivenOut(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Says whether a process runs under this id. */
export function isAlive(pid: number): boolean {
  return isGivenOut(pid) && (!linux || !["Z", "X"].includes(linuxStat(pid)?.state ?? ""));
}

/**
 * A text that differs between two processes that had the same id one after the other; empty where the system does not
 * report it. On Linux boot and tick of the start, because ids and ticks repeat after a reboot.
 */
export function startMark(pid: number): string {
  if (linux) {
    const boot = read("/proc/sys/kernel/random/boot_id")?.trim();
    const tick = linuxStat(pid)?.startTick;
    return tick === undefined ? "" : `${boot} ${tick}`;
  }
  return windows ? "" : output("ps", ["-o", "lstart=", "-p", String(pid)]);
}

/** Says whether this process is the main process of a PostgreSQL that works in the given folder. */
export function isPostmaster(pid: number, clusterDir: string): boolean {
  if (!isAlive(pid)) return false;
  if (linux) {
    const [program = "", ...args] = linuxCommand(pid);
    return basename(program) === "postgres" && (args.includes(clusterDir) || workingFolder(pid) === clusterDir);
  }
  const command = windows
    ? output("powershell", [
        "-NoProfile",
        "-Command",
        `(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).CommandLine`,
      ])
    : output("ps", ["-o", "args=", "-p", String(pid)]);
  return /postgres/.test(command) && command.includes(clusterDir);
}

/**
 * The processes that a killed PostgreSQL left behind in its folder. A backend in the middle of a computation does not
 * notice for minutes that its main process is gone, and until then no other can start. Empty except on Linux.
 */
export function leftBehindIn(clusterDir: string): number[] {
  if (!linux) return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && workingFolder(pid) === clusterDir && linuxCommand(pid)[0]?.startsWith("postgres: "));
}

function linuxStat(pid: number): { state: string; startTick: string } | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets, which may itself hold spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields && { state: fields[0] ?? "", startTick: fields[19] ?? "" };
}

function linuxCommand(pid: number): string[] {
  return (read(`/proc/${pid}/cmdline`) ?? "").split("\0");
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function output(program: string, args: string[]): string {
  return spawnSync(program, args, { encoding: "utf8", windowsHide: true }).stdout?.trim() ?? "";
}
