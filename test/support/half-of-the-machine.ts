import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";

// Browser tests have half of the processors: the workers of the other half wait until they have ended (tools/run.mjs).
const browsers = process.env["MAGAZIN_BROWSERS"];
const half = Math.max(1, Math.floor(availableParallelism() / 2));
if (browsers !== undefined && Number(process.env["VITEST_POOL_ID"]) > half)
  while (existsSync(browsers)) await setTimeout(250);
