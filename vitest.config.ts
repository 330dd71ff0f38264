import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { VitestCost } from "./tools/vitest-cost.mjs";
import type { Scope } from "./tools/tiers.ts";

// generous: a machine that is busy with something else is no fault of the product
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };
/** Leaves half of the machine to the browser tests while they run, and says what each file cost. */
const setupFiles = ["./test/support/half-of-the-machine.ts", "./test/support/cost/of-file.ts"];
const chromium = process.env["CHROMIUM"]; // found by tools/run.mjs
/** What the web takes from packages: known beforehand, the browser need not begin anew when one more is found. */
const packagesOfWeb = [
  "@tanstack/react-query",
  "@tanstack/react-router",
  "clsx",
  "downshift",
  "lucide",
  "react",
  "react-dom",
  "react-dom/client",
  "react-hook-form",
  "react/jsx-dev-runtime",
  "react/jsx-runtime",
  "axe-core",
  "zod/mini",
];
/** Files share what they import, which took a fifth of the time: what a test file changes outside of itself it puts back. */
const together = { pool: "forks", isolate: false, setupFiles } as const;
const withDatabase = {
  globalSetup: "./test/support/global-setup.ts",
  ...together,
  ...patience,
  setupFiles: [...setupFiles, "./test/support/setup/midnight.ts"],
};
/** What is too dear for `npm test` and goes with its suite: `npm run test:faults`, `test:cluster`, `test:restore`. */
const slow = "test/{faults,cluster,restore}/**/*.test.ts";

const { MAGAZIN_SCOPE: asked } = process.env; // tools/run.mjs
const scope: Scope | undefined = asked === undefined ? undefined : JSON.parse(readFileSync(asked, "utf8"));
const ofServer = ["src/server/**/*.test.ts", "src/cli/**/*.test.ts", "test/**/*.test.ts"];
/** What reads the sources of both sides, or what both stand on. */
const ofBothSides = ["test/contract/words.test.ts", "src/server/documents/paper/states.test.ts"];

export default defineConfig({
  test: {
    pool: "forks",
    reporters: ["default", ["json", { outputFile: ".cache/vitest.json" }], new VitestCost()], // tools/steps.mjs counts
    maxWorkers: Math.min(8, availableParallelism()), // of the connections of PostgreSQL each takes a dozen
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
          include: scope?.sides.includes("server") === false ? ofBothSides : ofServer,
          exclude: [slow, "test/walls/**"],
          ...withDatabase,
        },
      },
      {
        // screens in a real browser without a server: the contract's examples answer
        plugins: [react(), tailwindcss()],
        resolve: {
          alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
        },
        optimizeDeps: { include: packagesOfWeb },
        test: {
          name: "screens",
          sequence: { groupOrder: 1 }, // its pages and the others' workers would be twice as many as there are processors
          include: ["test/screens/**/*.test.tsx"],
          setupFiles: ["./test/screens/support/setup.ts"],
          isolate: false,
          ...patience,
          browser: {
            enabled: true,
            connectTimeout: 600_000, // ms: of a browser that has not connected by then no file has run, and each fails
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: {
                ...(chromium === undefined ? {} : { executablePath: chromium }),
                args: ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--disable-background-networking"],
              },
              actionTimeout: 60_000,
              contextOptions: { locale: "de-DE", timezoneId: "Europe/Berlin", reducedMotion: "reduce" },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      { test: { name: "slow", include: [slow], ...withDatabase, isolate: true } },
    ],
  },
});
