import {
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
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, startMark } from "./process.ts";

/** A file that is still empty after this time was left by a crash between making it and writing it. */
const writingTakesAtMost = 1_000;

/**
 * Makes the data folder where it is missing; answers its real path.
 *
 * @throws Error in plain words when it cannot be made.
 */
export function openFolder(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    return realpathSync(dataDir);
  } catch (error) {
    throw notWritable(dataDir, error as Error);
  }
}

/**
 * Takes the data folder for this process alone and answers with the function that gives it back. The lock of a process
 * that no longer runs, or whose id now belongs to another one, is taken over. One that runs is given the patience to end.
 *
 * @throws Error in plain words, naming the process, when a running one keeps the folder, or when it cannot be written.
 */
export async function lockFolder(
  dataDir: string,
  { patience = 0, onWait }: { patience?: number; onWait?: (holder: number) => void } = {},
): Promise<() => void> {
  const file = join(dataDir, "postgres.lock");
  const mine = `${process.pid}\n${startMark(process.pid)}\n`;
  const started = Date.now();
  let waitingFor: number | undefined;
  while (!create(file, mine)) {
    const holder = runningHolder(file);
    if (holder === undefined) removeStale(file);
    else if (Date.now() - started >= patience) throw inUse(dataDir, holder);
    else if (waitingFor !== holder) onWait?.((waitingFor = holder));
    await sleep(20);
  }
  return () => {
    if (content(file) === mine) rmSync(file, { force: true });
  };
}

function create(file: string, text: string): boolean {
  try {
    const descriptor = openSync(file, "wx", 0o644);
    writeSync(descriptor, text);
    fsyncSync(descriptor);
    closeSync(descriptor);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw notWritable(dirname(file), error as Error);
  }
}

function inUse(dataDir: string, holder: number): Error {
  return new Error(
    `The data folder ${dataDir} is in use by another running Magazin (process ${holder}). ` +
      "Stop that one first, or give this one a folder of its own with DATA_DIR.",
  );
}

function notWritable(folder: string, error: Error): Error {
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
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return made === undefined ? 0 : Math.abs(Date.now() - made);
}
