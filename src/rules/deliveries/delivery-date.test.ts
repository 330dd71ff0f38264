import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, berlinDay } from "#rules/dates.ts";
import { closedOn, openAlways } from "./closed-days.ts";
import {
  deliveryDayProblem,
  deliveryDays,
  type DeliveryTimes,
  isDeliveryDay,
  nextDeliveryDay,
  parseDays,
  shownDays,
} from "./delivery-date.ts";
import { fc } from "#test/support/random.ts";

type Case = readonly [days: string, to: string, prior: number, now: string, next: string];
const week = "1,2,3,4,5";
const all = "1,2,3,4,5,6,7";

/** Thought through by hand; instants are written by the clock in Berlin, +01:00 in winter and +02:00 in summer. */
const cases: Record<string, readonly Case[]> = {
  "the cutoff to the second, on Thursday the 12th": [
    [week, "12:00", 0, "2026-03-12T08:00:00+01:00", "2026-03-12"],
    [week, "12:00", 0, "2026-03-12T11:59:59+01:00", "2026-03-12"],
    [week, "12:00", 0, "2026-03-12T11:59:59.999+01:00", "2026-03-12"],
    [week, "12:00", 0, "2026-03-12T12:00:00+01:00", "2026-03-13"],
    [week, "12:00", 0, "2026-03-12T12:00:01+01:00", "2026-03-13"],
    [week, "12:00:00", 0, "2026-03-12T11:59:59+01:00", "2026-03-12"],
    [week, "12:00:00", 0, "2026-03-12T12:00:00+01:00", "2026-03-13"],
    [week, "17:30:45", 0, "2026-03-12T17:30:44+01:00", "2026-03-12"],
    [week, "17:30:45", 0, "2026-03-12T17:30:45+01:00", "2026-03-13"],
    [week, "17:30:45", 0, "2026-03-12T17:30:46+01:00", "2026-03-13"],
    [week, "17:30:45", 2, "2026-03-12T15:30:44+01:00", "2026-03-12"],
    [week, "17:30:45", 2, "2026-03-12T15:30:45+01:00", "2026-03-13"],
    [week, "12:00", 0, "2026-07-16T11:59:59+02:00", "2026-07-16"],
    [week, "12:00", 0, "2026-07-16T12:00:00+02:00", "2026-07-17"],
  ],
  "midnight in Berlin": [
    [week, "12:00", 0, "2026-03-12T23:59:59+01:00", "2026-03-13"],
    [week, "12:00", 0, "2026-03-13T00:00:00+01:00", "2026-03-13"],
    [all, "00:00", 0, "2026-03-12T00:00:00+01:00", "2026-03-13"],
    [all, "00:00:01", 0, "2026-03-12T00:00:00+01:00", "2026-03-12"],
    [all, "00:00:01", 0, "2026-03-12T00:00:01+01:00", "2026-03-13"],
    [all, "23:59:59", 0, "2026-03-12T23:59:58+01:00", "2026-03-12"],
    [all, "23:59:59", 0, "2026-03-12T23:59:59+01:00", "2026-03-13"],
    [all, "12:00", 0, "2026-01-15T22:59:59Z", "2026-01-16"],
    [all, "12:00", 0, "2026-01-15T23:00:00Z", "2026-01-16"],
    [all, "12:00", 0, "2026-07-15T21:59:59Z", "2026-07-16"],
    [all, "12:00", 0, "2026-07-15T22:00:00Z", "2026-07-16"],
    [all, "23:59:59", 0, "2026-07-15T21:59:58Z", "2026-07-15"],
    [all, "23:59:59", 0, "2026-07-15T22:00:00Z", "2026-07-16"],
  ],
  "the week's end": [
    [week, "12:00", 0, "2026-03-13T11:59:59+01:00", "2026-03-13"],
    [week, "12:00", 0, "2026-03-13T12:00:00+01:00", "2026-03-16"],
    [week, "12:00", 0, "2026-03-14T08:00:00+01:00", "2026-03-16"],
    [week, "12:00", 0, "2026-03-15T23:59:59+01:00", "2026-03-16"],
    [week, "12:00", 0, "2026-03-16T00:00:00+01:00", "2026-03-16"],
    [week, "12:00", 0, "2026-07-17T22:30:00Z", "2026-07-20"],
    [all, "12:00", 0, "2026-07-17T22:30:00Z", "2026-07-18"],
    ["6,7", "12:00", 0, "2026-03-09T08:00:00+01:00", "2026-03-14"],
    ["4,1", "12:00", 0, "2026-03-12T12:00:00+01:00", "2026-03-16"],
  ],
  "one weekday only": [
    ["2", "10:00", 0, "2026-03-10T09:59:59+01:00", "2026-03-10"],
    ["2", "10:00", 0, "2026-03-10T10:00:00+01:00", "2026-03-17"],
    ["2", "10:00", 0, "2026-03-11T09:00:00+01:00", "2026-03-17"],
    ["2", "10:00", 0, "2026-03-09T09:00:00+01:00", "2026-03-10"],
    ["2", "10:00", 0, "2026-03-09T23:59:59+01:00", "2026-03-10"],
    ["2", "10:00", 24, "2026-03-10T00:00:00+01:00", "2026-03-17"],
    ["2", "10:00", 24, "2026-03-09T23:59:59+01:00", "2026-03-10"],
    ["7", "12:00", 0, "2026-03-14T22:00:00+01:00", "2026-03-15"],
    ["7", "12:00", 0, "2026-03-15T12:00:00+01:00", "2026-03-22"],
    ["1", "12:00", 48, "2026-03-15T12:00:00+01:00", "2026-03-16"],
    ["1", "12:00", 48, "2026-03-16T00:00:00+01:00", "2026-03-23"],
  ],
  "hours before": [
    [week, "18:00", 15, "2026-03-12T02:59:59+01:00", "2026-03-12"],
    [week, "18:00", 15, "2026-03-12T03:00:00+01:00", "2026-03-13"],
    [week, "18:00", 15, "2026-03-12T03:00:01+01:00", "2026-03-13"],
    [week, "18:00", 15, "2026-03-12T00:00:00+01:00", "2026-03-12"],
    [week, "18:00", 15, "2026-03-11T23:59:59+01:00", "2026-03-12"],
    [week, "15:00", 15, "2026-03-12T00:00:00+01:00", "2026-03-13"],
    [week, "15:00", 15, "2026-03-11T23:59:59+01:00", "2026-03-12"],
    [week, "14:30", 15, "2026-03-12T00:00:00+01:00", "2026-03-13"],
    [week, "14:30", 15, "2026-03-11T23:45:00+01:00", "2026-03-12"],
    [week, "23:59:59", 23, "2026-03-12T00:59:58+01:00", "2026-03-12"],
    [week, "23:59:59", 23, "2026-03-12T00:59:59+01:00", "2026-03-13"],
    [week, "23:59:59", 24, "2026-03-12T00:00:00+01:00", "2026-03-13"],
    [week, "12:00", 24, "2026-03-12T00:00:00+01:00", "2026-03-13"],
    [week, "12:00", 24, "2026-03-12T11:59:59+01:00", "2026-03-13"],
    [week, "12:00", 24, "2026-03-12T12:00:00+01:00", "2026-03-13"],
    [week, "12:00", 24, "2026-03-13T08:00:00+01:00", "2026-03-16"],
    [week, "12:00", 24, "2026-03-15T12:30:00+01:00", "2026-03-16"],
    [week, "12:00", 48, "2026-03-12T00:00:00+01:00", "2026-03-13"],
    [week, "12:00", 48, "2026-03-12T20:00:00+01:00", "2026-03-13"],
    [week, "12:00", 48, "2026-03-15T00:00:00+01:00", "2026-03-16"],
    [week, "12:00", 8760, "2026-03-12T00:00:00+01:00", "2026-03-13"],
  ],
  "the night in March that has no hour from 2 to 3": [
    [all, "02:30", 0, "2026-03-29T01:59:59+01:00", "2026-03-29"],
    [all, "02:30", 0, "2026-03-29T03:00:00+02:00", "2026-03-30"],
    [all, "02:00", 0, "2026-03-29T01:59:59+01:00", "2026-03-29"],
    [all, "02:00", 0, "2026-03-29T03:00:00+02:00", "2026-03-30"],
    [all, "03:00", 0, "2026-03-29T00:59:59Z", "2026-03-29"],
    [all, "03:00", 0, "2026-03-29T01:00:00Z", "2026-03-30"],
    [all, "03:30", 0, "2026-03-29T03:29:59+02:00", "2026-03-29"],
    [all, "03:30", 0, "2026-03-29T03:30:00+02:00", "2026-03-30"],
    [all, "12:00", 10, "2026-03-29T01:30:00+01:00", "2026-03-29"],
    [all, "12:00", 10, "2026-03-29T03:00:00+02:00", "2026-03-30"],
    [all, "12:00", 11, "2026-03-29T00:59:59+01:00", "2026-03-29"],
    [all, "12:00", 11, "2026-03-29T01:00:00+01:00", "2026-03-30"],
    [all, "12:00", 0, "2026-03-29T11:59:59+02:00", "2026-03-29"],
    [all, "12:00", 24, "2026-03-28T12:00:00+01:00", "2026-03-29"],
    [all, "12:00", 0, "2026-03-28T23:00:00Z", "2026-03-29"],
    [all, "12:00", 0, "2026-03-29T21:59:59Z", "2026-03-30"],
    [all, "12:00", 0, "2026-03-29T22:00:00Z", "2026-03-30"],
    [week, "12:00", 0, "2026-03-28T23:59:59+01:00", "2026-03-30"],
    [all, "02:30", 0, "2027-03-28T03:00:00+02:00", "2027-03-29"],
    [all, "02:30", 0, "2028-03-26T01:59:59+01:00", "2028-03-26"],
  ],
  "the night in October that has the hour from 2 to 3 twice": [
    [all, "02:30", 0, "2026-10-25T02:29:59+02:00", "2026-10-25"],
    [all, "02:30", 0, "2026-10-25T02:30:00+02:00", "2026-10-26"],
    [all, "02:30", 0, "2026-10-25T02:59:59+02:00", "2026-10-26"],
    [all, "02:30", 0, "2026-10-25T02:00:00+01:00", "2026-10-26"],
    [all, "02:30", 0, "2026-10-25T02:29:59+01:00", "2026-10-26"],
    [all, "02:30", 0, "2026-10-25T02:30:00+01:00", "2026-10-26"],
    [all, "02:30", 0, "2026-10-25T03:00:00+01:00", "2026-10-26"],
    [all, "02:59:59", 0, "2026-10-25T02:59:58+02:00", "2026-10-25"],
    [all, "02:59:59", 0, "2026-10-25T02:00:00+01:00", "2026-10-26"],
    [all, "03:00", 0, "2026-10-25T02:59:59+02:00", "2026-10-25"],
    [all, "03:00", 0, "2026-10-25T02:00:00+01:00", "2026-10-25"],
    [all, "03:00", 0, "2026-10-25T02:59:59+01:00", "2026-10-25"],
    [all, "03:00", 0, "2026-10-25T03:00:00+01:00", "2026-10-26"],
    [all, "02:00", 0, "2026-10-25T01:59:59+02:00", "2026-10-25"],
    [all, "02:00", 0, "2026-10-25T02:00:00+02:00", "2026-10-26"],
    [all, "02:00", 0, "2026-10-25T02:00:00+01:00", "2026-10-26"],
    [all, "12:00", 9, "2026-10-25T02:59:59+01:00", "2026-10-25"],
    [all, "12:00", 10, "2026-10-25T01:59:59+02:00", "2026-10-25"],
    [all, "12:00", 10, "2026-10-25T02:00:00+02:00", "2026-10-26"],
    [all, "12:00", 11, "2026-10-25T01:00:00+02:00", "2026-10-26"],
    [all, "12:00", 0, "2026-10-25T11:59:59+01:00", "2026-10-25"],
    [all, "12:00", 0, "2026-10-25T12:00:00+01:00", "2026-10-26"],
    [all, "12:00", 0, "2026-10-24T21:59:59Z", "2026-10-25"],
    [all, "12:00", 0, "2026-10-25T22:30:00Z", "2026-10-26"],
    [all, "02:30", 0, "2026-10-26T02:29:59+01:00", "2026-10-26"],
    ["7", "02:10", 0, "2026-10-25T02:05:00+01:00", "2026-11-01"],
    [all, "02:30", 0, "2025-10-26T02:29:59+01:00", "2025-10-27"],
    [all, "02:30", 0, "2027-10-31T02:00:00+01:00", "2027-11-01"],
  ],
  "the year's end": [
    [week, "12:00", 0, "2026-12-31T11:59:59+01:00", "2026-12-31"],
    [week, "12:00", 0, "2026-12-31T12:00:00+01:00", "2027-01-01"],
    [week, "12:00", 0, "2026-12-31T22:59:59Z", "2027-01-01"],
    [week, "12:00", 0, "2026-12-31T23:00:00Z", "2027-01-01"],
    [week, "12:00", 0, "2027-01-01T12:00:00+01:00", "2027-01-04"],
    ["1", "12:00", 0, "2026-12-28T12:00:00+01:00", "2027-01-04"],
    ["4", "12:00", 15, "2026-12-31T00:00:00+01:00", "2027-01-07"],
    [week, "12:00", 0, "2027-12-31T12:00:00+01:00", "2028-01-03"],
  ],
  "leap days and the ends of months": [
    [week, "12:00", 0, "2028-02-28T12:00:00+01:00", "2028-02-29"],
    [week, "12:00", 0, "2028-02-29T11:59:59+01:00", "2028-02-29"],
    [week, "12:00", 0, "2028-02-29T12:00:00+01:00", "2028-03-01"],
    ["2", "12:00", 0, "2028-02-22T12:00:00+01:00", "2028-02-29"],
    ["2", "12:00", 0, "2028-02-29T12:00:00+01:00", "2028-03-07"],
    ["2", "12:00", 48, "2028-02-28T23:59:59+01:00", "2028-02-29"],
    [all, "12:00", 0, "2027-02-28T12:00:00+01:00", "2027-03-01"],
    [all, "12:00", 0, "2100-02-28T12:00:00+01:00", "2100-03-01"],
    [week, "12:00", 0, "2026-04-30T12:00:00+02:00", "2026-05-01"],
  ],
};

