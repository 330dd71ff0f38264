import { expect, test } from "vitest";
import { daysOf, isInTour, planOf, planPartOf } from "./delivery-plan.ts";

test.each([
  ["2026-11-21T22:59:00Z", "overdue"],
  ["2026-11-21T23:00:00Z", "today"],
  ["2026-11-22T22:59:59Z", "today"],
  ["2026-11-22T23:00:00Z", "tomorrow"],
  ["2026-11-23T23:00:00Z", "later"],
  [null, "dayless"],
])("a delivery of %s is %s on 22 November, by the days of Berlin", (time, part) => {
  for (const now of ["2026-11-21T23:00:00Z", "2026-11-22T22:59:00Z"])
    expect(planPartOf(time, new Date(now))).toBe(part);
});

test("the plan has the parts that have something in them, in their order", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const times = ["2026-12-01T08:00:00Z", "2026-11-22T08:00:00Z", "2026-11-01T08:00:00Z", "2026-11-22T09:00:00Z"];
  const plan = planOf(
    times.map((time, id) => ({ id, time })),
    now,
  );
  expect(plan.map(({ part, deliveries }) => [part, deliveries.map(({ id }) => id)])).toEqual([
    ["overdue", [2]],
    ["today", [1, 3]],
    ["later", [0]],
  ]);
});

test("a part of the plan is read day by day, by the days of Berlin", () => {
  const times = ["2026-11-22T22:59:59Z", "2026-11-22T23:00:00Z", "2026-11-23T10:00:00Z", null];
  const days = daysOf(times.map((time, id) => ({ id, time })));
  expect(days.map(({ day, deliveries }) => [day, deliveries.map(({ id }) => id)])).toEqual([
    ["2026-11-22", [0]],
    ["2026-11-23", [1, 2]],
    [null, [3]],
  ]);
});

test.each([
  ["2026-11-22T22:59:59Z", [true, true, true]],
  ["2026-11-01T08:00:00Z", [true, true, false]],
  ["2026-11-22T23:00:00Z", [true, false, false]],
  [null, [true, false, false]],
])("what is due at %s is in the tours of all, of today and of 22 November: %j", (time, isIn) => {
  const now = new Date("2026-11-22T12:00:00Z");
  expect([undefined, "today", "2026-11-22"].map((tour) => isInTour(time, tour, now))).toEqual(isIn);
});
