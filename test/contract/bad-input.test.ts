import { beforeAll, describe, expect, test } from "vitest";
import { expectCatalogue } from "./catalogue.ts";
import { type Answer, type Client, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { type Caller, calls, exampleOf, type Sent } from "./examples.ts";
import { fieldsOf, hostileTexts, hostileValues, isOfType, jsonOf, jsonSchemaOf, withValue } from "./hostile.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
let staff: Client;
let caller: Caller;

beforeAll(() => newCaller());

async function newCaller(): Promise<void> {
  const password = "passwort1";
  const user = await a.user({ isStaff: true, password });
  staff = await server.as(user);
  caller = { userId: user.id, email: user.email, password, owner: await a.customer() };
}

/** What the call is sent with; where it changes the password, as somebody whose password is still the old one. */
async function newExample(name: string): Promise<Sent> {
  if (name === "changePassword") await newCaller();
  return exampleOf(name, a, caller);
}

/** A refusal of the catalogue, or success; never our own fault. */
function expectAnswer(answer: Answer, about: string): void {
  if (answer.status >= 300) expectCatalogue(answer, about);
}

/** A 400; or of a list whose entries are refused each for itself, its only one is. */
function isRefused({ status, body }: Answer): boolean {
  const results = (body as { results?: { code?: string }[] } | null)?.results;
  return status === 400 || results?.[0]?.code === "invalid";
}

const json = { "content-type": "application/json" };
const shownPath = (path: readonly (string | number)[]) => path.join(".");

describe("a body", () => {
  const withBody = calls.filter(([, route]) => route.body !== undefined && !route.multipart);

  describe.each(withBody)("of %s", (name, route) => {
    const fields = fieldsOf(route.body ? jsonSchemaOf(route.body) : {});

    const send = (example: Sent, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
      staff.raw(route.method, urlOf(route, { path: example.path ?? {} }), { headers, body });

    test.each(fields.map(({ path, schema }) => [shownPath(path), path, schema] as const))(
      "may say anything in %s",
      async (field, path, schema) => {
        for (const value of hostileValues) {
          const example = await newExample(name);
          const about = `${field} = ${jsonOf(value).slice(0, 60)}`;
          const answer = await send(example, jsonOf(withValue(example.body, path, value)));
          expectAnswer(answer, about);
          if (!isOfType(schema, value)) expect(isRefused(answer), about).toBe(true);
          if (answer.status === 400) {
            expect([path[0], "non_field_errors"], `${about}: ${answer.text}`).toContain(
              Object.keys(answer.body as object)[0],
            );
          }
          if (typeof value === "string" && value.includes("\0")) expect(isRefused(answer), about).toBe(true);
          if (typeof value === "string" && value.length === 5000) expect(isRefused(answer), about).toBe(true);
          await forgetFailures();
        }
      },
    );

    test("may lack any field", async () => {
      const example = await newExample(name);
      for (const { path } of fields)
        expectAnswer(await send(example, jsonOf(withValue(example.body, path, undefined))), shownPath(path));
      expectAnswer(await send(example, "{}"), "an empty object");
      await forgetFailures();
    });

    test("may have fields that nobody knows", async () => {
      const example = await newExample(name);
      const { status } = await send(
        example,
        JSON.stringify({ ...(example.body as object), unknown: { deep: [1] }, id: -1, constructor: 1 }),
      );
      expect(status).toBeLessThan(300);
    });

    test.each([
      ["is malformed", "{"],
      ["is cut off", '{"name": "a'],
      ["is an array", "[]"],
      ["is null", "null"],
      ["is a number", "1"],
      ["is a text", '"text"'],
      ["is true", "true"],
      ["is empty", ""],
      ["is two objects", "{}{}"],
      ["has a lone comma", '{"name":,}'],
      ["poisons prototypes", '{"__proto__": {"isStaff": true}}'],
      ["poisons constructors", '{"constructor": {"prototype": {"isStaff": true}}}'],
      ["is nested 100,000 deep", "[".repeat(100_000) + "]".repeat(100_000)],
      ["nests objects 50,000 deep", '{"a":'.repeat(50_000) + "1" + "}".repeat(50_000)],
      ["is a NUL", "\0"],
    ])("that %s is a 400", async (_what, body) => {
      const example = await newExample(name);
      const answer = await send(example, body);
      // every field of an edit may be missing
      if (answer.status === 200 && route.method === "PATCH") return;
      expectCatalogue(answer, body.slice(0, 40));
      expect(answer.status).toBe(400);
      await forgetFailures();
    });

    test.each([
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/xml",
      "nonsense",
      "multipart/form-data",
    ])("that calls itself %s is a 400", async (type) => {
      const example = await newExample(name);
      const answer = await send(example, JSON.stringify(example.body), { "content-type": type });
      expectCatalogue(answer, type);
      expect(answer.status).toBe(400);
    });

    test("that is missing, or is no UTF-8, is refused or ignored, never our fault", async () => {
      const example = await newExample(name);
      expectAnswer(await staff.raw(route.method, urlOf(route, { path: example.path ?? {} })), "no body");
      expectAnswer(await send(example, Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])), "no UTF-8");
      await forgetFailures();
    });

    test("of more than 1 MiB is a 413, one of just 1 MiB is read", async () => {
      const example = await newExample(name);
      const whole = { ...(example.body as object), padding: "" };
      const padding = (bytes: number) =>
        JSON.stringify({ ...whole, padding: "x".repeat(bytes - Buffer.byteLength(JSON.stringify(whole))) });
      const tooLarge = await send(example, padding(1024 * 1024 + 1));
      expect([tooLarge.status, tooLarge.body]).toEqual([413, { detail: "Die Anfrage ist zu groß." }]);
      expect((await send(example, padding(1024 * 1024))).status).toBeLessThan(300);
    });
  });
});

