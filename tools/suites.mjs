// The slow suites, each a task of its own and all of them, in short, part of `npm run test:all`. Runs on Node 20 and without any package.
import { randomInt } from "node:crypto";
import { counted, countPlaywright, countVitest } from "./steps.mjs";

/** @typedef {import("./steps.mjs").Counts} Counts */
/** @typedef {import("./steps.mjs").Run} Run */
/** @typedef {(run: Run, args: string[]) => Promise<Counts>} Step */

/** @type {(run: Run, args: string[], env?: Record<string, string>) => Promise<Counts>} */
const runVitest = (run, args, env = {}) =>
  counted(".cache/vitest.json", countVitest, () =>
    run("vitest/vitest.mjs", ["run", "--maxWorkers=50%", ...args], { env }),
  );

/** Counts what a program of ours says at its end. @param {Run} run @param {string} program @param {string[]} args @returns {Promise<Counts>} */
async function runProgram(run, program, args) {
  let words = "";
  const heard = (/** @type {Buffer} */ piece) => void (words += piece.toString());
  const status = await run(program, args, { suite: true, heard });
  const [, passed = 0, failed = 0] = [...words.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
  const skipped = [...words.matchAll(/^skipped: .*$/gm)].map(([line]) => line);
  const isSilent = Number(passed) + Number(failed) + skipped.length === 0;
  return {
    passed: Number(passed),
    failed: status === 0 && !isSilent ? Number(failed) : Math.max(1, Number(failed)),
    named: [...words.matchAll(/^FAILED +(.*)$/gm)].map(([, line = ""]) => line),
    skipped,
  };
}

/** @param {Counts[]} all @returns {Counts} */
const sumOf = (all) => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  named: all.flatMap(({ named = [] }) => named),
  flaky: all.flatMap(({ flaky = [] }) => flaky),
  skipped: all.flatMap(({ skipped = [] }) => skipped),
});

/**
 * Tests that are too expensive for `npm test`, and a program that breaks more than a test can; `--only` and its like are for the program.
 * @param {string} folder
 * @returns {Step}
 */
const testsAndProgram = (folder) => async (run, args) => {
  const tests = args.includes("--only") ? [] : [await runVitest(run, ["--project=slow", `${folder}/`])];
  return sumOf([...tests, await runProgram(run, `./${folder}/main.ts`, args)]);
};

/** @param {string} folder @returns {Step} */
const programIn = (folder) => (run, args) => runProgram(run, `./${folder}/main.ts`, args);

/** The tests that look further in the long runs than in `npm test`, which MAGAZIN_LONG asks for. */
const longTests = [
  "test/faults/",
  "test/life/",
  "test/billing/",
  "test/contract/bad-",
  "test/contract/methods.test",
  "test/leaks/departments.test",
  "src/rules/",
  "src/server/messages/killed-",
  "features/deliveries/deliveries/at-once.test",
  "waiting/under-load.test",
  "printable.test",
  "label-sheet.test",
  "features/exchange/changes/at-once.test",
  "messages/webhooks/killed-",
];

/** `--long` looks further: the random tests from a fresh seed, which is said, and every kill and accident twenty times. @type {Step} */
async function runFaults(run, args) {
  const given = args.filter((arg) => arg !== "--long");
  if (given.length === args.length) return testsAndProgram("test/faults")(run, args);
  const seed = process.env["MAGAZIN_SEED"] ?? String(randomInt(2 ** 31));
  console.error(`magazin: random tests begin with MAGAZIN_SEED=${seed}`);
  const random = await runVitest(run, longTests, { MAGAZIN_LONG: "1", MAGAZIN_SEED: seed });
  return sumOf([random, await runProgram(run, "./test/faults/main.ts", ["--rounds", "20", ...given])]);
}

/** One after the other: what is timed has the machine for itself. @type {Step} */
const runAisle = (run, args) => {
  const given = args.filter((arg) => arg !== "--short");
  const env = { MAGAZIN_AISLE: given.length === args.length ? "long" : "short" };
  return counted(".cache/playwright.json", countPlaywright, () =>
    run("@playwright/test/cli.js", ["test", "--workers=1", ...given], { env }),
  );
};

/** In this order: what says most of a change comes first, where a run has a limit. @type {Record<string, Step>} */
export const suites = {
  upgrade: programIn("test/upgrade"),
  restore: testsAndProgram("test/restore"),
  leaks: programIn("test/leaks"),
  faults: runFaults,
  aisle: runAisle,
  store: programIn("test/store"),
  cluster: testsAndProgram("test/cluster"),
  image: programIn("test/image"),
};

/** Options that make a run of a suite short, where it is not short by itself. @type {Record<string, string[]>} */
const short = {
  cluster: ["--short"],
  leaks: ["--boxes", "2000"],
  restore: ["--short"],
  image: ["--short"],
  store: ["--short"],
  aisle: ["--short"],
};

/** @type {Record<string, Step>} */
export const shortSuites = Object.fromEntries(
  Object.entries(suites).map(([name, step]) => [name, (run) => step(run, short[name] ?? [])]),
);
