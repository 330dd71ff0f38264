// The steps of `npm test` and `npm run check`, side by side. Runs on Node 20 and without any package, as run.mjs does.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";

/** What failed, a line each, is said again at the end of all. @typedef {{ passed: number, failed: number, named?: string[] }} Counts */
/** Runs a program until it ends, answers its exit code. @typedef {(program: string, args?: string[]) => Promise<number>} Run */

/**
 * @param {number} status
 * @returns {Counts}
 */
const one = (status) => (status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/**
 * Counts what a test runner wrote down; a run that ended badly without a failed test counts as one.
 * @param {string} report
 * @param {(report: any) => Counts} count
 * @param {() => Promise<number>} run
 */
async function counted(report, count, run) {
  mkdirSync(".cache", { recursive: true });
  rmSync(report, { force: true });
  const status = await run();
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, "utf8"))) : { passed: 0, failed: 0 };
  return { ...counts, failed: status === 0 ? counts.failed : Math.max(1, counts.failed) };
}

/** @param {string} name @param {string | undefined} message of which the first lines say enough */
const named = (name, message) => `${name}: ${(message ?? "").split("\n").slice(0, 3).join(" ").slice(0, 400)}`;

/** @param {any} report of vitest; a file can fail without a failed test, where it does not even load. */
const countVitest = ({ numPassedTests, numFailedTests, testResults }) => ({
  passed: numPassedTests,
  failed: numFailedTests + testResults.filter(failedAsAFile).length,
  named: testResults.flatMap((/** @type {VitestFile} */ file) =>
    failedAsAFile(file)
      ? [named(file.name, file.message)]
      : file.assertionResults
          .filter((test) => test.status === "failed")
          .map((test) => named(test.fullName, test.failureMessages[0])),
  ),
});

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile */

/** @param {VitestFile} file */
const failedAsAFile = ({ status, assertionResults }) =>
  status === "failed" && assertionResults.every((test) => test.status !== "failed");

/** @param {any} report of Playwright */
const countPlaywright = ({ stats, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  named: specsOf(suites)
    .filter((spec) => !spec.ok)
    .map((spec) => named(`${spec.file}:${spec.line} ${spec.title}`, spec.tests[0]?.results[0]?.error?.message)),
});

/** @typedef {{ ok: boolean, file: string, line: number, title: string, tests: { results: { error?: { message: string } }[] }[] }} Spec */

/** @param {any[]} suites @returns {Spec[]} */
const specsOf = (suites) => suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);

const vitestReports = ["--reporter=default", "--reporter=json", "--outputFile.json=.cache/vitest.json"];
const vitestProjects = ["rules", "web", "walls", "server"].map((name) => `--project=${name}`); // faults are a task of their own

/** @type {Record<string, (run: Run, args: string[]) => Promise<Counts>>} */
export const steps = {
  types: async (run) => one(await run("typescript/bin/tsc", ["-b"])),
  lint: async (run) => one((await run("oxlint/bin/oxlint")) + (await run("./tools/check-files.mjs"))),
  format: async (run) => one(await run("@biomejs/biome/bin/biome", ["format"])),
  unused: async (run) => one(await run("knip/bin/knip.js", ["--no-progress"])),
  weight: async (run) => one(await run("./tools/sizes.mjs")),
  vitest: (run, args) =>
    counted(".cache/vitest.json", countVitest, () =>
      run("vitest/vitest.mjs", ["run", ...vitestProjects, ...vitestReports, ...args]),
    ),
  playwright: (run, args) =>
    counted(".cache/playwright.json", countPlaywright, () => run("@playwright/test/cli.js", ["test", ...args])),
};

/** @param {string[]} names whether one of these steps looks at the built web page */
export const needWeb = (names) => names.some((name) => name === "weight" || name === "playwright");

/**
 * What goes side by side: the test runners, and beside them all that is brief, one after another.
 * @param {string[]} names
 */
export function lanesOf(names) {
  const long = ["playwright", "vitest"].filter((name) => names.includes(name));
  return [...long.map((name) => [name]), names.filter((name) => !long.includes(name))];
}

/**
 * Runs lanes side by side, the steps of each one after another; says how long each step took, and the sum in the last line.
 * What a step says stands together, below its name.
 * @param {string[][]} lanes
 * @param {object} options
 * @param {(program: string, args: string[], hear: ((piece: Buffer) => void) | undefined) => Promise<number>} options.run
 * @param {string[]} options.args for the test runners
 * @param {boolean} options.built whether the web page could be built; what looks at it has failed otherwise
 */
export async function runSteps(lanes, { run, args, built }) {
  const alone = lanes.flat().length === 1;
  const total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const times = [];
  /** @type {string[]} */
  const failures = [];
  /** @param {string} name */
  const runStep = async (name) => {
    const start = performance.now();
    /** @type {Buffer[]} */
    const words = [];
    const hear = alone ? undefined : (/** @type {Buffer} */ piece) => void words.push(piece);
    const step = built || !needWeb([name]) ? steps[name] : undefined;
    const counts = await step?.((program, more = []) => run(program, more, hear), args);
    const { passed, failed, named: lines = [] } = counts ?? { passed: 0, failed: 1 };
    failures.push(...lines.map((line) => `FAILED ${name}: ${line}`));
    const outcome = `${name}: ${passed} passed, ${failed} failed, ${Math.round((performance.now() - start) / 1000)} s`;
    console.log(`\n== ${name}\n${Buffer.concat(words).toString()}== ${outcome}`);
    total.passed += passed;
    total.failed += failed;
    times.push(outcome);
  };
  await Promise.all(
    lanes.map(async (lane) => {
      for (const name of lane) await runStep(name);
    }),
  );
  console.log(`\n${[...new Set(failures), ...times].join("\n")}\n\n${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
}
