import { describe, expect, test } from "vitest";
import { addDays } from "./dates.ts";
import { isStale, keptBackups, lastDue, parseKeep, showBackupAge } from "./backups.ts";

const at = (text: string) => new Date(text);

describe("the nightly backup is due", () => {
  test.each([
    ["at its time in winter", "2026-11-22T01:30:00Z", "2026-11-22T01:30:00.000Z"],
    ["the night before until then", "2026-11-22T01:29:59Z", "2026-11-21T01:30:00.000Z"],
    ["at its time in summer", "2026-07-01T12:00:00Z", "2026-07-01T00:30:00.000Z"],
    ["an hour later where the clock skips it", "2026-03-29T12:00:00Z", "2026-03-29T01:30:00.000Z"],
    ["once where the clock shows it twice", "2026-10-25T12:00:00Z", "2026-10-25T00:30:00.000Z"],
  ])("%s", (_, now, due) => expect(lastDue("02:30", at(now)).toISOString()).toBe(due));
});

test("a backup is old after a missed night, and none is worse", () => {
  const now = at("2026-11-22T14:00:00Z");
  expect(isStale(null, now)).toBe(true);
  expect(isStale(at("2026-11-21T02:00:01Z"), now)).toBe(false);
  expect(isStale(at("2026-11-21T01:59:59Z"), now)).toBe(true);
});

test.each([
  ["2026-11-22T13:30:00Z", "0 Stunden"],
  ["2026-11-22T12:59:00Z", "1 Stunde"],
  ["2026-11-21T14:00:01Z", "23 Stunden"],
  ["2026-11-21T14:00:00Z", "1 Tag"],
  ["2026-11-20T14:00:01Z", "1 Tag"],
  ["2026-11-19T14:00:00Z", "3 Tage"],
  ["2026-11-22T15:00:00Z", "0 Stunden"],
])("a backup of %s is %s old", (taken, age) => expect(showBackupAge(at(taken), at("2026-11-22T14:00:00Z"))).toBe(age));

describe("what is kept", () => {
  test("is said in words, and anything else is no rule", () => {
    expect(parseKeep("14 daily, 8 weekly, 24 monthly")).toEqual({ daily: 14, weekly: 8, monthly: 24 });
    expect(parseKeep("3 monthly,7 daily")).toEqual({ daily: 7, weekly: 0, monthly: 3 });
    for (const text of [
      "",
      "14",
      "14 days",
      "0 daily",
      "1 daily, 2 daily",
      "daily 14",
      "14 daily; 8 weekly",
      "-1 daily",
    ])
      expect(parseKeep(text), text).toBeNull();
  });

  test("after three years of nights is the last 14 days, 8 weeks and 24 months, each once", () => {
    const nights = Array.from({ length: 1100 }, (_, age) => ({
      taken: at(`${addDays("2026-11-22", -age)}T01:30:00Z`),
    }));
    const kept = [...keptBackups(nights, { daily: 14, weekly: 8, monthly: 24 })].map(({ taken }) =>
      taken.toISOString().slice(0, 10),
    );
    expect(kept.slice(0, 14)).toEqual(Array.from({ length: 14 }, (_, age) => addDays("2026-11-22", -age)));
    // of a past week its Sunday, of a past month its last day
    for (const day of ["2026-11-01", "2026-10-04", "2026-10-31", "2026-02-28", "2024-12-31"])
      expect(kept).toContain(day);
    expect(kept.length).toBe(14 + 6 + 23);
    expect(kept).not.toContain("2024-11-30");
  });

  test("is the newest in any case, and of a day the last", () => {
    const [morning, evening, old] = ["2026-11-22T01:30:00Z", "2026-11-22T20:00:00Z", "2020-01-01T00:00:00Z"].map(
      (each) => ({ taken: at(each) }),
    );
    if (!morning || !evening || !old) throw new Error("three backups");
    expect([...keptBackups([old, morning, evening], { daily: 2, weekly: 0, monthly: 0 })]).toEqual([evening, old]);
    expect([...keptBackups([old], { daily: 0, weekly: 0, monthly: 0 })]).toEqual([old]);
    expect([...keptBackups([], { daily: 1, weekly: 1, monthly: 1 })]).toEqual([]);
  });
});
