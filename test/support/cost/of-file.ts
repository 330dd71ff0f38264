import { afterAll, afterEach, beforeEach, inject, type RunnerTestCase, type RunnerTestFile } from "vitest";
import { guards } from "#test/support/guards.ts";
import { forgetDatabases, spentByBackends } from "./backends.ts";
import { spentBy } from "./spent.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of a test or a file, in s: of its worker, of what that started, and of PostgreSQL for its databases. */
    cost?: number;
    /** Why a test costs half a second or more (`test/support/tiers.ts`). */
    expensive?: string;
  }
}

// a setup file runs before each file of tests; hooks run last in, first out, so what the file closes is in its cost
forgetDatabases();
const postmaster = (inject("postgres") as { postmaster?: number } | undefined)?.postmaster;
const spent = () => spentBy(process.pid) + spentByBackends(postmaster);
const before = spent();
let file: RunnerTestFile | undefined;
let atStart = before;
beforeEach(({ task }) => {
  file = task.file;
  atStart = spent();
});
/** A guard stays in every run, whatever it costs; its title may be put together of parts. */
const isGuard = ({ name, file: { filepath } }: Readonly<RunnerTestCase>) =>
  guards.some((guard) => filepath.endsWith(guard.file) && guard.title.split("%s").every((part) => name.includes(part)));
afterEach(({ task }) => {
  task.meta.cost = spent() - atStart;
  if (isGuard(task)) task.meta.expensive = "a guard";
});
afterAll(() => {
  if (file) file.meta.cost = Math.max(0, spent() - before);
});
