// The steps of `npm test` and `npm run check`, side by side. Runs on Node 20 and without any package, as run.mjs does.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { costliest, overBudget, shares, spentByChildren, tooExpensive, unmarked } from "./cost.mjs";

/**
 * Counts of a run. Its end repeats the results that need attention, a line each: tests that failed, passed only when tried again, or could not be
 * tried. The files that took the most follow, and the time of each kind of tests.
 * @typedef {{ passed: number, failed: number, named?: string[], flaky?: string[], skipped?: string[], costliest?: string[], left?: number, shares?:
 * import("./cost.mjs").Share[] }} Counts
 */
/**
 * A suite is a program that ends what it has started by itself; `heard` receives what it says.
 * @typedef {{ env?: Record<string, string>, suite?: boolean, heard?: (piece: Buffer) => void }} How
 */
/** Runs a program until it ends, answers its exit code. @typedef {(program: string, args?: string[], how?: How) => Promise<number>} Run */
/**
 * The same with what it says handed over piece by piece, or shown at once.
 * @typedef {(program: string, args: string[], how: Omit<How, "heard"> & { hear: ((piece: Buffer) => void) | undefined }) => Promise<number>} RunBeside
 */

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
export async function counted(report, count, run) {
  mkdirSync(".cache", { recursive: true });
  for (const file of [report, groupsFile]) rmSync(file, { force: true });
  const status = await run();
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, "utf8"))) : { passed: 0, failed: 0 };
  return { ...counts, failed: status === 0 ? counts.failed : Math.max(1, counts.failed) };
}

/** @param {string} name @param {string | undefined} message of which the first lines say enough */
const named = (name, message) => `${name}: ${(message ?? "").split("\n").slice(0, 3).join(" ").slice(0, 400)}`;

/**
 * A test that is too expensive counts as one that failed; the most expensive files are named.
 * @param {"vitest" | "playwright"} runner
 * @param {Counts} counts
 * @param {import("./cost.mjs").Cost[]} costs of what is limited
 * @param {import("./cost.mjs").Cost[]} files
 * @returns {Counts}
 */
function withCosts(runner, counts, costs, files = costs) {
  const wrong = [...tooExpensive(runner, costs), ...unmarked(costs)];
  return {
    ...counts,
    failed: counts.failed + wrong.length,
    named: [...(counts.named ?? []), ...wrong],
    costliest: costliest(files),
    shares: shares(files),
  };
}

const groupsFile = ".cache/vitest-groups.json";
/** Groups of tests whose set-up failed, such as one that ran out of time. @returns {{ name: string, message: string }[]} */
const failedGroups = () => (existsSync(groupsFile) ? JSON.parse(readFileSync(groupsFile, "utf8")) : []);

/** @param {any} report of vitest; a file can fail without a failed test, where it does not even load. */
export const countVitest = ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => ({
  passed: numPassedTests,
  left: numPendingTests,
  failed: numFailedTests + testResults.filter(failedAsAFile).length + failedGroups().length,
  named: [...failedGroups().map(({ name, message }) => named(name, message)), ...namedIn(testResults)],
});

/** @param {VitestFile[]} testResults */
const namedIn = (testResults) =>
  testResults.flatMap((/** @type {VitestFile} */ file) =>
    failedAsAFile(file)
      ? [named(file.name, file.message || "it did not run: its set-up failed, or no browser came")]
      : file.assertionResults
          .filter((test) => test.status === "failed")
          .map((test) => named(test.fullName, test.failureMessages[0])),
  );

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile */

/** @param {VitestFile} file */
const failedAsAFile = ({ status, assertionResults }) =>
  status === "failed" && assertionResults.every((test) => test.status !== "failed");

/** @param {any} report of Playwright; what passed at the second try has passed, and is named. */
export const countPlaywright = ({ stats, suites }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  named: namedOf(suites, "unexpected"),
  flaky: namedOf(suites, "flaky"),
});

/** @param {any[]} suites @param {string} status */
const namedOf = (suites, status) =>
  specsOf(suites).flatMap(({ file, line, title, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ results }) => named(`${file}:${line} ${title}`, results[0]?.error?.message)),
  );

