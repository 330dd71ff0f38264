import { describe, expect, test } from "vitest";
import { all } from "#contract/all.ts";
import { type RefusalCode, refusalStatus } from "#rules/texts/refusals.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const { anonymous } = await testServer(db);

interface Schema {
  enum?: string[];
}

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: object; headers?: Record<string, { schema: Schema }> }>;
}

describe("the description of the calls", () => {
  test("has every call of the contract and no other", async () => {
    const { status, body } = await anonymous.raw("GET", "/api/v1/openapi.json");
    expect(status).toBe(200);
    const { openapi, info, paths } = body as {
      openapi: string;
      info: object;
      paths: Record<string, Record<string, Operation>>;
    };
    expect(openapi).toBe("3.1.0");
    expect(info).toEqual({ title: "Magazin", version: "20240203-100754" });
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(
      Object.values(all)
        .map(({ method, path }) => `${method} /api/v1${path}`)
        .toSorted(),
    );
    for (const [name, route] of Object.entries(all)) {
      const operation = paths[`/api/v1${route.path}`]?.[route.method.toLowerCase()];
      expect(operation, name).toMatchObject({ operationId: name, summary: route.summary });
      expect(operation?.security, name).toEqual(route.access === "open" ? [] : [{ token: [] }]);
      expect(operation?.requestBody !== undefined, name).toBe(route.body !== undefined);
      const inPath = operation?.parameters
        .filter((parameter) => parameter.in === "path")
        .map((parameter) => parameter.name);
      expect(inPath, name).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter));
      for (const parameter of operation?.parameters ?? [])
        expect(parameter.schema, `${name} ${parameter.name}`).toBeTypeOf("object");
      const answers = Object.entries(operation?.responses ?? {});
      expect(answers.filter(([code]) => code.startsWith("2")).length, name).toBe(1);
      for (const [, answer] of answers) expect(answer.description).not.toBe("");
      for (const [refused, { headers }] of answers.filter(([code]) => code >= "400")) {
        const codes = headers?.["X-Magazin-Code"]?.schema.enum ?? [];
        expect(codes.length, `${name} ${refused}`).toBeGreaterThan(0);
        for (const code of codes) expect(refusalStatus[code as RefusalCode], `${name} ${code}`).toBe(Number(refused));
      }
    }
  });

  test("holds no reference that leads nowhere and no schema that is empty", async () => {
    const { text } = await anonymous.raw("GET", "/api/v1/openapi.json");
    expect(text).not.toContain('"$ref"');
    expect(text).not.toContain('"schema":{}');
  });

  test("can be read as a page", async () => {
    const page = await anonymous.raw("GET", "/api/docs/");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect((await anonymous.raw("GET", "/api/docs")).status).toBeLessThan(400);
    const json = await anonymous.raw("GET", "/api/docs/json");
    expect(json.body).toHaveProperty("paths");
  });
});
