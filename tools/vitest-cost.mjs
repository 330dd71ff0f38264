// A reporter of Vitest that writes down what each file has cost, as its setup file (test/support/cost/of-file.ts) has measured it.
import { writeFileSync } from "node:fs";

/** @param {object} meta which the setup file has written into */
const costOf = (meta) => /** @type {{ cost?: number }} */ (meta).cost ?? 0;

export class VitestCost {
  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    const costs = modules.map((file) => ({ name: file.relativeModuleId, seconds: costOf(file.meta()) }));
    writeFileSync(".cache/vitest-cost.json", JSON.stringify(costs));
  }
}
