// A reporter of Vitest that writes down what each file and each test has cost, as the setup file (test/support/cost/of-file.ts) has
// measured it, and which groups of tests failed before they began.
import { mkdirSync, writeFileSync } from "node:fs";

/** @typedef {{ cost?: number, expensive?: string }} Meta */

export class VitestCost {
  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    const costs = modules.map((file) => {
      const tests = [...file.children.allTests()].map((test) => {
        const { cost = 0, expensive } = /** @type {Meta} */ (test.meta());
        return { name: test.fullName, seconds: cost, expensive: expensive !== undefined };
      });
      const seconds = /** @type {Meta} */ (file.meta()).cost ?? 0;
      return { name: file.relativeModuleId, seconds, tests: tests.filter((test) => test.seconds > 0.2) };
    });
    // a group whose set-up failed has skipped its tests, and says so nowhere else
    const groups = modules.flatMap((file) =>
      [...file.children.allSuites()].flatMap((group) =>
        group.errors().map(({ message }) => ({ name: `${file.relativeModuleId} > ${group.fullName}`, message })),
      ),
    );
    mkdirSync(".cache", { recursive: true });
    writeFileSync(".cache/vitest-groups.json", JSON.stringify(groups));
    writeFileSync(".cache/vitest-cost.json", JSON.stringify(costs));
  }
}