/**
 * @typedef {{ type: string, description?: string }} Annotation
 * @typedef {{ status: string, results: { error?: { message: string } }[], annotations?: Annotation[] }} Tries
 */
/** @typedef {{ file: string, line: number, title: string, tests: Tries[] }} Spec */

/** @param {any[]} suites @returns {Spec[]} */
const specsOf = (suites) => suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);

const vitestCostFile = ".cache/vitest-cost.json";
/** @returns {import("./cost.mjs").Cost[]} */
const vitestCosts = () => (existsSync(vitestCostFile) ? JSON.parse(readFileSync(vitestCostFile, "utf8")) : []);

/** Returns the cost that each browser test has noted (test/e2e/support/page.ts). @param {any} report */
const testCosts = ({ suites }) =>
  specsOf(suites).map(({ file, title, tests }) => ({
    name: `${file} ${title}`,
    seconds: Number(tests[0]?.annotations?.find(({ type }) => type === "cost")?.description ?? 0),
  }));

/** The sum of each file. @param {any} report */
function fileCosts({ suites }) {
  /** @type {Map<string, number>} */
  const files = new Map();
  const costs = testCosts({ suites });
  for (const [index, { file }] of specsOf(suites).entries())
    files.set(file, (files.get(file) ?? 0) + (costs[index]?.seconds ?? 0));
  return [...files].map(([name, seconds]) => ({ name, seconds }));
}

/** The projects of Vitest that `npm test` runs; `slow` is for the suites. */
export const projects = ["rules", "web", "walls", "screens", "server"];
const isProject = (/** @type {string} */ arg) => arg.startsWith("--project");
const vitestProjects = projects.map((name) => `--project=${name}`);

/** @type {Record<string, (run: Run, args: string[]) => Promise<Counts>>} */
export const steps = {
  // several checkers of a project each check again what they share: one took 46 CPU s of two cores, and the usual four 66
  types: async (run) => one(await run("typescript/bin/tsc", ["-b", "--checkers", "1"])),
  lint: async (run) => one((await run("oxlint/bin/oxlint")) + (await run("./tools/check-files.mjs"))),
  format: async (run) => one(await run("@biomejs/biome/bin/biome", ["format"])),
  unused: async (run) => one(await run("knip/bin/knip.js", ["--no-progress"])),
  api: async (run) => one(await run("./test/contract/check-api.ts")),
  weight: async (run) => one(await run("./tools/sizes.mjs")),
  vitest: (run, args) =>
    counted(
      ".cache/vitest.json",
      (report) => withCosts("vitest", countVitest(report), vitestCosts()),
      () => run("vitest/vitest.mjs", ["run", ...(args.some(isProject) ? [] : vitestProjects), ...args]),
    ),
  playwright: (run, args) =>
    counted(
      ".cache/playwright.json",
      (report) => withCosts("playwright", countPlaywright(report), testCosts(report), fileCosts(report)),
      () => run("@playwright/test/cli.js", ["test", ...args]),
    ),
};

const onWeb = ["weight", "playwright", "aisle"];

/** @param {string[]} names whether one of these steps looks at the built web page */
export const needWeb = (names) => names.some((name) => onWeb.includes(name));

const runners = ["playwright", "vitest"];

/**
 * Returns the steps that go side by side, round after round. First comes all that is brief, then the test runners, which fill the machine by
 * themselves. Last come the slow suites, each alone.
 * @param {string[]} names
 * @returns {string[][][]}
 */
export function roundsOf(names) {
  const isNamed = (/** @type {string} */ name) => names.includes(name);
  const brief = [
    ["lint"],
    ["types"],
    names.filter((name) => name in steps && !["lint", "types", ...runners].includes(name)),
  ];
  const slow = names.filter((name) => !(name in steps)).map((name) => [[name]]);
  const rounds = [brief, runners.map((name) => [name]), ...slow];
  return rounds.map((lanes) => lanes.map((lane) => lane.filter(isNamed)).filter((lane) => lane.length > 0));
}

