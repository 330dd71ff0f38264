// What the files of a run of tests cost: the dearest are named at its end, and what is dearer than it may be fails, unless its reason is
// given here. Told in seconds of the processor: a plain duration is also that of whatever else the machine does. Runs on Node 20.

/** @typedef {{ name: string, seconds: number }} Cost */

/** Seconds of the processor that a file of Vitest may take, three times what it should, and a browser test with its browser, twice that. */
const limits = { vitest: 60, playwright: 12 };
/** Seconds that most browser tests take on a machine at rest: where all take more, as beside others' work, so may the dearest. */
const usual = 1;
const wholeRun = 50; // tests; of fewer the middle one says nothing

/** What may take more: the end of its name, and why. @type {readonly (readonly [name: string, reason: string])[]} */
const reasons = [
  ["test/leaks/leaks.test.ts", "every call of customers' users and their programs, each answer searched"],
  ["test/walls/walls.test.ts", "compiles and lints the whole program, with every forbidden line in it"],
  [
    "a box and a single content go to the customer and come back",
    "the whole way of a delivery, by everybody who has a part in it",
  ],
  ["scan, invite, wait and are told of each by mail", "a week of a customer, with a server that sends mails"],
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
    "and the hall shows when it was",
    "the whole way of a stocktake, by the two people who have a part in it, each screen looked at",
  ],
  ["work through more lines than one request takes, without waiting", "a delivery of 502 boxes, drawn and scanned"],
  ["each is stored once, in order", "sixty scans, and a browser that is killed"],
];

const shown = 10;

/** @param {readonly Cost[]} costs @returns {string[]} the dearest first */
export const dearest = (costs) =>
  costs
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, shown)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} CPU s  ${name}`);

/** @param {readonly Cost[]} costs */
const middle = (costs) =>
  costs.toSorted((one, other) => one.seconds - other.seconds)[costs.length >> 1]?.seconds ?? usual;

/** @param {keyof typeof limits} runner @param {readonly Cost[]} costs @returns {string[]} a line for each that is too dear */
export function tooDear(runner, costs) {
  const isMeasured = runner === "playwright" && costs.length >= wholeRun;
  const most = limits[runner] * (isMeasured ? Math.max(1, middle(costs) / usual) : 1);
  return costs
    .filter(({ name, seconds }) => seconds > most && !reasons.some(([end]) => name.endsWith(end)))
    .map(
      ({ name, seconds }) =>
        `${name} took ${seconds.toFixed(1)} CPU s, and ${most.toFixed(0)} are enough: make it cheaper, or give the reason in tools/cost.mjs`,
    );
}
