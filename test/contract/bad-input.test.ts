import { isSpecified } from "#contract/specified-calls.ts";
import { withoutNothing } from "#server/http/parsing/typed-body.ts";
import { describe, expect, test } from "vitest";
import { maySayNothing } from "#contract/fields/nothing.ts";
import type { FullRoute } from "#contract/route.ts";
import { fieldsOf as schemaFields } from "#contract/schema-walk.ts";
import { expectAnswer, expectCatalogue } from "./catalogue.ts";
import { type Answer, type Client, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { allAtFirst, firstOfEach } from "#test/support/extent.ts";
import { expensive, extentOf, walked } from "#test/support/tiers.ts";
import { calls, exampleOf, type Sent } from "./examples.ts";
import { fieldsOf, hostileValues, isOfType, jsonOf, jsonSchemaOf, withValue } from "./hostile.ts";
import { peopleOf } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;

/** Input of a call and its sender. The effect of one call on its caller, such as a second factor, is no other call's matter. */
type Example = Sent & { readonly client: Client };

function examplesOf(name: string): () => Promise<Example> {
  const people = peopleOf(server, () => ({ isStaff: true }));
  return async () => {
    const caller = await people(name);
    return { ...(await exampleOf(name, a, caller)), client: caller.client };
  };
}

/** The calls whose text is a whole list, longer than any other text. */
const takesLists: ReadonlySet<string> = new Set(["/boxes/find/"]);

/** A 400; or of a list whose entries are refused each for itself, its only one is. */
function isRefused({ status, body }: Answer): boolean {
  const results = (body as { results?: { code?: string }[] } | null)?.results;
  return status === 400 || results?.[0]?.code === "invalid";
}

/**
 * Returns the contract's objection to a body. The contract is checked in one place for all calls, and a body that it refuses never comes further. The
 * use of an accepted body differs by call, and a body that JSON cannot express is refused before.
 */
function refusalOf({ body }: FullRoute, value: unknown): string {
  const text = jsonOf(value);
  const issues = /\\u0000|\\ud[89a-f]|1e400/.test(text) ? [] : (body?.safeParse(JSON.parse(text)).error?.issues ?? []);
  return issues.length > 0 ? JSON.stringify(issues.map(({ code, message, path }) => [code, message, path])) : text;
}

/** Says whether old clients may send a value in a field that says nothing by it. */
function isNothing(route: FullRoute, field: string, value: unknown): boolean {
  const found = schemaFields(route.body)[field];
  const left = isSpecified(route) && route.body ? withoutNothing({ [field]: value }, route.body) : { [field]: value };
  if (!(field in (left as object))) return true;
  const isOld = value === null || value === "" || (field === "address_postcode" && typeof value === "number");
  return isOld && found !== undefined && maySayNothing(found);
}

/**
 * Values for a field whose name and schema were already tried in full, in a brief run with the schema alone. They are nothing, too much, and those
 * that reach the database.
 */
const few = new Set<unknown>([null, "", 2 ** 31, "\0", "%' or 1=1 --", "9".repeat(30)]);
const valuesFor = allAtFirst<unknown>();

const json = { "content-type": "application/json" };
const shownPath = (path: readonly (string | number)[]) => path.join(".");

describe("a body", () => {
  const withBody = walked(calls.filter(([, route]) => route.body !== undefined && !route.multipart));
  /** One that creates, one that replaces and one that edits: what is no JSON, or calls itself something else, passes one parser for all. */
  const parsed = new Set(firstOfEach(withBody, ([, { method }]) => method).map(([name]) => name));

  describe.each(withBody)("of %s", (name, route) => {
    const fields = fieldsOf(route.body ? jsonSchemaOf(route.body) : {});

    const newExample = examplesOf(name);
    let unspent: Example | undefined;
    /** Returns an example; one that was refused can be sent again. */
    const given = async () => (unspent ??= await newExample());
    const send = async (
      example: Example,
      body: string | Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = json,
    ) => {
      const answer = await example.client.raw(route.method, urlOf(route, { path: example.path ?? {} }), {
        headers,
        body,
      });
      if (answer.status < 300) unspent = undefined;
      return answer;
    };

    test.each(fields.map(({ path, schema }) => [shownPath(path), path, schema] as const))(
      "may say anything in %s",
      async (field, path, schema) => {
        let example = await given();
        const body = (value: unknown) => withValue(example.body, path, value);
        const values = firstOfEach(hostileValues, (each) => refusalOf(route, body(each)));
        const kind = `${extentOf(path.at(-1), "")} ${JSON.stringify(schema)}`;
        for (const value of valuesFor(
          kind,
          values,
          values.filter((each) => few.has(each)),
        )) {
          const about = `${field} = ${jsonOf(value).slice(0, 60)}`;
          const answer = await send(example, jsonOf(body(value)));
          expectAnswer(answer, about);
          if (!isOfType(schema, value) && !isNothing(route, field, value)) expect(isRefused(answer), about).toBe(true);
          if (answer.status === 400) {
            const [first, second] = path; // `before` says what was seen of a field, or of the only one
            const [only] = Object.keys(example.body as object).filter((key) => key !== "before");
            const seen = typeof second === "string" ? second : only;
            expect(
              [first === "before" ? seen : first, first, "non_field_errors"],
              `${about}: ${answer.text}`,
            ).toContain(Object.keys(answer.body as object)[0]);
          }
          if (typeof value === "string" && /[\0\p{Cs}]/u.test(value)) expect(isRefused(answer), about).toBe(true);
          const isTooLong = typeof value === "string" && value.length === 5000 && !takesLists.has(route.path);
          if (isTooLong) expect(isRefused(answer), about).toBe(true);
          if (answer.status < 300 && route.method !== "PATCH") example = await given(); // an edit can be sent again
        }
        await forgetFailures();
      },
    );

    test("may lack any field, or be missing", async () => {
      const example = await given();
      for (const { path } of fields)
        expectAnswer(await send(example, jsonOf(withValue(example.body, path, undefined))), shownPath(path));
      expectAnswer(await send(example, "{}"), "an empty object");
      expectAnswer(await example.client.raw(route.method, urlOf(route, { path: example.path ?? {} })), "no body");
      unspent = undefined; // what needs no body was done
      await forgetFailures();
    });

    test("may have fields that nobody knows", async () => {
      const example = await given();
      const { status } = await send(
        example,
        JSON.stringify({ ...(example.body as object), unknown: { deep: [1] }, constructor: 1 }),
      );
      expect(status).toBeLessThan(300);
    });

    if (!parsed.has(name)) return;
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
      const example = await given();
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
      const example = await given();
      const answer = await send(example, JSON.stringify(example.body), { "content-type": type });
      expectCatalogue(answer, type);
      expect(answer.status).toBe(400);
    });

    test("that is no UTF-8 is a 400, even in a field that nobody knows", async () => {
      const example = await given();
      const whole = Buffer.from(JSON.stringify({ ...(example.body as object), unknown: "?" }));
      for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98]]) {
        const at = whole.lastIndexOf("?");
        const body = Buffer.concat([whole.subarray(0, at), Buffer.from(bytes), whole.subarray(at + 1)]);
        const answer = await send(example, Uint8Array.from(body));
        expect([answer.status, answer.body]).toEqual([
          400,
          { non_field_errors: ["Die Anfrage ist kein gültiges JSON."] },
        ]);
      }
      await forgetFailures();
    });

    test("of more than 1 MiB is a 413, one of just 1 MiB is read", async () => {
      const example = await given();
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
  const forms = walked(calls.filter(([, route]) => route.multipart));

  test.each(forms)("of %s that lacks something or holds something else is a 400", async (name, route) => {
    const example = await examplesOf(name)();
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
        const answer = await example.client.submit(route, url, body);
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
      const answer = await example.client.raw(route.method, url, { headers: { "content-type": type }, body });
      expectCatalogue(answer, `${type} ${body}`);
      expect(answer.status, `${type} ${body}`).toBe(400);
    }
  });

  expensive("20 MiB and more are sent").each(forms)(
    "of %s of more than 20 MiB, or than its own most, is a 413",
    async (name, route) => {
      const example = await examplesOf(name)();
      const file = new Blob([new Uint8Array((route.largest ?? 20 * 1024 * 1024) + 1)]);
      const answer = await example.client.submit(route, urlOf(route, { path: example.path ?? {} }), {
        ...(example.body as object),
        [route.multipart ?? ""]: file,
      });
      expect([answer.status, answer.body]).toEqual([413, { detail: "Die Anfrage ist zu groß." }]);
    },
  );
});

/** The limit on failed logins is not what these tests are about. */
const forgetFailures = () => db.write((tx) => tx.deleteFrom("login_failures").execute());

test("after all this the server is well", async () => {
  expect((await server.anonymous.raw("GET", "/readyz")).status).toBe(200);
});
