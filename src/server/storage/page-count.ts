import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { outsideTransaction } from "#server/database/outside-transaction.ts";

/** Number of pages of a PDF, or the reason why nobody knows it. */
export type PageCount = { readonly pages: number } | { readonly fault: "locked" | "broken" | "active" };

const program = fileURLToPath(new URL("./page-count-worker.ts", import.meta.url));
/** MB of its heap; the file itself lies beside it. */
const heap = 256;
/** ms; 100 MB take three seconds. */
const longest = 30_000;

/**
 * Looks whether a PDF does more than to show pages, as letters are looked at, and counts these in a process of its own, by a reader that knows object streams: whatever the file does to it, it does to nobody
 * else (decision 130). `gone` ends it at once.
 */
export async function countPdfPages(file: Buffer, gone: AbortSignal): Promise<PageCount> {
  outsideTransaction();
  gone.throwIfAborted();
  const signal = AbortSignal.any([gone, AbortSignal.timeout(longest)]);
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${heap}`],
    stdio: ["pipe", "ignore", "ignore", "ipc"],
  });
  child.stdin?.on("error", () => undefined); // it has ended: that is heard below
  child.stdin?.end(file);
  try {
    const ended = once(child, "exit", { signal }).then((): [PageCount] => [{ fault: "broken" }]);
    const [answer] = await Promise.race([once(child, "message", { signal }) as Promise<[PageCount]>, ended]);
    return answer;
  } catch (error) {
    gone.throwIfAborted();
    if (signal.aborted) return { fault: "broken" };
    throw error;
  } finally {
    child.kill("SIGKILL"); // it keeps nothing
  }
}