/**
 * Runs rounds one after another, the lanes of a round side by side, the steps of a lane one after another; says how long each step
 * took, how many tests passed only at their second try, and the sum in the last line. What a step says stands together, below its name.
 * @param {string[][][]} rounds
 * @param {object} options
 * @param {Record<string, (run: Run, args: string[]) => Promise<Counts>>} options.steps
 * @param {RunBeside} options.run
 * @param {(name: string) => string[]} options.args for the test runners
 * @param {() => string | undefined} options.over why nothing is begun any more, and what runs was ended
 * @param {(name: string) => string | undefined} options.whyNot why a step is not begun, without having failed
 * @param {boolean} options.budgeted whether the kinds of tests must stay within their budgets
 * @param {boolean} options.built whether the web page could be built; what looks at it has failed otherwise
 * @param {(name: string) => void} options.ended receives each step that has ended
 */
export async function runSteps(rounds, { steps: known, run, args, over, whyNot, budgeted, built, ended }) {
  const alone = rounds.flat(2).length === 1;
  const total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const times = [];
  /** @type {string[]} */
  const failures = [];
  /** @type {string[]} */
  const flaky = [];
  /** @type {string[]} */
  const skipped = [];
  /** @type {string[]} */
  const costs = [];
  /** @type {import("./cost.mjs").Share[]} */
  const taken = [];
  /** @param {string} name */
  const runStep = async (name) => {
    const start = performance.now();
    const why = whyNot(name);
    if (why !== undefined) return void skipped.push(`SKIPPED ${name}: ${why}`);
    /** @type {Buffer[]} */
    const words = [];
    /** @type {Run} */
    const runOne = (program, more = [], { heard, ...how } = {}) => {
      const hear = (/** @type {Buffer} */ piece) => {
        heard?.(piece);
        if (alone) process.stdout.write(piece);
        else words.push(piece);
      };
      return run(program, more, { ...how, hear: alone && !heard ? undefined : hear });
    };
    const step = built || !needWeb([name]) ? known[name] : undefined;
    const counts = over() === undefined ? await step?.(runOne, args(name)) : undefined;
    const { passed, failed, left = 0, ...lines } = counts ?? { passed: 0, failed: 1 };
    if (over() !== undefined) failures.push(`FAILED ${name}: ${over()}`);
    taken.push(...(lines.shares ?? []));
    failures.push(...(lines.named ?? []).map((line) => `FAILED ${name}: ${line}`));
    flaky.push(...(lines.flaky ?? []).map((line) => `FLAKY ${name}: ${line}`));
    costs.push(...(lines.costliest ?? []).map((line) => `${name} ${line}`));
    skipped.push(...(lines.skipped ?? []).map((line) => `SKIPPED ${name}: ${line}`));
    const notAsked = left > 0 ? `${left} left out, ` : "";
    const outcome = `${name}: ${passed} passed, ${failed} failed, ${notAsked}${Math.round((performance.now() - start) / 1000)} s`;
    console.log(`\n== ${name}\n${Buffer.concat(words).toString()}== ${outcome}`);
    total.passed += passed;
    total.failed += failed;
    times.push(outcome);
    ended(name);
  };
  /** @param {string[]} lane */
  const runLane = async (lane) => {
    for (const name of lane) await runStep(name);
  };
  for (const lanes of rounds) await Promise.all(lanes.map(runLane));
  times.push(`in all ${spentByChildren().toFixed(0)} CPU s`);
  const tooMuch = budgeted ? overBudget(taken) : [];
  total.failed += tooMuch.length;
  failures.push(...tooMuch.map((line) => `FAILED budget: ${line}`));
  costs.push(
    ...taken.map(
      ({ kind, seconds, budget }) =>
        `${seconds.toFixed(0).padStart(6)} CPU s  ${kind}${budgeted ? ` of ${budget}` : ""}`,
    ),
  );
  const again = runners.some((name) => rounds.flat(2).includes(name)) ? [`${flaky.length} flaky`] : [];
  console.log(`\n${[...costs, ...new Set(failures), ...flaky, ...skipped, ...times].join("\n")}\n`);
  console.log([...again, `${total.passed} passed, ${total.failed} failed`].join("\n"));
  return total.failed > 0 ? 1 : 0;
}
