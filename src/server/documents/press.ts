import { Piscina } from "piscina";
import { outsideTransaction } from "#server/database/outside-transaction.ts";
import type { Documents } from "./documents.ts";
import type { Printing } from "#server/documents/paper/page.ts";

export type DocumentName = keyof Documents;
export type DocumentData<Name extends DocumentName> = Parameters<Documents[Name]>[0];

/** What the worker gets for one document. */
export interface Job<Name extends DocumentName = DocumentName> {
  readonly name: Name;
  readonly data: DocumentData<Name> | string;
  readonly printing: Printing;
  /** 1 as soon as nobody waits for it any more; shared with the thread. */
  readonly gone: Int32Array<SharedArrayBuffer>;
}

const threads = 2; // a note does not wait behind a long list, and a core stays for the requests
const patience = 1000; // ms; to end a thread for a document nobody waits for costs more than most documents take
const idleTimeout = 600_000; // ms; a thread that starts anew takes half a second to read its fonts

/** Sets documents in threads of its own, so that no request waits for another one's list. */
export class Press {
  #pool: Piscina | null = null; // from the first document on

  /**
   * The document as a PDF. A long list may come as JSON text, straight from the database: for 20,000 boxes that holds the
   * server's thread 9 ms instead of 50.
   * @throws AbortError when `signal` ended it: a client that goes away ends its work.
   */
  async set<Name extends DocumentName>(
    name: Name,
    data: DocumentData<Name> | string,
    printing: Printing,
    signal?: AbortSignal,
  ): Promise<Buffer> {
    outsideTransaction();
    signal?.throwIfAborted();
    const gone = new Int32Array(new SharedArrayBuffer(4));
    const job: Job<Name> = { name, data, printing, gone };
    this.#pool ??= openPool();
    const end = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const leave = () => {
      Atomics.store(gone, 0, 1);
      timer = setTimeout(() => end.abort(), patience);
    };
    signal?.addEventListener("abort", leave);
    try {
      const bytes: ArrayBuffer = await this.#pool.run(job, { signal: end.signal });
      signal?.throwIfAborted();
      return Buffer.from(bytes);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
    }
  }

  /** Ends the threads; what they are setting for somebody has a moment for its end. */
  async close(): Promise<void> {
    await this.#pool?.close();
    this.#pool = null;
  }
}

function openPool(): Piscina {
  const pool = new Piscina({
    filename: new URL("./press-worker.ts", import.meta.url).href,
    name: "setDocument",
    minThreads: 1, // with none, what waits would wait for ever behind a document whose client went away
    maxThreads: threads,
    idleTimeout,
    closeTimeout: patience * 2, // whoever waited for it is gone by then
    resourceLimits: { maxYoungGenerationSizeMb: 8 }, // measured: 60 MB less for a list of 20,000 boxes, and as fast
  });
  pool.on("error", () => undefined); // a thread that dies fails its own document; without a listener it would end the server
  return pool;
}
