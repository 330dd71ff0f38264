import { takesAnyParameter } from "#contract/other-names.ts";
import { describe, expect, test } from "vitest";
import { expectAnswer, expectCatalogue } from "./catalogue.ts";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { allAtFirst } from "#test/support/extent.ts";
import { walked } from "#test/support/tiers.ts";
import { calls, exampleOf } from "./examples.ts";
import { fieldsOf, hostileTexts, jsonSchemaOf } from "./hostile.ts";
import { person } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
// what one parser reads is asked wholly of the first call that has it, and of each other one few
const [texts, bytes, repeats, rests, crowds, ids, selections] = [0, 1, 2, 3, 4, 5, 6].map(() =>
  allAtFirst<string>(),
) as [Pick, Pick, Pick, Pick, Pick, Pick, Pick];
type Pick = ReturnType<typeof allAtFirst<string>>;
const staff = await person(server, { isStaff: true });

describe("a number in the path", () => {
  const numbered = walked(calls.filter(([, { path }]) => path.includes("{id}")));

  test.each(numbered)("of %s that is none is a 404", async (name, route) => {
    const { body } = await exampleOf(name, a, staff);
    const wrong = [
      "0",
      "-1",
      "abc",
      "1.5",
      "99999999999999999999",
      "2147483648",
      "01",
      "1e3",
      "%00",
      "%20",
      "1%20",
      "null",
      "%F0%9F%98%80",
      "9".repeat(300),
    ];
    for (const id of ids(`${route.method} ${route.path.split("{").length}`, wrong, ["abc", "2147483648"])) {
      const url = `/api/v1${route.path.replaceAll(/\{\w+\}/g, id)}`;
      const answer = await staff.client.submit(route, url, body);
      expect([answer.status, answer.body], id).toEqual([404, { detail: "Nicht gefunden!" }]);
    }
  });
});

