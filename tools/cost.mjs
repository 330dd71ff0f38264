// Cost of the files of a run of tests. The most expensive are named at its end. A file above its limit fails, unless its reason is given here. The
// cost is in seconds of the processor: a plain duration is also that of whatever else the machine does. Runs on Node 20.
import { existsSync, readFileSync } from "node:fs";

/** A file, with its most expensive tests. @typedef {{ name: string, seconds: number, tests?: TestCost[] }} Cost */
/** @typedef {{ name: string, seconds: number, expensive: boolean }} TestCost */
/**
 * Cost that a kind of tests has taken, and may take in `npm test` where nothing of it is touched. @typedef {{ kind: string, seconds: number, budget:
 * number }} Share
 */

/** Seconds of the processor that a file of Vitest may take, PostgreSQL's for its databases included, and a browser test with its browser. */
const limits = { vitest: 120, playwright: 12 };
/** Seconds that most browser tests take on a machine at rest: where all take more, as beside others' work, so may the most expensive. */
const usual = 1;
const wholeRun = 50; // tests; of fewer the middle one says nothing

/** Files and tests that may take more: the end of their name, and the reason. @type {readonly (readonly [name: string, reason: string])[]} */
const reasons = [
  ["test/leaks/leaks.test.ts", "every call of customers' users and their programs, each answer searched"],
  ["test/walls/walls.test.ts", "compiles and lints the whole program, with every forbidden line in it"],
  [
    "a box and a single content go to the customer and come back",
    "the whole way of a delivery, by everybody who has a part in it",
  ],
  ["scan, invite, wait and are notified of each by mail", "a week of a customer, with a server that sends mails"],
  [
    "and nothing moves when the page takes its place",
    "first visits in a browser that knows nothing yet, each with a measured paint",
  ],
  ["on a small phone, with and without a network", "every screen of the phone, looked at by axe in both lights"],
  [
    "walks through every screen they can reach, and every call is theirs",
    "every screen of a customer user, each call looked at",
  ],
  [
    "and only the settings, the own user and what waits for them are asked for",
    "fifty addresses of staff, each opened by a customer's user, each call looked at",
  ],
  ["shifts.spec.ts at 1280 px", "every address that names no thing, each opened anew"],
  ["shifts.spec.ts at 360 px", "the same on a phone"],
  ["the widest screens scroll sideways at no width", "six screens, each laid out at 41 widths"],
  [
    "three people let boxes go, each sees why a step is not theirs",
    "a destruction from the draft to the certificate, by four sign-ins",
  ],
  [
    "and the hall shows when it was",
    "the whole way of a stocktake, by the two people who have a part in it, each screen looked at",
  ],
  ["work through more lines than one request takes, without waiting", "a delivery of 502 boxes, drawn and scanned"],
  [
    "reads a box's bars and a row's square, under a lamp and turned, too",
    "a camera's pictures, each drawn, decoded and searched",
  ],
  ["each is stored once, in order", "sixty scans, and a browser that is killed"],
  ["one is cancelled and billed anew", "a month billed on a server of its own"],
  [
    "its invoice is collected by a file for the bank, and the file is taken back",
    "a month billed on a server of its own",
  ],
  ["destroys what was listed, not what was marked since", "a server of its own"],
];

const shown = 10;

/** @param {readonly Cost[]} costs @returns {string[]} the most expensive first */
export const costliest = (costs) =>
  costs
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, shown)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} CPU s  ${name}`);

/** @param {readonly Cost[]} costs */
const middle = (costs) =>
  costs.toSorted((one, other) => one.seconds - other.seconds)[costs.length >> 1]?.seconds ?? usual;

/** @param {keyof typeof limits} runner @param {readonly Cost[]} costs @returns {string[]} a line for each that is too expensive */
export function tooExpensive(runner, costs) {
  const isMeasured = runner === "playwright" && costs.length >= wholeRun;
  const most = limits[runner] * (isMeasured ? Math.max(1, middle(costs) / usual) : 1);
  return costs
    .filter(({ name, seconds }) => seconds > most && !reasons.some(([end]) => name.endsWith(end)))
    .map(
      ({ name, seconds }) =>
        `${name} took ${seconds.toFixed(1)} CPU s, and ${most.toFixed(0)} are enough: make it cheaper, or give the reason in tools/cost.mjs`,
    );
}

/** From here on a test is to be marked as `expensive`; it fails at eight times as much, for a busy machine takes up to three times as long. */
const expensiveFrom = 0.5;
/** Walks ask what is touched, and have a budget instead. */
const walks = /^test\/(contract|growth|leaks|tokens)\//;

/** @param {readonly Cost[]} costs @returns {string[]} a line for each test that is expensive and not marked so */
export const unmarked = (costs) =>
  costs.flatMap(({ name, tests = [] }) =>
    tests
      .filter(({ seconds, expensive }) => !expensive && seconds > 8 * expensiveFrom && !walks.test(name))
      .map(
        (test) =>
          `${name} > ${test.name} took ${test.seconds.toFixed(1)} CPU s: make it cheaper, or \`expensive("why")\` of test/support/tiers.ts`,
      ),
  );

/** The kinds of tests, the files of each, and its budget in `npm test` in seconds of the processor, on a machine at rest. @type {readonly (readonly [kind: string, files: RegExp, budget: number])[]} */
const kinds = [
  ["units", /^src\/(rules|contract|web)\//, 20],
  ["walks", /^test\/contract\//, 60],
  ["guards, leaks, tokens", /^test\/(growth|leaks|tokens)\//, 45],
  ["commands, backup", /^src\/(cli|server\/backup)\//, 35],
  ["lives, billing", /^test\/(life|billing)\//, 25],
  ["walls", /^test\/walls\//, 10],
  ["rooms", /^(src\/server|test\/(deploy|api-guide))\//, 380],
  ["journeys", /^journeys\//, 100],
];

/** @param {readonly Cost[]} files @returns {Share[]} */
export const shares = (files) =>
  kinds
    .map(([kind, pattern, budget]) => {
      const seconds = files.filter(({ name }) => pattern.test(name)).reduce((sum, file) => sum + file.seconds, 0);
      return { kind, seconds, budget };
    })
    .filter(({ seconds }) => seconds > 0);

/** Factor for a machine that does other work: at a load of 18 a run took 1.8 times the seconds of the processor. */
const margin = 2.5;

/** @param {readonly Share[]} all @returns {string[]} a line for each kind that took more than it may */
export const overBudget = (all) =>
  all
    .filter(({ seconds, budget }) => seconds > budget * margin)
    .map(
      ({ kind, seconds, budget }) =>
        `${kind} took ${seconds.toFixed(0)} CPU s, and ${budget} are its budget (tools/cost.mjs)`,
    );

const ticks = 100; // a second, in /proc of every Linux

/** Processor time in s of all that this process has started and that has ended; 0 where there is no /proc. */
export function spentByChildren() {
  if (!existsSync("/proc/self/stat")) return 0;
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / ticks; // user and system time of children
}
