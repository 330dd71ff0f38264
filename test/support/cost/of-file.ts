import { afterEach } from "vitest";
import { spentBy } from "./spent.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of the file, in s: of its worker and of what that started. The common PostgreSQL's is not in it. */
    cost?: number;
  }
}

// a setup file runs before each file of tests
const before = spentBy(process.pid);
afterEach(({ task }) => {
  task.file.meta.cost = Math.max(0, spentBy(process.pid) - before);
});
