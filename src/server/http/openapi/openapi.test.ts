import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { all } from "#contract/all.ts";
import { namedAfter } from "#contract/example-replies.ts";
import { oneOf } from "#contract/fields/one-of.ts";
import { fieldsOf } from "#contract/schema-walk.ts";
import { apiLevel } from "#contract/api-level.ts";
import { type RefusalCode, refusalStatus } from "#rules/texts/refusals.ts";
import { programVersion } from "#server/database/program-version.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

// Tools of others check the document in test/contract/check-api.ts (npm run check:api, a step of npm test).
const { db } = await testDatabase();
const { anonymous } = await testServer(db);

interface Schema {
  enum?: string[];
}
interface BodySchema {
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly anyOf?: readonly BodySchema[];
}
interface Media {
  schema: { $ref?: string };
  example?: unknown;
}
interface Response {
  description: string;
  content?: Record<string, Media>;
  headers?: Record<string, { schema: Schema }>;
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: object;
}
interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response | { $ref: string }>;
}
interface Description {
  openapi: string;
  info: object;
  servers: object[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, Response>;
    parameters: Record<string, Parameter>;
  };
}

const answer = await anonymous.raw("GET", "/api/v1/openapi.json");
const description = answer.body as Description;
const { paths, components } = description;
const operationOf = (name: string) => {
  const { path, method } = all[name] ?? { path: "", method: "" };
  return paths[`/api/v1${path}`]?.[method.toLowerCase()];
};
const responseOf = (response: Response | { $ref: string }): Response =>
  "$ref" in response ? (components.responses[response.$ref.split("/").at(-1) ?? ""] as Response) : response;

describe("the description of the calls", () => {
  test("has every call of the contract and no other, and says which API it is and which build", () => {
    expect(answer.status).toBe(200);
    expect(description.openapi).toBe("3.1.0");
    expect(description.info).toMatchObject({
      title: "Magazin",
      version: programVersion,
      "x-api-level": apiLevel,
      license: { name: "MIT" },
      "x-build": "20240203-100754",
    });
    const levels = readFileSync("docs/product/details/08-the-api.md", "utf8").matchAll(
      /^\| (\d+) \| \d+\.\d+\.\d+ \|/gm,
    );
    expect([...levels].map(([, level]) => Number(level)).at(-1), "the handbook has each level").toBe(apiLevel);
    expect(description.servers).toEqual([{ url: "/" }]);
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(
      Object.values(all)
        .map(({ method, path }) => `${method} /api/v1${path}`)
        .toSorted(),
    );
  });

  test.each(Object.entries(all))("says what goes into %s, what comes out, and what is refused how", (name, route) => {
    const operation = operationOf(name);
    expect(operation).toMatchObject({ operationId: name, summary: route.summary });
    const byProgram = route.scope === null ? [] : [{ bearer: [route.scope] }];
    expect(operation?.security).toEqual(route.access === "open" ? [] : [{ token: [] }, ...byProgram]);
    if (route.access !== "open") expect(operation).toMatchObject({ "x-scope": route.scope });
    expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
    const parameters = (operation?.parameters ?? []).map((parameter) =>
      "$ref" in parameter ? (components.parameters[parameter.$ref.split("/").at(-1) ?? ""] as Parameter) : parameter,
    );
    const inPath = parameters.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name);
    const keyed = parameters.some((parameter) => parameter.in === "header" && parameter.name === "Idempotency-Key");
    expect(keyed).toBe(route.writes && route.access !== "open");
    for (const status of ["409", "422"]) expect(status in (operation?.responses ?? {}), status).toBe(keyed);
    expect(inPath).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter));
    for (const parameter of parameters) expect(parameter.schema, parameter.name).toBeTypeOf("object");
    const answers = Object.entries(operation?.responses ?? {});
    expect(answers.filter(([code]) => code.startsWith("2")).length).toBe(1);
    for (const [, each] of answers) expect(responseOf(each).description).not.toBe("");
    for (const [refused, each] of answers.filter(([code]) => code >= "400")) {
      const codes = responseOf(each).headers?.["X-Magazin-Code"]?.schema.enum ?? [];
      expect(codes.length, refused).toBeGreaterThan(0);
      for (const code of codes) expect(refusalStatus[code as RefusalCode], code).toBe(Number(refused));
    }
  });

  const withJson = Object.entries(all).filter(
    ([, { body, reply, multipart }]) => (body && !multipart) || (typeof reply === "object" && reply !== null),
  );
  test.each(withJson)("has an example of %s that the call itself would take and give", (name, route) => {
    const operation = operationOf(name);
    const sent = operation?.requestBody?.content["application/json"];
    if (sent) expect(route.body?.safeParse(sent.example).error?.issues ?? []).toEqual([]);
    if (typeof route.reply !== "object" || route.reply === null) return;
    const success = Object.entries(operation?.responses ?? {}).find(([code]) => code.startsWith("2"))?.[1] as Response;
    const given = success.content?.["application/json"];
    expect(given?.schema.$ref).toMatch(/^#\/components\/schemas\/[A-Z]\w+$/);
    expect(route.reply.parse(given?.example)).toEqual(given?.example); // nothing in it that the call would not say
  });

  test("says of which fields one is sent, and that a customer is named by a number or an object", () => {
    const bodies = Object.entries(all).filter(([, { body, multipart }]) => body && !multipart);
    const schemaOfBody = (name: string) => components.schemas[namedAfter(name, "Body")] as BodySchema;
    const chosen = bodies.filter(([, { body }]) => oneOf(body ?? {}).length > 0);
    expect(chosen.map(([name]) => name)).toEqual(expect.arrayContaining(["createBoxes", "editBox", "confirmSession"]));
    for (const [name, { body }] of chosen)
      expect(schemaOfBody(name).anyOf, name).toEqual(oneOf(body ?? {}).map((field) => ({ required: [field] })));
    const named = bodies.filter(([, { body }]) => "customer" in fieldsOf(body));
    expect(named.length).toBeGreaterThan(10);
    for (const [name] of named) {
      const kinds = (schema: BodySchema = {}): unknown[] => schema.anyOf?.flatMap(kinds) ?? [schema.type];
      expect(kinds(schemaOfBody(name).properties?.["customer"]), name).toEqual(
        expect.arrayContaining(["integer", "object"]),
      );
    }
  });

  test("names what it speaks of, refers to nothing that is not there, and describes nothing that nobody uses", () => {
    const names = Object.keys(components.schemas);
    const known = ["Box", "BoxDetail", "BoxPage", "BoxState", "Customer", "CustomerDetail", "Delivery", "DeliveryPage"];
    expect(names).toEqual(expect.arrayContaining(known));
    const referredTo = (kind: string) =>
      new Set(Array.from(answer.text.matchAll(new RegExp(`"#/components/${kind}/(\\w+)"`, "g")), ([, name]) => name));
    expect(referredTo("schemas")).toEqual(new Set(names));
    expect(referredTo("responses")).toEqual(new Set(Object.keys(components.responses)));
    expect(answer.text).not.toContain('"schema":{}');
    expect(answer.text.match(/"pattern":"[^"]{200}/g)).toBeNull(); // what only a validator can read
  });

  test("can be read as a page", async () => {
    const page = await anonymous.raw("GET", "/api/docs/");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect((await anonymous.raw("GET", "/api/docs")).status).toBeLessThan(400);
    const json = await anonymous.raw("GET", "/api/docs/json");
    expect(json.body).toMatchObject({ paths, components });
  });
});
