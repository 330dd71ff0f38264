import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { VitestCost } from "./tools/vitest-cost.mjs";

// generous: a machine that is busy with something else is no fault of the product
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };
/** Says what each file cost. */
const setupFiles = ["./test/support/cost/of-file.ts"];
/** Files share what they import, which took a fifth of the time: what a test file changes outside of itself it puts back. */
const together = { pool: "forks", isolate: false, setupFiles } as const;
const withDatabase = { globalSetup: "./test/support/global-setup.ts", ...together, ...patience } as const;
/** What is too dear for `npm test` and goes with its suite: `npm run test:faults`, `test:cluster`, `test:restore`. */
const slow = "test/{faults,cluster,restore}/**/*.test.ts";

export default defineConfig({
  test: {
    pool: "forks",
    reporters: ["default", ["json", { outputFile: ".cache/vitest.json" }], new VitestCost()], // tools/steps.mjs counts
    maxWorkers: Math.max(1, Math.floor(availableParallelism() / 2)), // the browsers have the other half
    projects: [
      {
        test: {
          name: "rules",
          include: ["src/rules/**/*.test.ts", "src/contract/**/*.test.ts"],
          ...together,
          ...patience,
        },
      },
      { test: { name: "web", include: ["src/web/**/*.test.ts"], ...together, ...patience } },
      { test: { name: "walls", include: ["test/walls/**/*.test.ts"], setupFiles, ...patience } },
      {
        test: {
          name: "server",
          include: ["src/server/**/*.test.ts", "src/cli/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [slow, "test/walls/**"],
          ...withDatabase,
        },
      },
      { test: { name: "slow", include: [slow], ...withDatabase, isolate: true } },
    ],
  },
});
