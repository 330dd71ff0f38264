import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, startMark } from "./process.ts";
import { nameFullDisk } from "./disk-full.ts";

/** A file that is still empty after this time was left by a crash between making it and writing it. */
const writingTakesAtMost = 1_000;

/** As root, PostgreSQL runs under another account, which must get through the data folder to its own one, and sees nothing else. */
const folderMode = process.getuid?.() === 0 ? 0o711 : 0o700;

/**
 * Makes the data folder where it is missing, closed to everybody else; answers its real path.
 *
 * @throws Error in plain words when it cannot be made.
 */
export function openFolder(dataDir: string): string {
  try {
    const top = mkdirSync(dataDir, { recursive: true });
    if (top !== undefined) closeFolders(resolve(dataDir), dirname(resolve(top)));
    return realpathSync(dataDir);
  } catch (error) {
    throw notWritable(dataDir, error as Error);
  }
}

/** Corrects folders that the umask has closed too much or too little, from a folder up to one that was there. */
function closeFolders(folder: string, above: string): void {
  for (let directory = folder; directory !== above; directory = dirname(directory)) chmodSync(directory, folderMode);
}

/**
 * Takes the data folder for this process alone and answers with the function that gives it back. The lock of a process
 * that no longer runs, or whose id now belongs to another one, is taken over. One whose supervisor was killed is about to end
 * and is given the patience for that.
 *
 * @throws Error in plain words, naming the process, when a running one keeps the folder, or when it cannot be written.
 */
export async function lockFolder(
  dataDir: string,
  { timeouts: patience = 0, onWait }: { timeouts?: number; onWait?: (holder: number) => void } = {},
): Promise<() => void> {
  const file = join(dataDir, "postgres.lock");
  const mine = `${process.pid}\n${startMark(process.pid)}\n${supervisor()}\n`;
  const startTime = Date.now();
  let waitingFor: number | undefined;
  while (!create(file, mine)) {
    const holder = runningHolder(file);
    if (holder === undefined) removeStale(file);
    else if (Date.now() - startTime >= patience || !isOrphaned(file)) throw new FolderInUse(dataDir, holder);
    else if (waitingFor !== holder) onWait?.((waitingFor = holder));
    await sleep(20);
  }
  return () => {
    if (content(file) === mine) rmSync(file, { force: true });
  };
}

function create(file: string, text: string): boolean {
  try {
    const descriptor = openSync(file, "wx", 0o600);
    try {
      writeSync(descriptor, text);
      fsyncSync(descriptor);
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw notWritable(dirname(file), error as Error);
  }
}

/**
 * Returns the process that started this one and hears from it, with the mark of its start; empty where there is none. A supervisor names itself,
 * because a process whose parent has just died gets another parent.
 */
function supervisor(): string {
  if (!process.send) return "";
  const pid = Number(process.env["MAGAZIN_SUPERVISOR"] ?? process.ppid);
  return process.connected ? `${pid} ${startMark(pid)}` : "gone";
}

function isOrphaned(file: string): boolean {
  const line = content(file)?.split("\n")[2] ?? "";
  if (line === "") return false;
  const pid = Number.parseInt(line, 10);
  return !(pid > 0 && isAlive(pid) && line === `${pid} ${startMark(pid)}`);
}

/** Another process has the folder, and does not look as if it would leave. */
export class FolderInUse extends Error {
  constructor(dataDir: string, holder: number) {
    super(
      `The data folder ${dataDir} is in use by another running Magazin (process ${holder}). ` +
        "Stop that one first, or give this one a folder of its own with DATA_DIR.",
    );
  }
}

function notWritable(folder: string, error: Error): Error {
  if (/ENOSPC|EDQUOT/.test(error.message)) return nameFullDisk(folder, error);
  return new Error(
    `The data folder ${folder} cannot be written (${error.message}). ` +
      "Give it to the user who starts Magazin, or choose another folder with DATA_DIR.",
    { cause: error },
  );
}

function runningHolder(file: string): number | undefined {
  const [first = "", mark = ""] = content(file)?.split("\n") ?? [];
  const pid = Number(first);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  const now = startMark(pid);
  return mark === "" || now === "" || mark === now ? pid : undefined;
}

/**
 * Only the holder of a second, short-lived lock may remove a stale one, and looks again before: otherwise the slower of
 * two processes that found the same stale lock would remove the fresh lock of the faster.
 */
function removeStale(file: string): void {
  const guard = `${file}.takeover`;
  if (!create(guard, "")) {
    if (age(guard) > writingTakesAtMost) rmSync(guard, { force: true });
    return;
  }
  try {
    const beingWritten = content(file) === "" && age(file) < writingTakesAtMost;
    if (!beingWritten && runningHolder(file) === undefined) rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function content(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function age(file: string): number {
  const modifiedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return modifiedAt === undefined ? 0 : Math.abs(Date.now() - modifiedAt);
}
