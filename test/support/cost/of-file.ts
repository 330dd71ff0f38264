import { afterAll, beforeEach, type RunnerTestFile } from "vitest";
import { spentBy } from "./spent.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of the file, in s: of its worker and of what that started. The common PostgreSQL's is not in it. */
    cost?: number;
  }
}

// a setup file runs before each file of tests; hooks run last in, first out, so what the file closes is in its cost
const before = spentBy(process.pid);
let file: RunnerTestFile | undefined;
beforeEach(({ task }) => {
  file = task.file;
});
afterAll(() => {
  if (file) file.meta.cost = Math.max(0, spentBy(process.pid) - before);
});
