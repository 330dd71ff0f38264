import { describe, expect, test } from "vitest";
import {
  boxSearch,
  customerSearch,
  idIn,
  internalTarget,
  parseSearch,
  rowSearch,
  stringifySearch,
  userSearch,
} from "./search.ts";

describe("the address of a list", () => {
  test("carries numbers without quotes and nothing that is empty", () => {
    expect(stringifySearch({ page: 3, owner: 42, state: undefined, name: "", code: null })).toBe("?page=3&owner=42");
  });

  test("has no page for the first one", () => {
    expect(stringifySearch({ page: 1 })).toBe("");
  });

  test("comes back as it was written", () => {
    const search = { page: 2, orderBy: "-code", owner: 7, from: 0, to: 999_999, state: 0 } as const;
    expect(boxSearch(parseSearch(stringifySearch(search)))).toEqual(search);
  });

  test("keeps names with signs of their own", () => {
    const search = customerSearch(parseSearch(stringifySearch({ name: "Müller & Söhne + 1" })));
    expect(search.name).toBe("Müller & Söhne + 1");
  });

  test.each([
    ["owner", "10000"],
    ["owner", "-1"],
    ["owner", "1.5"],
    ["owner", "0x1"],
    ["owner", " 1"],
    ["from", "1000000"],
    ["to", "abc"],
    ["state", "8"],
    ["state", ""],
    ["page", "0"],
    ["page", "1e3"],
    ["orderBy", "size"],
    ["orderBy", "--code"],
  ])("drops %s=%s and keeps the rest", (key, value) => {
    const search = boxSearch({ owner: "5", state: "4", [key]: value });
    expect(search[key as keyof typeof search]).toBeUndefined();
    expect(key === "state" ? search.owner : search.state).toBe(key === "state" ? 5 : 4);
  });

  test("takes state 0 and owner 0, which are no empty values", () => {
    expect(boxSearch({ owner: "0", state: "0" })).toMatchObject({ owner: 0, state: 0 });
  });

  test("drops an area that is no id", () => {
    expect(rowSearch({ area: "0" }).area).toBeUndefined();
  });

  test("of users carries both filters and no order that they do not have", () => {
    const search = { page: 2, orderBy: "-last_name", last_name: "Čermák", email: "a+b@archiv.example" } as const;
    expect(userSearch(parseSearch(stringifySearch(search)))).toEqual(search);
    expect(userSearch({ ...search, page: "2", orderBy: "password_hash" }).orderBy).toBeUndefined();
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
