import { expect, test } from "vitest";
import { scanInstant } from "./scan-instant.ts";

const now = Date.UTC(2026, 10, 25, 16, 40);
const [minute, day] = [60_000, 86_400_000];
const scanned = now - 90 * minute;
/** Report of a device whose clock was this much ahead at the scan, and this much at the sending. */
const device = (atScan: number, atSending: number) => ({ at: scanned + atScan, clock: now + atSending, now });

test.each([
  ["right", 0, 0],
  ["two days ahead all the time", 2 * day, 2 * day],
  ["two days behind all the time", -2 * day, -2 * day],
])("a clock that is %s determines when it was", (_, atScan, atSending) => {
  expect(scanInstant(device(atScan, atSending))).toBe(scanned);
  expect(scanInstant({ ...device(atScan, atSending), offset: -atScan, after: scanned - 5 * minute })).toBe(scanned);
});

test.each([
  ["of 1970, before there was a network", -now],
  ["two days ahead", 2 * day],
  ["two days behind", -2 * day],
  ["an hour behind", -60 * minute],
])("a clock %s at the scan and right at the sending is understood by what it was heard to be", (_, wrong) => {
  const given = device(wrong, 0);
  expect(scanInstant({ ...given, offset: -wrong, after: scanned })).toBe(scanned);
});

test("a clock that was put right between what was heard of the server and the scan is understood by the sending", () => {
  expect(scanInstant({ ...device(0, 0), offset: 2 * day, after: scanned - 5 * minute })).toBe(scanned);
  expect(scanInstant({ ...device(0, 0), offset: -2 * day, after: scanned - 5 * minute })).toBe(scanned);
});

test("a device that slept since has counted too little, and is understood all the same", () => {
  expect(scanInstant({ ...device(2 * day, 2 * day), offset: -2 * day, after: scanned - 10 * 60 * minute })).toBe(
    scanned,
  );
  expect(scanInstant({ ...device(60 * minute, 0), offset: -60 * minute, after: scanned - 10 * minute })).toBe(scanned);
});

test("what cannot be is not said: 1970, tomorrow, and two answers with no order between them", () => {
  expect(scanInstant(device(-now, 0))).toBeNull();
  expect(scanInstant(device(2 * day, 0))).toBeNull();
  expect(scanInstant(device(-61 * day, 0))).toBeNull();
  expect(scanInstant({ ...device(-day, 0), offset: day })).toBeNull();
  expect(scanInstant({ ...device(-day, 0), offset: day, after: scanned - 5 * minute })).toBe(scanned);
});

test("nothing was scanned later than it came", () => {
  expect(scanInstant({ at: now + minute, clock: now, now })).toBe(now);
});
