import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

const port = process.env["E2E_PORT"] ?? "28080";
const baseURL = `http://127.0.0.1:${port}`;
const screens = "whole/looks/screens.spec.ts";
const executablePath = process.env["CHROMIUM"]; // found by tools/run.mjs

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "test-results",
  workers: Math.max(2, Math.min(6, Math.floor(availableParallelism() / 2))), // one server answers them all; they wait more than they work
  // generous: a machine that is busy with something else is no fault of the product
  timeout: 240_000,
  expect: { timeout: 60_000 },
  retries: 1, // what passes only then is named at the end: a defect to mend
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: ".cache/playwright.json" }]],
  webServer: {
    command: "node test/e2e/support/server.ts",
    url: `${baseURL}/readyz`,
    env: { E2E_PORT: port },
    timeout: 600_000, // beside others' runs two cores took four minutes and more
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
  use: {
    baseURL,
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    trace: "off",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--disable-background-networking"],
      env: { ...process.env, LC_ALL: "C.UTF-8" }, // without a locale of letters a file with an umlaut is saved as "download"
    },
  },
  projects: process.env["MAGAZIN_AISLE"]
    ? [{ name: "aisle", testDir: "test/aisle", timeout: 3_600_000, use: { browserName: "chromium" } }] // npm run test:aisle
    : [
        // first and spread over all workers: what the others add to the archive makes the screens longer
        { name: "screens", testMatch: screens, fullyParallel: true, use: { browserName: "chromium" } },
        { name: "journeys", testDir: "test/e2e/journeys", use: { browserName: "chromium" } },
        { name: "whole", testDir: "test/e2e/whole", testIgnore: screens, use: { browserName: "chromium" } },
      ],
});