describe("a query", () => {
  const withQuery = walked(calls.filter(([, route]) => route.query !== undefined));

  describe.each(withQuery)("of %s", (name, route) => {
    const parameters = fieldsOf(route.query ? jsonSchemaOf(route.query) : {}).filter(({ path }) => path.length === 1);
    let example: ReturnType<typeof exampleOf> | undefined;
    const start = async () => {
      if (route.writes) example = undefined; // what is done takes the example away
      const { path, query } = await (example ??= exampleOf(name, a, staff));
      return {
        url: urlOf(route, { path: path ?? {} }),
        query: Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
      };
    };
    const ask = (url: string, ...entries: (readonly [string, string])[]) =>
      staff.client.raw(
        route.method,
        `${url}?${entries.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join("&")}`,
      );

    test.each(parameters.map(({ path, schema }) => [String(path[0]), schema] as const))(
      "may say anything in %s",
      async (parameter, schema) => {
        const { url, query } = await start();
        const kind = `${parameter} ${JSON.stringify(schema)}`;
        const others = query.filter(([key]) => key !== parameter);
        for (const value of texts(kind, hostileTexts, ["abc", "9".repeat(30), "\0", "%'; drop table boxes; --"])) {
          const answer = await ask(url, ...others, [parameter, value]);
          const about = `${parameter}=${value.slice(0, 40)}`;
          expectAnswer(answer, about);
          const numeric = schema.type === "integer" || schema.type === "number";
          if (numeric && !/^-?\d+$/.test(value)) expect(answer.status, about).toBe(400);
          if (value.includes("\0") || value.length === 5000) expect(answer.status, about).toBe(400);
          if (answer.status === 400) expect(Object.keys(answer.body as object), about).toEqual([parameter]);
        }
        for (const broken of bytes(kind, ["%ff", "%C3%28", "%ED%A0%80", "M%FCller", "%zz", "%"], ["%C3%28"])) {
          const rest = others.map(([key, value]) => `&${key}=${encodeURIComponent(value)}`).join("");
          const answer = await staff.client.raw(route.method, `${url}?${parameter}=${broken}${rest}`);
          expect([answer.status, Object.keys(answer.body as object)], broken).toEqual([400, [parameter]]);
        }
      },
    );

    const asked = parameters.flatMap(({ path, schema }) =>
      repeats(`${String(path[0])} ${JSON.stringify(schema)}`, [String(path[0])], []),
    );
    test.each(asked)("refuses a repeated %s, whatever it says", async (parameter) => {
      const { url, query } = await start();
      const [good = "1"] = query.filter(([key]) => key === parameter).map(([, value]) => value);
      const others = query.filter(([key]) => key !== parameter);
      for (const values of [
        [good, good],
        ["1", "2", "abc"],
        ["", good],
      ]) {
        const { status, body } = await ask(url, ...others, ...values.map((value) => [parameter, value] as const));
        expect([status, body], values.join()).toEqual([400, { [parameter]: ["Ungültig"] }]);
      }
    });

    test("has no parameters that nobody knows: each is named, and nothing is answered", async () => {
      const { url, query } = await start();
      if (takesAnyParameter.has(`${route.method} ${route.path}`)) return;
      const names = ["unknown", "", "__proto__", "constructor", "toString", "a[]", "%zz", "%E0%A4%A"];
      for (const unknown of rests(route.access, names, ["unknown", "__proto__"])) {
        const answer = await staff.client.raw(route.method, `${url}?${new URLSearchParams(query)}&${unknown}=1`);
        const named = unknown.startsWith("%") ? "\0" : unknown;
        expect([answer.status, answer.headers.get("x-magazin-code")], unknown).toEqual([400, "unknown_parameter"]);
        expect(Object.keys(answer.body as object), unknown).toEqual([named]);
      }
      const nothing = await staff.client.raw(route.method, `${url}?&&${new URLSearchParams(query)}&`);
      expect(nothing.status, nothing.text.slice(0, 100)).toBe(200);
      const many = Array.from({ length: 2000 }, (_, index) => `x${index}=`).join("&");
      for (const crowd of crowds(route.access, [many], [])) {
        const { status, body } = await staff.client.raw(route.method, `${url}?${crowd}`);
        expect([status, Object.keys(body as object).length]).toEqual([400, 10]);
      }
    });
  });

  const selecting = withQuery.filter(
    ([, route]) => route.query && "query" in (jsonSchemaOf(route.query).properties ?? {}),
  );
  const malformed = [
    "{",
    "}",
    "{}",
    "{id",
    "id",
    "{id,}",
    "{,id}",
    "{id}}",
    "{{id}}",
    "{id}{id}",
    "{id id}",
    "{id,nothing}",
    "{id{x}}",
    "{id{id}}",
    "{__proto__}",
    "{constructor}",
    "{toString}",
    "{results{id}}",
    "{-id}",
    "{id;id}",
    "[id]",
    "{id,\0}",
    "{".repeat(2000),
    "{id".repeat(2000),
    `${"{owner".repeat(300)}${"}".repeat(300)}`,
    `{${"id,".repeat(1500)}id}`,
  ];

  test.each(selecting)("of %s selects only fields of the documented reply", async (name, route) => {
    const { path } = await exampleOf(name, a, staff);
    const url = urlOf(route, { path: path ?? {} });
    const few = ["{id", "{id,nothing}", "{__proto__}", "{id,\0}"];
    for (const query of selections(route.access, malformed, few)) {
      const answer = await staff.client.raw(route.method, `${url}?query=${encodeURIComponent(query)}`);
      expectCatalogue(answer, query.slice(0, 40));
      expect(Object.keys(answer.body as object), query.slice(0, 40)).toEqual(["query"]);
    }
    const isOpen = takesAnyParameter.has(`${route.method} ${route.path}`);
    expect((await staff.client.raw(route.method, `${url}?order_by=password_hash`)).status).toBe(isOpen ? 200 : 400);
  });
});

test("after all this the server is well", async () => {
  expect((await server.anonymous.raw("GET", "/readyz")).status).toBe(200);
});
