import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { all } from "#contract/all.ts";
import type { FullRoute } from "#contract/route.ts";
import { aboutHeader, codeHeader, refusalCodes, refusalStatus } from "#rules/texts/refusals.ts";
import type { Config } from "#server/config.ts";

const schemaOf = (schema: z.ZodMiniType, io: "input" | "output") => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
};

const errorAnswers = {
  400: "Wrong input: messages by field",
  403: "No living token, or not for this user",
  404: "Not there, or not yours",
};

const about = {
  [aboutHeader]: {
    description: "The box that the message names, where the caller has to find it again",
    schema: { type: "string" },
  },
};
const codesOf = (status: number) => refusalCodes.filter((code) => refusalStatus[code] === status);

/** Every refusal names itself by its header (decision 22). */
const refusals = Object.entries(errorAnswers).map(([status, description]) => {
  const code = { description: "What programs call it", schema: { type: "string", enum: codesOf(Number(status)) } };
  return [status, { description, headers: { [codeHeader]: code, ...(status === "400" ? about : {}) } }] as const;
});

function parameters(route: FullRoute) {
  const path = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "integer", minimum: 1 },
  }));
  const query = route.query ? (schemaOf(route.query, "input") as { properties?: object; required?: string[] }) : {};
  return [
    ...path,
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: "query",
      required: query.required?.includes(name) ?? false,
      schema,
    })),
  ];
}

function success(route: FullRoute) {
  const status = route.status ?? (route.reply === null ? 204 : route.method === "POST" ? 201 : 200);
  if (route.reply === null) return { [status]: { description: "Done" } };
  const content =
    typeof route.reply === "string"
      ? { [route.reply]: { schema: { type: "string", format: "binary" } } }
      : { "application/json": { schema: schemaOf(route.reply, "output") } };
  return { [status]: { description: "Done", content } };
}

function requestContent(route: FullRoute, body: z.ZodMiniType) {
  const schema = schemaOf(body, "input") as { properties?: object; required?: string[] };
  if (!route.multipart) return { "application/json": { schema } };
  const properties = { ...schema.properties, image: { type: "string", format: "binary" } };
  return {
    "multipart/form-data": { schema: { ...schema, properties, required: [...(schema.required ?? []), "image"] } },
  };
}

function operation(name: string, route: FullRoute) {
  const body = route.body && { required: true, content: requestContent(route, route.body) };
  return {
    operationId: name,
    summary: route.summary,
    tags: [route.path.split("/")[1]],
    security: route.access === "open" ? [] : [{ token: [] }],
    parameters: parameters(route),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...success(route),
      ...Object.fromEntries(refusals),
    },
  };
}

/** The OpenAPI description of every contract entry. */
export function openApi(config: Config) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries(all)) {
    (paths[`/api/v1${route.path}`] ??= {})[route.method.toLowerCase()] = operation(name, route);
  }
  return {
    openapi: "3.1.0",
    info: { title: config.productTitle, version: config.buildStamp },
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "Authorization", description: "Token <token>" } },
    },
    paths,
  };
}

/** `/api/v1/openapi.json`, and the same to read at `/api/docs`. */
export async function describeCalls(app: FastifyInstance, config: Config): Promise<void> {
  const document = openApi(config);
  app.get("/api/v1/openapi.json", async () => document);
  await app.register(swagger, { mode: "static", specification: { document: document as never } });
  // our own content security policy holds here too
  const uiConfig = { docExpansion: "none", layout: "BaseLayout" } as const;
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: false,
    uiConfig,
    theme: { title: config.productTitle },
  });
}
