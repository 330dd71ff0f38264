import { describe, expect, test } from "vitest";
import { areaList } from "#contract/lists/areas.ts";
import { boxList, labelBoxList } from "#contract/lists/boxes.ts";
import { customerList } from "#contract/lists/customers.ts";
import { rowList } from "#contract/lists/rows.ts";
import { userList } from "#contract/lists/users.ts";
import { parseAddress, stringifySearch } from "#web/search.ts";
import { searchOf } from "./list-search.ts";
import { isFiltered, narrowing, orderIn } from "./narrowing.ts";

const boxSearch = searchOf(boxList);
const labelSearch = searchOf(labelBoxList);
const customerSearch = searchOf(customerList);
const rowSearch = searchOf(rowList);
const userSearch = searchOf(userList);

describe("the address of a list", () => {
  test("comes back as it was written", () => {
    const search = { page: 2, orderBy: "-code", owner: 7, from: 0, to: 999_999, state: 0 } as const;
    expect(boxSearch(parseAddress(stringifySearch(search)))).toEqual(search);
  });

  test("keeps names with signs of their own", () => {
    const search = customerSearch(parseAddress(stringifySearch({ name: "Müller & Söhne + 1" })));
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

  test("drops the end of a range that lies before its start", () => {
    expect(boxSearch({ from: "5", to: "2" })).toMatchObject({ from: 5, to: undefined });
    expect(labelSearch({ from: "5", to: "0", owner: "7" })).toMatchObject({ from: 5, to: undefined, owner: 7 });
    expect(boxSearch({ from: "5", to: "5" })).toMatchObject({ from: 5, to: 5 });
  });

  test("takes state 0 and owner 0, which are no empty values", () => {
    expect(boxSearch({ owner: "0", state: "0" })).toMatchObject({ owner: 0, state: 0 });
  });

  test("drops an area that is no id", () => {
    expect(rowSearch({ area: "0" }).area).toBeUndefined();
  });

  test("of users carries both filters and no order that they do not have", () => {
    const search = { page: 2, orderBy: "-last_name", last_name: "Čermák", email: "a+b@archiv.example" } as const;
    expect(userSearch(parseAddress(stringifySearch(search)))).toEqual(search);
    expect(userSearch({ ...search, page: "2", orderBy: "password_hash" }).orderBy).toBeUndefined();
  });

  test("drops a text that is too long for its filter, and blanks around one", () => {
    expect(customerSearch({ name: "x".repeat(201) }).name).toBeUndefined();
    expect(customerSearch({ name: "  Kern " }).name).toBe("Kern");
  });

  test("of a list without pages has no page", () => {
    expect(searchOf(areaList)({ page: "2", orderBy: "-name" })).toEqual({ orderBy: "-name" });
  });

  test("of a list without orders has no order", () => {
    expect(searchOf(labelBoxList)({ owner: "7", orderBy: "code" })).toEqual({ owner: 7 });
  });
});

describe("a list", () => {
  test("is filtered by a filter, 0 as well, and by nothing else", () => {
    expect(isFiltered(boxList, { state: 0 })).toBe(true);
    expect(isFiltered(boxList, { page: 3, orderBy: "code", owner: undefined })).toBe(false);
  });

  test("is asked for with the call's own names of its filters", () => {
    const search = { page: 4, orderBy: "-customer", owner: 7, from: 0, to: 9, state: 1 } as const;
    const asked = { order_by: "-customer", owner: 7, min_number: 0, max_number: 9, state: 1 };
    expect(narrowing(boxList, search, false)).toEqual(asked);
  });

  test("has an order for staff that is none for customer users", () => {
    expect(orderIn(boxList, { orderBy: "-area" }, true)).toBe("-area");
    expect(orderIn(boxList, { orderBy: "-area" }, false)).toBeUndefined();
    expect(narrowing(boxList, { orderBy: "area" }, false).order_by).toBeUndefined();
    expect(orderIn(boxList, { orderBy: "code" }, false)).toBe("code");
  });
});
