import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as refusedByServer from "#rules/texts/server-refusals.ts";
import { outsideTransaction } from "#server/database/outside-transaction.ts";
import type { Documents } from "./documents.ts";
import type { Printing } from "#server/documents/paper/page.ts";

export type DocumentName = keyof Documents;
export type DocumentData<Name extends DocumentName> = Parameters<Documents[Name]>[0];

/** Input of a process of the press for one document. */
export interface PdfJob {
  readonly name: DocumentName;
  readonly data: DocumentData<DocumentName> | string;
  readonly printing: Printing;
}

/** Answer of the process: the document, or what went wrong; and the memory that the process holds then, in bytes. */
export interface PdfOutcome {
  readonly bytes: Uint8Array | null;
  readonly error?: unknown;
  readonly memory: number;
}

/** A document that would take more memory than a process of the press may have. */
export class DocumentTooLarge extends Error {
  /** Refusal that the caller receives. */
  readonly reason = refusedByServer.documentTooLarge;
}

interface Limits {
  /** At the same time: a note does not wait behind a long list, and a core stays for the requests. */
  readonly processes: number;
  /** MB of one's heap (`DOCUMENT_MEMORY_MB`): 20,000 boxes with 100,000 contents take 63, five times as many 168. */
  readonly heap: number;
  /** One that holds more MB, or that set so many documents, makes way for a new one: memory does not come back otherwise. */
  readonly mostMemory: number;
  readonly mostDocuments: number;
  /** ms without work after which one ends; to start one takes half a second of a processor. */
  readonly idle: number;
}

const limits: Limits = { processes: 2, heap: 256, mostMemory: 150, mostDocuments: 200, idle: 60_000 };
const timeouts = 1000; // ms; to end a process for a document nobody waits for costs more than most documents take
const grace = 5000; // ms for what is being set when the press closes
const abortCode = 134; // the exit code of an abort where there are no signals
const frugal = ["--max-semi-space-size=4"]; // MB; a list of 20,000 boxes takes as long as with 16, and 30 MB less
const program = fileURLToPath(new URL("./pdf-worker.ts", import.meta.url));

/** A document that somebody waits for. */
interface Task extends Omit<PromiseWithResolvers<Buffer>, "promise"> {
  readonly job: PdfJob;
  readonly file: Promise<Buffer>;
}

interface Compositor {
  readonly child: ChildProcess;
  task: Task | null;
  documents: number;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Sets documents in processes of its own, so that no request waits for another one's list, and none dies of one: a thread that
 * runs out of memory may take its whole process with it (decision 42).
 */
export class PdfWorkers {
  readonly #limits: Limits;
  readonly #compositors = new Set<Compositor>();
  readonly #ending = new Set<Promise<unknown>>();
  readonly #waiting: Task[] = [];

  constructor(wish: Partial<Limits> = {}) {
    this.#limits = { ...limits, ...wish };
  }

  /** Returns the number of processes: none before the first document, and none when nobody wanted one for a while. */
  get processes(): number {
    return this.#compositors.size;
  }

