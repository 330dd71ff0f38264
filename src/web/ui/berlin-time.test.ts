import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseBerlinTime, showBooked, showDateTime, showDay } from "./berlin-time.ts";

/** An instant of the winter, by Berlin's clock. */
const local = (year: number, month: number, day: number, hours: number, minutes: number) =>
  new Date(Date.UTC(year, month - 1, day, hours - 1, minutes)).toISOString();

test.each([
  ["24.12.2026 14:05", local(2026, 12, 24, 14, 5)],
  ["24.12.2026, 14:05", local(2026, 12, 24, 14, 5)],
  ["5.3.2027 8:00", local(2027, 3, 5, 8, 0)],
  [" 05032027  08:00 Uhr ", local(2027, 3, 5, 8, 0)],
  ["29.02.2028 00:00", local(2028, 2, 29, 0, 0)],
  ["24.12.26 8:00", local(2026, 12, 24, 8, 0)],
])("%s is a time", (text, instant) => {
  expect(parseBerlinTime(text)).toBe(instant);
});

test.each([
  ["24.12.2026 16:40", null],
  ["24.12.2026 16:40", local(2026, 12, 24, 16, 38)],
  ["24.12.2026 14:02, gebucht 16:40", local(2026, 12, 24, 14, 2)],
  ["23.12.2026 23:59, gebucht 24.12.2026 16:40", local(2026, 12, 23, 23, 59)],
])("what was booked at 16:40 is shown as %s", (text, happened) => {
  expect(showBooked({ happened, happened_unknown: false, created: local(2026, 12, 24, 16, 40) })).toBe(text);
});

test("what was scanned by a clock that does not know says so", () => {
  const entry = { happened: null, happened_unknown: true, created: local(2026, 12, 24, 16, 40) };
  expect(showBooked(entry)).toBe("gebucht 24.12.2026 16:40, Zeit des Scans unbekannt");
});

test.each(["", "24.12.2026", "14:05", "31.02.2027 08:00", "24.12.2026 24:00", "24.12.2026 8:60", "24.13. 8:00", "x"])(
  "%s is none",
  (text) => {
    expect(parseBerlinTime(text)).toBeNull();
  },
);

describe.each(["Europe/Berlin", "America/New_York", "Pacific/Auckland"])(
  "to a reader whose computer is set to %s",
  (own) => {
    const zone = process.env["TZ"];
    beforeAll(() => void (process.env["TZ"] = own));
    afterAll(() => void (zone === undefined ? delete process.env["TZ"] : (process.env["TZ"] = zone)));

    test("instants are shown in the archive's time, and what is typed is meant so", () => {
      expect(showDay("2026-12-31T23:30:00Z")).toBe("01.01.2027");
      expect(showDateTime("2026-07-01T12:05:00Z")).toBe("01.07.2026 14:05");
      expect(parseBerlinTime("01.07.2026 14:05")).toBe("2026-07-01T12:05:00.000Z");
      expect(parseBerlinTime("31.12.2026 0:30")).toBe("2026-12-30T23:30:00.000Z");
    });

    test("an hour that the clock jumps over is none, and of one that is there twice the first is meant", () => {
      expect(parseBerlinTime("29.03.2026 02:30")).toBeNull();
      expect(parseBerlinTime("25.10.2026 02:30")).toBe("2026-10-25T00:30:00.000Z");
    });
  },
);
