import { Piscina } from "piscina";
import type { Documents } from "./documents.ts";
import type { Printing } from "./page.ts";

export type DocumentName = keyof Documents;
export type DocumentData<Name extends DocumentName> = Parameters<Documents[Name]>[0];

/** What the worker gets for one document. */
export interface Job<Name extends DocumentName = DocumentName> {
  readonly name: Name;
  readonly data: DocumentData<Name> | string;
  readonly printing: Printing;
}

const threads = 2; // a note does not wait behind a long list, and a core stays for the requests
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
    const job: Job<Name> = { name, data, printing };
    this.#pool ??= new Piscina({
      filename: new URL("./press-worker.ts", import.meta.url).href,
      name: "setDocument",
      minThreads: 1, // with none, what waits would wait for ever behind a document whose client went away
      maxThreads: threads,
      idleTimeout,
      resourceLimits: { maxYoungGenerationSizeMb: 8 }, // measured: 60 MB less for a list of 20,000 boxes, and as fast
    });
    const bytes: ArrayBuffer = await this.#pool.run(job, signal ? { signal } : {});
    return Buffer.from(bytes);
  }

  /** Ends the threads, after what they are setting. */
  async close(): Promise<void> {
    await this.#pool?.close();
    this.#pool = null;
  }
}
