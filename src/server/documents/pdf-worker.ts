import { flushCompileCache } from "node:module";
import { documents } from "./documents.ts";
import type { PdfJob, PdfOutcome } from "./pdf-workers.ts";

// Process of the press: it sets one document after another, until the server hangs up. Signals for the server's whole group do not break a document
// off: the server ends in order, and this process with it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
flushCompileCache(); // what was compiled now spares the next one 25 MB and half its start; most end without a word
process.on("message", (job: PdfJob) => process.send?.(outcomeOf(job)));

function outcomeOf({ name, data, printing }: PdfJob): PdfOutcome {
  try {
    const set = documents[name] as (given: typeof data, by: typeof printing) => Buffer;
    const bytes = set(typeof data === "string" ? JSON.parse(data) : data, printing);
    return { bytes, memory: process.memoryUsage.rss() };
  } catch (error) {
    return { bytes: null, error, memory: process.memoryUsage.rss() };
  }
}
