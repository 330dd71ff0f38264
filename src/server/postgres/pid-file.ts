import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isGivenOut, isPostmaster } from "./process.ts";

/** Content that PostgreSQL writes into `postmaster.pid`, as far as it has been written. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly socketDir: string;
  readonly ready: boolean;
}

/** The content of `postmaster.pid`; undefined without the file, or when no process is named in it. */
export function readPidFile(clusterDir: string): PidFile | undefined {
  const lines = pidFileText(clusterDir)?.split("\n");
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? "", ready: lines[7]?.trim() === "ready" };
}

/** The PostgreSQL that already works in the folder. */
export function findRunning(clusterDir: string): PidFile | undefined {
  const pidContent = readPidFile(clusterDir);
  return pidContent && isPostmaster(pidContent.pid, clusterDir) ? pidContent : undefined;
}

/**
 * Removes a file that PostgreSQL would refuse to start with although none is running: one that is empty, or names an id
 * that belongs to something else (after a reboot ids are given out again) or to a process whose end nobody has taken note
 * of (usual in containers). One that names no process stays: PostgreSQL sees in it whether processes of the dead one are
 * still at work.
 */
export function removeFalsePidFile(clusterDir: string): void {
  if (findRunning(clusterDir)) return;
  const content = readPidFile(clusterDir);
  if (!content || isGivenOut(content.pid)) rmSync(pidFile(clusterDir), { force: true });
}

function pidFileText(clusterDir: string): string | undefined {
  try {
    return readFileSync(pidFile(clusterDir), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function pidFile(clusterDir: string): string {
  return join(clusterDir, "postmaster.pid");
}