const option = (days: string, to: string, prior: number): DeliveryTimes => ({ days: parseDays(days), to, prior });

// Zone of the process, and minutes that it is behind UTC in January: shows that the zone is really another one.
describe.each([
  ["UTC", 0],
  ["Europe/Berlin", -60],
  ["America/New_York", 300],
  ["Asia/Kolkata", -330],
  ["Pacific/Kiritimati", -840],
])("the next delivery date on a computer in %s", (zone, behind) => {
  const before = process.env["TZ"];
  beforeAll(() => void (process.env["TZ"] = zone));
  afterAll(() => void (before === undefined ? delete process.env["TZ"] : (process.env["TZ"] = before)));

  test("is asked for in that zone", () => expect(new Date("2026-01-15T12:00:00Z").getTimezoneOffset()).toBe(behind));

  describe.each(Object.entries(cases))("%s", (_, rows) => {
    test.each(rows)("days %s until %s less %i h, at %s: %s", (days, to, prior, now, next) => {
      expect(nextDeliveryDay(option(days, to, prior), new Date(now))).toBe(next);
    });
  });
});

const anyOption = fc.record<DeliveryTimes>({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  to: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.option(fc.integer({ min: 0, max: 59 })))
    .map((time) => time.flatMap((part) => (part === null ? [] : String(part).padStart(2, "0"))).join(":")),
  prior: fc.oneof(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 8760 })),
});
const minute = 60_000;
const hour = 60 * minute;
const changes = ["2025-10-26T01:00Z", "2026-03-29T01:00Z", "2026-10-25T01:00Z", "2028-03-26T01:00Z"].map(Date.parse);
/** Any instant, and every second time one within four hours of a clock change. */
const anyInstant = fc.oneof(
  fc.integer({ min: Date.parse("2024-01-01T00:00Z"), max: Date.parse("2040-01-01T00:00Z") }),
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -4 * hour, max: 4 * hour }))
    .map(([change, away]) => change + away),
);

