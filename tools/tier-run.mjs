// Arguments that a run of a tier hands to the test runners, and the end of a run that has a limit. Runs on Node 20 and without any package.
import { projects } from "./steps.mjs";
import { suites } from "./suites.mjs";

/**
 * Tests that a tier leaves out, as tools/asked-tests.ts says it.
 * @typedef {object} Asked
 * @property {{ nouns: string[], foundation: string | null }} scope
 * @property {string[]} says
 * @property {string[]} without projects of Vitest
 * @property {string[] | null} tests files; all where it is null
 * @property {string[]} browserTests
 */

/** @param {string} name of a step @param {Asked} asked @returns {string[]} */
export function argsOf(name, { without, tests, browserTests }) {
  if (name === "playwright") return browserTests;
  if (name !== "vitest") return [];
  const asked = projects.filter((project) => !without.includes(project));
  return [...asked.map((project) => `--project=${project}`), ...(tests ?? [])];
}

/** `--changed` asks tests alone, and a runner is asked only where it has something to do. @param {string} name @param {Asked} asked @param {boolean} isChanged */
export function asksFor(name, { tests, browserTests }, isChanged) {
  if (name === "playwright") return browserTests.length > 0;
  if (name === "vitest") return tests === null || tests.length > 0;
  return !isChanged;
}

/** Says whether nothing runs beyond the tests of every run. @param {Asked} asked */
export const isUntouched = ({ scope, tests }) =>
  scope.foundation === null && scope.nouns.length === 0 && tests === null;

const minute = 60_000; // ms
/** Time that a suite may take in its short form on a machine that does other work, in minutes. */
const ofSuite = 20;

/**
 * Ends what runs when its time is over, whatever hangs.
 * @param {number | undefined} limit in minutes since this program began
 * @param {(signal: NodeJS.Signals) => void} end ends all that runs
 * @returns {{ over: () => string | undefined, whyNot: (name: string) => string | undefined }} why all has ended, and why a suite does not begin
 */
export function limited(limit, end) {
  if (limit === undefined) return { over: () => undefined, whyNot: () => undefined };
  const left = () => limit - performance.now() / minute;
  /** @type {string | undefined} */
  let why;
  setTimeout(() => {
    why = `was ended: the run took ${limit} minutes`;
    end("SIGTERM");
    setTimeout(() => end("SIGKILL"), 20_000).unref();
  }, left() * minute).unref();
  return {
    over: () => why,
    whyNot: (name) => (name in suites && left() < ofSuite ? `fewer than ${ofSuite} minutes are left` : undefined),
  };
}
