import { describe, expect, test } from "vitest";
import { idIn, internalTarget, stringifySearch } from "./search.ts";

describe("an address", () => {
  test("carries numbers without quotes and nothing that is empty", () => {
    expect(stringifySearch({ page: 3, owner: 42, state: undefined, name: "", code: null })).toBe("?page=3&owner=42");
  });

  test("has no page for the first one", () => {
    expect(stringifySearch({ page: 1 })).toBe("");
  });
});

describe("the id in an address", () => {
  test.each([
    ["1", 1],
    ["900000", 900_000],
    ["0", undefined],
    ["01", undefined],
    ["-1", undefined],
    ["1.0", undefined],
    ["abc", undefined],
    ["99999999999999999999", undefined],
  ])("of %s is %s", (text, id) => expect(idIn(text)).toBe(id));
});

describe("the target after a sign-in", () => {
  test.each(["/home", "/stock/boxes?state=4&page=2", "/stock/boxes/12#verlauf", "/customers?name=M%C3%BCller"])(
    "%s lies inside",
    (target) => expect(internalTarget(target)).toBe(target),
  );

  test.each([
    undefined,
    12,
    "",
    "/",
    "/login",
    "/login?next=/home",
    "/login/",
    "home",
    "https://example.com/",
    "//example.com/",
    "/\\example.com",
    "\\/example.com",
    "/\t/example.com",
    "/\n/example.com",
    "/.//example.com",
    "/x/..//example.com",
    "javascript:alert(1)",
    " /home",
  ])("%j does not", (target) => expect(internalTarget(target)).toBeUndefined());
});
