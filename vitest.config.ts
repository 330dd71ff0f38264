import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    projects: [
      { test: { name: "rules", include: ["src/rules/**/*.test.ts", "src/contract/**/*.test.ts"] } },
      { test: { name: "web", include: ["src/web/**/*.test.ts"] } },
      { test: { name: "walls", include: ["test/walls/**/*.test.ts"], hookTimeout: 120_000 } },
      {
        test: {
          name: "server",
          include: ["src/server/**/*.test.ts", "src/cli/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ["test/walls/**"],
          globalSetup: "./test/support/global-setup.ts",
          pool: "forks",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
