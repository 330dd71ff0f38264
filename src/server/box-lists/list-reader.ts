import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Layout } from "#rules/exchange/imports/layout.ts";
import type { KnownColumns } from "#rules/exchange/imports/columns.ts";
import type { Reading } from "#rules/exchange/imports/cell-values.ts";
import type { CellText } from "#rules/exchange/imports/corrections.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import { outsideTransaction } from "#server/database/outside-transaction.ts";
import { UnreadableList } from "./unreadable-list.ts";

/** Task of a reading process. Without a reading, the process only finds out whether the list can be read, and what its columns are. */
export interface ReaderTask {
  readonly file: Uint8Array;
  /** Layout of the list, as far as it is specified. */
  readonly layout: Layout;
  readonly reading: Reading | null;
  /** Corrections of its cells. */
  readonly corrections?: readonly CellText[];
}

/** Facts about a list, once it was read to its end. */
export interface ReadToTheEnd extends KnownColumns, Layout {
  /** The sheets of a workbook that people see; none of CSV. */
  readonly sheets: readonly string[];
  readonly total: number;
  /** The first different values of each column. */
  readonly samples: readonly (readonly string[])[];
  /** Rows that people do not see in their spreadsheet, and that were read as well. */
  readonly hidden: number;
  /** Bytes that its process held at most. */
  readonly memory: number;
}

/** Message of the reading process: rows as JSON text, the end, or why there is none. */
export type ReaderMessage =
  | { readonly rows: string; readonly count: number }
  | ReadToTheEnd
  | { readonly refused: string }
  | { readonly failed: string };

const program = fileURLToPath(new URL("./list-worker.ts", import.meta.url));
/** MB of its heap: the largest list that is read takes 180, a million texts of a workbook among them. */
const heap = 256;

/** ms that its process may read; what it waits for does not count. The largest list takes 13 s. */
const longest = 120_000;

/**
 * Reads a list in a process of its own (decision 77), and hands its rows over batch by batch; the next one is read when the one before was
 * taken. `gone` ends it at once.
 * @throws UnreadableList
 */
export async function readInProcess(
  work: ReaderTask,
  gone: AbortSignal,
  take: (rows: string, count: number) => Promise<void> = async () => undefined,
  most = longest,
): Promise<ReadToTheEnd> {
  outsideTransaction();
  gone.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<ReadToTheEnd>();
  const execArgv = [`--max-old-space-size=${heap}`, "--max-semi-space-size=4"];
  const child = fork(program, { execArgv, serialization: "advanced", stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const leave = () => reject(gone.reason as Error);
  gone.addEventListener("abort", leave);
  child.on("error", reject);
  child.on("exit", () => reject(new UnreadableList(unreadable.memory))); // whoever has reported the end is not heard any more
  const time = stopwatch(most, () => reject(new UnreadableList(unreadable.time)));
  const takeRows = async (rows: string, count: number) => {
    time.stop();
    await take(rows, count);
    if (!child.connected) return;
    child.send("on");
    time.start();
  };
  child.on("message", (answer: ReaderMessage) => {
    if ("rows" in answer) takeRows(answer.rows, answer.count).catch(reject);
    else if ("refused" in answer) reject(new UnreadableList(answer.refused));
    else if ("failed" in answer) reject(new Error(`A list could not be read: ${answer.failed}`));
    else resolve(answer);
  });
  child.send(work, (error) => error && reject(error));
  try {
    return await promise;
  } finally {
    gone.removeEventListener("abort", leave);
    time.end();
    child.kill("SIGKILL"); // it keeps nothing
  }
}

const tick = 100; // ms

/** Runs from now on, but for where it is stopped; says so after so many ms. */
function stopwatch(most: number, late: () => void) {
  let [left, isRunning] = [Math.ceil(most / tick), true];
  const timer = setInterval(() => {
    if (isRunning && --left <= 0) late();
  }, tick);
  return {
    start: () => void (isRunning = true),
    stop: () => void (isRunning = false),
    end: () => clearInterval(timer),
  };
}
