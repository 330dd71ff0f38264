import { describe, expect, test } from "vitest";
import { geoLink, moveTo, sortStops, telLink } from "./tours.ts";

const stop = (name: string, time: string | null, to: string | null, postcode: string | null) => ({
  name,
  time,
  window: to === null ? null : { to },
  address: postcode === null ? null : { postcode },
});

describe("the order of a tour", () => {
  test("is by hour, then by the end of the window, then by postcode; what has none comes last", () => {
    const stops = [
      stop("dayless", null, "08:00", "01067"),
      stop("noon", "2026-12-01T11:00:00Z", "12:00", "01067"),
      stop("no address", "2026-12-01T08:00:00Z", "10:00", null),
      stop("far", "2026-12-01T08:00:00Z", "10:00", "04109"),
      stop("near", "2026-12-01T08:00:00Z", "10:00", "01067"),
      stop("late window", "2026-12-01T08:00:00Z", "18:00", "01067"),
      stop("no postcode", "2026-12-01T08:00:00Z", "10:00", ""),
    ];
    expect(sortStops(stops).map(({ name }) => name)).toEqual([
      "near",
      "far",
      "no address",
      "no postcode",
      "late window",
      "noon",
      "dayless",
    ]);
  });

  test("is changed by putting one stop at another place, and not by a place that is none", () => {
    expect(moveTo(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(moveTo(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moveTo(["a", "b", "c"], 1, 1)).toEqual(["a", "b", "c"]);
    expect(moveTo(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
    expect(moveTo(["a", "b", "c"], 2, 3)).toEqual(["a", "b", "c"]);
  });
});

test("an address is a link to the phone's own map, and a number one that it dials", () => {
  const address = { name: "Labor", street: "Am Tor 5 & 6", postcode: "01067", city: "Dresden" };
  const texts = { contact: "", phone: "", hours: "", note: "" };
  expect(geoLink({ ...address, ...texts })).toBe("geo:0,0?q=Am%20Tor%205%20%26%206%2C%2001067%20Dresden");
  expect(telLink("0351 123-45 67")).toBe("tel:03511234567");
  expect(telLink("+49 (0)351 / 12345, Herr Mai 0170 1")).toBe("tel:+4935112345");
  expect(telLink("bei der Pforte")).toBeNull();
});
