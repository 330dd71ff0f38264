import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { flowAddress, goBack, goTo, screenName } from "./address.ts";

// The part of a browser that an address is made of.
const place = { hash: "" };
const past = { length: 1, back: vi.fn<() => void>() };

beforeEach(() => {
  place.hash = "";
  Object.assign(past, { length: 1, back: vi.fn<() => void>() });
  vi.stubGlobal("location", place);
  vi.stubGlobal("history", past);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the phone's address", () => {
  test.each([
    ["", ""],
    ["#", ""],
    ["#/", ""],
    ["#/store", "store"],
    ["#store", "store"],
    ["#/hallen", "hallen"],
  ])("%j is the screen %j", (hash, name) => {
    place.hash = hash;
    expect(screenName()).toBe(name);
  });

  test("of a flow is the one at which the phone finds that flow's screen", () => {
    goTo("pick");
    expect([place.hash, screenName()]).toEqual([flowAddress("pick"), "pick"]);
  });
});

describe("one step back", () => {
  test("is the phone's own where something of ours lies behind", () => {
    place.hash = flowAddress("store");
    past.length = 2;
    goBack();
    expect([past.back.mock.calls.length, screenName()]).toEqual([1, "store"]);
  });

  test("is the start where the phone was opened on this screen", () => {
    place.hash = flowAddress("store");
    goBack();
    expect([past.back.mock.calls.length, screenName()]).toEqual([0, ""]);
  });
});
