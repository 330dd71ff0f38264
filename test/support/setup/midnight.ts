import { setTimeout } from "node:timers/promises";
import { berlinDay } from "#rules/dates.ts";

// A file of tests reads the day when it begins, and the database reads it again at each statement: both see one day. A file that would
// begin shortly before midnight, here or in UTC, begins after it.

/** ms: three times the most expensive file on a machine at rest. */
const longest = 120_000;
const days = (ms: number) => [berlinDay(new Date(ms)), new Date(ms).toISOString().slice(0, 10)].join(" ");

while (days(Date.now()) !== days(Date.now() + longest)) await setTimeout(1000);