describe("a form", () => {
  const forms = calls.filter(([, route]) => route.multipart);

  test.each(forms)("of %s that lacks something or holds something else is a 400", async (name, route) => {
    const example = await newExample(name);
    const url = urlOf(route, { path: example.path ?? {} });
    const whole = example.body as Record<string, unknown>;
    for (const field of Object.keys(whole)) {
      const { [field]: _left, ...rest } = whole;
      const wrong = [
        rest,
        { ...rest, [field]: "" },
        { ...rest, [field]: "\0" },
        { ...rest, [field]: new Blob(["no picture"]) },
      ];
      for (const [index, body] of wrong.entries()) {
        const answer = await staff.submit(route, url, body);
        expectCatalogue(answer, `${field} ${index}`);
        const files = Object.values(body).filter((value) => value instanceof Blob).length;
        expect(answer.status, `${field} ${index}`).toBe(files > 1 ? 413 : 400);
      }
    }
    for (const [type, body] of [
      ["application/json", JSON.stringify({ box_id: 1 })],
      ["multipart/form-data", "no boundary"],
      ["multipart/form-data; boundary=x", "no parts"],
      [
        "multipart/form-data; boundary=x",
        '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\ncut off',
      ],
    ] as const) {
      const answer = await staff.raw(route.method, url, { headers: { "content-type": type }, body });
      expectCatalogue(answer, `${type} ${body}`);
      expect(answer.status, `${type} ${body}`).toBe(400);
    }
  });

  test.each(forms)("of %s of more than 20 MiB is a 413", async (name, route) => {
    const example = await newExample(name);
    const image = new Blob([new Uint8Array(20 * 1024 * 1024 + 1)]);
    const answer = await staff.submit(route, urlOf(route, { path: example.path ?? {} }), {
      ...(example.body as object),
      image,
    });
    expect([answer.status, answer.body]).toEqual([413, { detail: "Die Anfrage ist zu groß." }]);
  });
});

/** The limit on failed logins is not what these tests are about. */
const forgetFailures = () => db.read.deleteFrom("login_failures").execute();