  /** Returns the number of documents that are being set, and of those that wait for it. */
  get load(): { running: number; waiting: number } {
    const running = [...this.#compositors].filter(({ task }) => task !== null).length;
    return { running, waiting: this.#waiting.length };
  }

  /**
   * The document as a PDF. A long list may come as JSON text, straight from the database, which only the process parses.
   * @throws AbortError when `signal` ended it: a client that goes away ends its work.
   * @throws DocumentTooLarge
   */
  async set<Name extends DocumentName>(
    name: Name,
    data: DocumentData<Name> | string,
    printing: Printing,
    signal?: AbortSignal,
  ): Promise<Buffer> {
    outsideTransaction();
    signal?.throwIfAborted();
    const { promise: file, resolve, reject } = Promise.withResolvers<Buffer>();
    const task: Task = { job: { name, data, printing }, file, resolve, reject };
    const leave = () => this.#leave(task, signal?.reason);
    signal?.addEventListener("abort", leave);
    this.#waiting.push(task);
    this.#dispatch();
    try {
      return await file;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  /** Ends the processes, after what they are setting and what waits. */
  async close(): Promise<void> {
    const tasks = [...this.#waiting, ...[...this.#compositors].flatMap(({ task }) => task ?? [])];
    const rest = new AbortController();
    await Promise.race([
      Promise.allSettled(tasks.map(({ file }) => file)),
      after(grace, undefined, { signal: rest.signal }).catch(() => undefined),
    ]);
    rest.abort();
    for (const compositor of this.#compositors) this.#end(compositor);
    await Promise.all(this.#ending);
  }

  #dispatch(): void {
    for (let [task] = this.#waiting; task; [task] = this.#waiting) {
      const free = [...this.#compositors].find((compositor) => compositor.task === null);
      if (!free && this.#compositors.size >= this.#limits.processes) return;
      const compositor = free ?? this.#start();
      this.#waiting.shift();
      clearTimeout(compositor.idle);
      compositor.task = task;
      compositor.child.channel?.ref();
      compositor.child.send(task.job, () => undefined); // whoever has ended says so below
    }
  }

  #start(): Compositor {
    const execArgv = [`--max-old-space-size=${this.#limits.heap}`, ...frugal];
    const child = fork(program, { execArgv, serialization: "advanced", stdio: ["ignore", "ignore", "ignore", "ipc"] });
    const compositor: Compositor = { child, task: null, documents: 0, idle: undefined };
    const lose = (failure: Error) => {
      compositor.task?.reject(failure);
      this.#compositors.delete(compositor);
      this.#dispatch();
    };
    child.on("message", (outcome) => this.#finish(compositor, outcome as PdfOutcome));
    child.on("error", lose);
    child.on("exit", (code, signal) => lose(failureOf(code, signal)));
    child.unref();
    this.#compositors.add(compositor);
    return compositor;
  }

  #finish(compositor: Compositor, { bytes, error, memory }: PdfOutcome): void {
    if (bytes) compositor.task?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    else compositor.task?.reject(error);
    compositor.task = null;
    compositor.documents++;
    const { mostMemory, mostDocuments, idle } = this.#limits;
    const isSpent = memory > mostMemory * 1024 * 1024 || compositor.documents >= mostDocuments;
    if (isSpent) this.#end(compositor);
    this.#dispatch();
    if (isSpent || compositor.task) return;
    compositor.child.channel?.unref();
    compositor.idle = setTimeout(() => this.#end(compositor), idle).unref();
  }

  #end(compositor: Compositor): void {
    const { child, idle } = compositor;
    clearTimeout(idle);
    this.#compositors.delete(compositor);
    const end = once(child, "exit");
    this.#ending.add(end);
    void end.finally(() => this.#ending.delete(end));
    child.ref(); // whoever closes the press waits for it
    child.kill("SIGKILL"); // it keeps nothing
  }

  /** Nobody waits for the document any more: it is not begun, or given up unless it is ready in a moment. */
  #leave(task: Task, why: unknown): void {
    task.reject(why);
    const place = this.#waiting.indexOf(task);
    if (place >= 0) this.#waiting.splice(place, 1);
    const compositor = [...this.#compositors].find((each) => each.task === task);
    if (!compositor) return;
    setTimeout(() => {
      if (compositor.task !== task) return;
      this.#end(compositor);
      this.#dispatch();
    }, timeouts).unref();
  }
}

/** Why a process ended in the middle of a document: V8 aborts it when its heap is full, the kernel kills it when the machine's memory is. */
function failureOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal === "SIGABRT" || signal === "SIGKILL" || code === abortCode)
    return new DocumentTooLarge("The document takes too much memory.");
  return new Error(`A process of the press ended in the middle of a document: ${signal ?? code}.`);
}
