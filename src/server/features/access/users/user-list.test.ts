import { beforeAll, describe, expect, test } from "vitest";
import { listUsers } from "#contract/calls/access/users.ts";
import type { User } from "#contract/schemas/access/users.ts";
import type { Query } from "#contract/route.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const names = [
  ["Änne", "Özdemir"],
  ["Zoë", "Oetker"],
  ["Bernd", "Ohm"],
  ["Bernd", "Ärmel"],
  ["Anna", "Armel"],
  ["Carl", "straße"],
  ["Carl", "Strasse"],
  ["Dora", "100 % Papier"],
  ["Emil", "Unter_strich"],
  ["Emil", "Rück\\schlag"],
  ["Franz", "Łuczak"],
] as const;
let staff: Client;
let plain: User[];

beforeAll(async () => {
  staff = await server.asStaff();
  for (const [index, [firstName, lastName]] of names.entries()) {
    for (const copy of [1, 2, 3, 4]) {
      const email = `${"zayxbcw"[(index * copy) % 7]}${index}.${copy}@${copy % 2 ? "eins" : "Zwei"}.example.com`;
      const user = await a.user({ firstName, lastName, email: email.toLowerCase(), isStaff: copy === 4 });
      const last_login = (index + copy) % 3 === 0 ? null : new Date(Date.UTC(2024, index, copy)).toISOString();
      await db.write((tx) => tx.updateTable("users").set({ last_login }).where("id", "=", user.id).execute());
    }
  }
  plain = (await staff.call(listUsers, { query: { limit: 1000 } })).results;
});

const list = (query: Query<typeof listUsers>) => staff.call(listUsers, { query });
const idsOf = (users: readonly User[]) => users.map(({ id }) => id);

describe("the list of users", () => {
  test("has thirty on a page, by last name as Germans sort", async () => {
    const { count, count_pages, current_page, results } = await list({});
    expect([count, count_pages, current_page, results.length]).toEqual([45, 2, 1, 30]);
    const second = await list({ offset: 30 });
    expect([second.current_page, second.results.length]).toEqual([2, 15]);
    expect(idsOf([...results, ...second.results])).toEqual(idsOf(plain));
    expect([...new Set(plain.map(({ last_name }) => last_name))]).toEqual([
      "100 % Papier",
      "Armel",
      "Ärmel",
      "Łuczak",
      "Muster",
      "Oetker",
      "Ohm",
      "Özdemir",
      "Rück\\schlag",
      "Strasse",
      "straße",
      "Unter_strich",
    ]);
  });

  const { compare } = new Intl.Collator("de", { numeric: true });
  const name = (x: User, y: User) => compare(x.first_name, y.first_name) || x.id - y.id;
  const orders = {
    last_name: (x: User, y: User) => compare(x.last_name, y.last_name),
    email: (x: User, y: User) => (x.email < y.email ? -1 : 1),
    last_login: (x: User, y: User) =>
      (x.last_login ?? "") < (y.last_login ?? "") ? -1 : Number(x.last_login !== y.last_login),
  };

  test.each(Object.keys(orders) as (keyof typeof orders)[])("is sorted by %s in both directions", async (column) => {
    for (const order_by of [column, `-${column}`] as const) {
      const sign = order_by.startsWith("-") ? -1 : 1;
      const sorted = [...plain].sort((x, y) => sign * orders[column](x, y) || name(x, y));
      const pages = await Promise.all([0, 20, 40].map((offset) => list({ order_by, limit: 20, offset })));
      expect(idsOf(pages.flatMap(({ results }) => results)), order_by).toEqual(idsOf(sorted));
    }
  });

  test("has all customer users in one answer for a picker, and no staff", async () => {
    for (const written of ["False", "false"]) {
      const { body } = await staff.raw("GET", `/api/v1/users/?is_staff=${written}`);
      const { count, count_pages, results } = body as { count: number; count_pages: number; results: User[] };
      expect([count, count_pages]).toEqual([33, 1]);
      expect(idsOf(results)).toEqual(idsOf(plain.filter(({ is_staff }) => !is_staff)));
    }
    expect((await list({ is_staff: true })).count).toBe(12);
    expect((await list({ is_staff: false, limit: 10, offset: 30 })).results.length).toBe(3);
  });

  test.each([
    ["özd", ["Özdemir"]],
    ["OZD", ["Özdemir"]],
    ["o\u0308zd", ["Özdemir"]],
    ["strasse", ["straße", "Strasse"]],
    ["STRAßE", ["straße", "Strasse"]],
    ["armel", ["Ärmel", "Armel"]],
    ["luc", ["Łuczak"]],
    ["%", ["100 % Papier"]],
    ["_", ["Unter_strich"]],
    ["\\", ["Rück\\schlag"]],
    ["niemand", []],
    ["' or 1=1", []],
  ] as [string, string[]][])("finds by last name %j: %j", async (last_name, found) => {
    const { results, count } = await list({ last_name, limit: 1000 });
    expect(count).toBe(results.length);
    expect([...new Set(results.map((user) => user.last_name))].sort()).toEqual([...found].sort());
    expect(idsOf(results)).toEqual(idsOf(plain.filter((user) => found.includes(user.last_name))));
  });

  test("finds by address in any case, and by both", async () => {
    const { results } = await list({ email: "@EINS.", limit: 1000 });
    expect(idsOf(results)).toEqual(idsOf(plain.filter(({ email }) => email.includes("@eins."))));
    const both = await list({ email: "eins", last_name: "ohm", order_by: "-last_name" });
    expect(both.results.map(({ last_name, email }) => [last_name, email.includes("eins")])).toEqual([
      ["Ohm", true],
      ["Ohm", true],
    ]);
  });

  test("says which customers each user sees, by number", async () => {
    const customers = [await a.customer({ code: 77, name: "Zwei" }), await a.customer({ code: 7, name: "Eins" })];
    const user = await a.user({ customers, lastName: "Zugang" });
    const [found] = (await list({ last_name: "Zugang" })).results;
    expect(found).toMatchObject({
      id: user.id,
      customers: [
        { code: 7, name: "Eins" },
        { code: 77, name: "Zwei" },
      ],
    });
    await db.write((tx) => tx.deleteFrom("users").where("id", "=", user.id).execute());
  });

  test.each([
    ["order_by", "first_name"],
    ["order_by", "password_hash"],
    ["is_staff", "ja"],
    ["limit", "0"],
    ["limit", "1001"],
    ["query", "{password_hash}"],
  ])("refuses %s=%s", async (field, value) => {
    const { status, body } = await staff.raw("GET", `/api/v1/users/?${field}=${value}`);
    expect([status, Object.keys(body as object)]).toEqual([400, [field]]);
  });
});
