import { expect, test } from "vitest";
import { testClock } from "#test/old-system/clock.ts";
import { doneAt, openFrom, parseHours } from "./hours.ts";
import { Pace } from "./pace.ts";

const at = (text: string) => new Date(text).getTime();
const night = { from: 20, to: 6 };

test("hours are from a full hour to another", () => {
  expect(parseHours("20-06")).toEqual(night);
  expect(parseHours("8-24")).toEqual({ from: 8, to: 0 });
  for (const wrong of ["20", "20-20", "24-06", "0-24", "20-25", "20:00-06:00", "", "-", "a-b"])
    expect(parseHours(wrong)).toBeNull();
});

test("the hours are those of Berlin, in summer too", () => {
  expect(new Date(openFrom(night, at("2026-11-29T12:30:00Z"))).toISOString()).toBe("2026-11-29T19:00:00.000Z");
  expect(new Date(openFrom(night, at("2026-07-01T12:30:00Z"))).toISOString()).toBe("2026-07-01T18:00:00.000Z");
  expect(openFrom(night, at("2026-11-29T02:30:00Z"))).toBe(at("2026-11-29T02:30:00Z"));
  expect(openFrom({ from: 8, to: 12 }, at("2026-11-29T11:00:00Z"))).toBe(at("2026-11-30T07:00:00Z"));
});

test("the end of the work counts no hour of rest", () => {
  const hours = 3_600_000;
  expect(doneAt(null, 0, 5)).toBe(5);
  expect(new Date(doneAt(night, at("2026-11-29T18:00:00Z"), 12 * hours)).toISOString()).toBe(
    "2026-11-30T21:00:00.000Z",
  );
});

async function times(requests: number, pace: Pace, clock: ReturnType<typeof testClock>, work: () => Promise<void>) {
  const begun: number[] = [];
  await Promise.all(
    Array.from({ length: requests }, () =>
      pace.run(async () => {
        begun.push(clock.now().getTime());
        await work();
      }),
    ),
  );
  return begun;
}

test("no more requests go out than the rate says, and two at once", async () => {
  const clock = testClock("2026-11-29T12:00:00Z");
  const pace = new Pace({ rate: 10, hours: null }, clock, () => undefined);
  let [running, most] = [0, 0];
  const begun = await times(30, pace, clock, async () => {
    most = Math.max(most, ++running);
    await clock.sleep(150);
    running--;
  });
  expect(most).toBe(2);
  const gaps = begun.slice(1).map((time, index) => time - (begun[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
});

test("answers that become slow are asked for more slowly, until they are quick again", async () => {
  const clock = testClock("2026-11-29T12:00:00Z");
  const pace = new Pace({ rate: 10, hours: null }, clock, () => undefined);
  await times(20, pace, clock, () => clock.sleep(100));
  expect(pace.factor).toBe(1);
  await times(60, pace, clock, () => clock.sleep(2000));
  expect(pace.factor).toBeGreaterThan(2);
  await times(200, pace, clock, () => clock.sleep(100));
  expect(pace.factor).toBe(1);
});

test("who is asked to slow down rests, and goes on at half the speed", async () => {
  const clock = testClock("2026-11-29T12:00:00Z");
  const pace = new Pace({ rate: 10, hours: null }, clock, () => undefined);
  await times(1, pace, clock, async () => undefined);
  pace.slowDown(30_000);
  const [first = 0, second = 0] = await times(2, pace, clock, async () => undefined);
  expect(first).toBe(at("2026-11-29T12:00:30Z"));
  expect(second - first).toBeGreaterThan(150);
});

test("outside of the hours nothing goes out, and the pause is reported", async () => {
  const clock = testClock("2026-11-29T04:59:59Z");
  const pauses: string[] = [];
  const pace = new Pace({ rate: 1, hours: night }, clock, (until) => pauses.push(until.toISOString()));
  const begun = await times(4, pace, clock, async () => undefined);
  expect(begun.map((time) => new Date(time).toISOString())).toEqual([
    "2026-11-29T04:59:59.000Z",
    "2026-11-29T19:00:00.000Z",
    "2026-11-29T19:00:01.000Z",
    "2026-11-29T19:00:02.000Z",
  ]);
  expect(pauses[0]).toBe("2026-11-29T19:00:00.000Z");
});