describe("a number in the path", () => {
  const numbered = calls.filter(([, { path }]) => path.includes("{id}"));

  test.each(numbered)("of %s that is none is a 404", async (name, route) => {
    const { body } = await exampleOf(name, a, caller);
    const ids = [
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
    for (const id of ids) {
      const url = `/api/v1${route.path.replace("{id}", id)}`;
      const answer = await staff.submit(route, url, body);
      expect([answer.status, answer.body], id).toEqual([404, { detail: "Nicht gefunden!" }]);
    }
  });
});

describe("a query", () => {
  const withQuery = calls.filter(([, route]) => route.query !== undefined);

  describe.each(withQuery)("of %s", (name, route) => {
    const parameters = fieldsOf(route.query ? jsonSchemaOf(route.query) : {}).filter(({ path }) => path.length === 1);
    const start = async () => {
      const { path, query } = await exampleOf(name, a, caller);
      return {
        url: urlOf(route, { path: path ?? {} }),
        query: Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
      };
    };
    const ask = (url: string, ...entries: (readonly [string, string])[]) =>
      staff.raw(
        route.method,
        `${url}?${entries.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join("&")}`,
      );

    test.each(parameters.map(({ path, schema }) => [String(path[0]), schema] as const))(
      "may say anything in %s",
      async (parameter, schema) => {
        const { url, query } = await start();
        const others = query.filter(([key]) => key !== parameter);
        for (const value of hostileTexts) {
          const answer = await ask(url, ...others, [parameter, value]);
          const about = `${parameter}=${value.slice(0, 40)}`;
          expectAnswer(answer, about);
          const numeric = schema.type === "integer" || schema.type === "number";
          if (numeric && !/^-?\d+$/.test(value)) expect(answer.status, about).toBe(400);
          if (value.includes("\0") || value.length === 5000) expect(answer.status, about).toBe(400);
          if (answer.status === 400) expect(Object.keys(answer.body as object), about).toEqual([parameter]);
        }
      },
    );

    test.each(parameters.map(({ path }) => String(path[0])))("of a repeated %s the last counts", async (parameter) => {
      const { url, query } = await start();
      const good = query.filter(([key]) => key === parameter);
      const others = query.filter(([key]) => key !== parameter);
      expectAnswer(await ask(url, ...others, [parameter, "1"], [parameter, "2"], [parameter, "abc"]), parameter);
      if (good.length > 0) expect((await ask(url, ...others, [parameter, "\0"], ...good)).status).toBe(200);
    });

    test("may have parameters that nobody knows, empty ones and broken ones", async () => {
      const { url, query } = await start();
      for (const rest of [
        "unknown=1",
        "&&&===",
        "=",
        "__proto__=1",
        "constructor=1",
        "toString=1",
        "hasOwnProperty=1",
        "a[]=1&a[b]=2",
        "%zz=%zz",
        "%",
        "%E0%A4%A=%E0%A4%A",
      ]) {
        const answer = await staff.raw(route.method, `${url}?${new URLSearchParams(query)}&${rest}`);
        expect(answer.status, `${rest} ${answer.text.slice(0, 100)}`).toBe(200);
      }
      const many = Array.from({ length: 2000 }, (_, index) => `x${index}=`).join("&");
      expectAnswer(await staff.raw(route.method, `${url}?${many}`), "2,000 parameters");
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
    const { path } = await exampleOf(name, a, caller);
    const url = urlOf(route, { path: path ?? {} });
    for (const query of malformed) {
      const answer = await staff.raw(route.method, `${url}?query=${encodeURIComponent(query)}`);
      expectCatalogue(answer, query.slice(0, 40));
      expect(Object.keys(answer.body as object), query.slice(0, 40)).toEqual(["query"]);
    }
    const wrongOrder = await staff.raw(route.method, `${url}?order_by=password_hash`);
    expect(wrongOrder.status).toBe(
      route.query && "order_by" in (jsonSchemaOf(route.query).properties ?? {}) ? 400 : 200,
    );
  });
});

test("after all this the server is well", async () => {
  expect((await server.anonymous.raw("GET", "/readyz")).status).toBe(200);
});