/** Berlin as European law has it, without Intl: summer time from the last Sunday of March to that of October, 1:00 UTC. */
function berlinWall(instant: number): { dayNumber: number; seconds: number } {
  const year = new Date(instant).getUTCFullYear();
  const lastSunday = (month: number) => {
    const last = new Date(Date.UTC(year, month + 1, 0));
    return Date.UTC(year, month, last.getUTCDate() - last.getUTCDay(), 1);
  };
  const summer = instant >= lastSunday(2) && instant < lastSunday(9);
  const wall = Math.floor(instant / 1000) + (summer ? 7200 : 3600);
  return { dayNumber: Math.floor(wall / 86_400), seconds: wall % 86_400 };
}

/** Slow and plain: looks at the clock at every second of today that has passed. */
function oracle({ days, to, prior }: DeliveryTimes, now: number): string {
  const today = berlinWall(now).dayNumber;
  const [hours, minutes, seconds = 0] = to.split(":").map(Number) as [number, number, number?];
  let late = false;
  for (let at = now; !late && berlinWall(at).dayNumber === today; at -= 1000)
    late = berlinWall(at).seconds >= (hours - prior) * 3600 + minutes * 60 + seconds;
  let day = late ? today + 1 : today;
  while (!days.includes(((day + 3) % 7) + 1)) day++; // day 0, the 1st of January 1970, was a Thursday
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

describe("of any option, at any instant, the next delivery date", () => {
  test("is never before today in Berlin, never more than a week after tomorrow, and always an allowed weekday", () => {
    fc.assert(
      fc.property(anyOption, anyInstant, (any, instant) => {
        const next = nextDeliveryDay(any, new Date(instant));
        const today = berlinDay(new Date(instant));
        expect(next >= today && next <= addDays(today, 7)).toBe(true);
        expect(isDeliveryDay(any.days, next)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("is never earlier for a later instant", () => {
    const later = fc.oneof(fc.integer({ min: 0, max: 3 * hour }), fc.integer({ min: 0, max: 400 * 24 * hour }));
    fc.assert(
      fc.property(anyOption, anyInstant, later, (any, instant, wait) => {
        const next = nextDeliveryDay(any, new Date(instant));
        expect(nextDeliveryDay(any, new Date(instant + wait)) >= next).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("never goes back in any minute of the days on which the clocks change", () => {
    for (const change of changes) {
      for (const to of ["01:30", "02:00", "02:30", "02:59:59", "03:00", "03:30"]) {
        const shown = Array.from({ length: 48 * 60 }, (_, index) =>
          nextDeliveryDay(option(all, to, 0), new Date(change - 24 * hour + index * minute)),
        );
        expect(shown).toEqual([...shown].sort());
      }
    }
  });

  test("is what looking at the clock all day long finds", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(anyOption, anyInstant, (any, instant) => {
        expect(nextDeliveryDay(any, new Date(instant))).toBe(oracle(any, instant));
      }),
      { numRuns: 500 },
    );
  });
});

describe("a date that was asked for", () => {
  const now = new Date("2026-03-12T12:00:00+01:00"); // Thursday
  test.each([
    ["2026-03-13", null],
    ["2026-03-16", null],
    ["2026-03-12", "tooEarly"],
    ["2026-03-07", "tooEarly"],
    ["2025-12-31", "tooEarly"],
    ["2026-03-14", "wrongWeekday"],
    ["2026-03-22", "wrongWeekday"],
  ] as const)("%s: %s", (day, problem) => {
    const weekly = option(week, "12:00", 0);
    expect(deliveryDayProblem(weekly.days, day, deliveryDays(weekly, now, openAlways))).toBe(problem);
  });

  test("is possible where it is the next one", () => {
    fc.assert(
      fc.property(anyOption, anyInstant, (any, instant) => {
        const next = nextDeliveryDay(any, new Date(instant));
        expect(deliveryDayProblem(any.days, next, deliveryDays(any, new Date(instant), openAlways))).toBeNull();
      }),
    );
  });
});

describe("days without deliveries", () => {
  const closed = closedOn([{ day: "2026-12-24", name: "Heiligabend" }], "DE-SN");
  const daily = option(all, "12:00", 0);
  const weekly = option(week, "12:00", 0);
  const friday = option("5", "12:00", 0);
  test.each([
    ["a typed day, two holidays and a weekend", weekly, "2026-12-24T08:00:00+01:00", "2026-12-28"],
    ["where Sunday is a delivery day", daily, "2026-12-24T08:00:00+01:00", "2026-12-27"],
    ["a whole week of the only weekday", friday, "2026-12-24T13:00:00+01:00", "2027-01-08"],
    ["Easter", weekly, "2026-04-02T12:00:00+02:00", "2026-04-07"],
    ["none where the day is open", weekly, "2026-12-23T08:00:00+01:00", "2026-12-23"],
  ] as const)("are passed over: %s", (_, times, now, next) => {
    expect(nextDeliveryDay(times, new Date(now), closed)).toBe(next);
  });

  test("leave the specification's rule as it is where nothing is set and typed", () => {
    fc.assert(
      fc.property(anyOption, anyInstant, (any, instant) => {
        const now = new Date(instant);
        expect(nextDeliveryDay(any, now, closedOn([]))).toBe(nextDeliveryDay(any, now));
      }),
    );
  });

  test("are refused by name where somebody orders for one", () => {
    const days = deliveryDays(weekly, new Date("2026-12-01T08:00:00+01:00"), closed);
    expect(deliveryDayProblem(weekly.days, "2026-12-24", days)).toBe("closed");
    expect(deliveryDayProblem(weekly.days, "2026-12-25", days)).toBe("closed");
    expect(deliveryDayProblem(weekly.days, "2026-12-23", days)).toBeNull();
  });
});

describe("the weekdays of an option", () => {
  test("are read from their numbers and shown from Monday on", () => {
    expect(parseDays("1,2,5")).toEqual([1, 2, 5]);
    expect(shownDays(parseDays("7,1,2,5"))).toBe("MO DI FR SO");
    expect(shownDays(parseDays(all))).toBe("MO DI MI DO FR SA SO");
  });

  test("are at least one", () => {
    expect(() => nextDeliveryDay({ days: [], to: "12:00", prior: 0 }, new Date())).toThrow(RangeError);
  });
});
