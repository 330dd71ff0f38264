import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type * as z from "zod/mini";
import { all } from "#contract/all.ts";
import { apiLevel } from "#contract/api-level.ts";
import { exampleOfReply, nameOfReply } from "#contract/example-replies.ts";
import { type Request, requests } from "#contract/examples.ts";
import { keyHeader } from "#contract/idempotency-key.ts";
import type { FullRoute, Where } from "#contract/route.ts";
import {
  aboutHeader,
  codeHeader,
  refusalCodes,
  refusalStatus,
  type RefusalStatus,
  requestHeader,
} from "#rules/texts/refusals.ts";
import { freshProof, proofHeader } from "#contract/proof-header.ts";
import { confirmedMinutes, workingDayHours } from "#rules/access/users.ts";
import { errors } from "#rules/texts/texts.ts";
import type { Config } from "#server/config.ts";
import { programVersion } from "#server/database/program-version.ts";
import { serveGuide } from "./guide.ts";
import { bodyOf, reference, schemaOf, openapiSchemas } from "./openapi-schemas.ts";

const about = {
  [aboutHeader]: {
    description: "The box that the message names, where the caller has to find it again",
    schema: { type: "string" },
  },
};

/** Keys belong to users, and who signs in is none yet. */
const takesKey = ({ writes, access }: FullRoute) => writes && access !== "open";

const requestName = {
  [requestHeader]: { description: "What the server's log calls the request", schema: { type: "string" } },
};

const isPicture = ({ reply, path }: FullRoute) =>
  typeof reply === "string" && (/^(image|application\/zip)/.test(reply) || path.startsWith("/copies/"));
/** Says whether a call keeps a file where pictures lie. */
const isStored = ({ multipart, largest }: FullRoute) => multipart === "image" || largest !== undefined;

/** Refusals by status, and the calls that they concern; a refusal without a test concerns every call. */
const refusals: Readonly<
  Record<RefusalStatus, { name: string; description: string; of?: (call: FullRoute) => boolean }>
> = {
  400: { name: "BadInput", description: "Wrong input, or its state forbids it: messages by field" },
  403: { name: "Forbidden", description: "No living token, or not for this user" },
  404: { name: "NotFound", description: "Not there, or not yours" },
  405: {
    name: "NotAllowed",
    description: "The object never has this action",
    of: ({ path }) => path.endsWith("/cancel/"),
  },
  409: { name: "KeyRunning", description: "The same call, under the same key, has not ended yet", of: takesKey },
  422: { name: "KeyReused", description: "Something else was sent under this key before", of: takesKey },
  413: { name: "TooLarge", description: "The body is too large", of: ({ body }) => body !== undefined },
  429: { name: "TooMany", description: "Too many calls of one caller wait, or too many sign-ins have failed" },
  502: { name: "WrongFile", description: "The file is lost or damaged on the server", of: isPicture },
  503: { name: "Unavailable", description: "The database is away for a moment, or a document takes too much memory" },
  507: { name: "DiskFull", description: "No room for the file", of: isStored },
};
const idempotencyKey = {
  name: keyHeader,
  in: "header",
  description:
    "Of the caller's own choice, a new one for each thing to do: sent again with the same request, within 48 hours, it gets the first answer and nothing is done. A refusal is not kept. With secrets in it, a call's key is known to the same session only",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 128, pattern: "^[!-~]+$" },
  example: "b94d27b9-934d-4e08-a52e-52d7da7dabfa",
};

const refusalEntries = Object.entries(refusals) as unknown as [`${RefusalStatus}`, (typeof refusals)[RefusalStatus]][];

const errorShapes = {
  FieldErrors: {
    description: "Messages by field, the first field first; what is bound to no field stands under `non_field_errors`",
    type: "object",
    additionalProperties: { type: "array", items: { type: "string" } },
    examples: [{ name: ["Bitte ausfüllen"] }],
  },
  Refusal: {
    type: "object",
    properties: { detail: { type: "string" } },
    required: ["detail"],
    examples: [{ detail: errors.notFound }],
  },
};

/** The refusals that go by, with when it is worth to try again. */
const passing: ReadonlySet<string> = new Set(["409", "429", "503"]);
const retryAfter = {
  "Retry-After": {
    description: "Seconds after which the same call may succeed",
    schema: { type: "integer", minimum: 1 },
  },
};

/** Every refusal names itself by its header (decision 22). */
function refusalAnswer(status: string, description: string) {
  const codes = refusalCodes.filter((code) => String(refusalStatus[code]) === status);
  const code = { description: "What programs call it", schema: { type: "string", enum: codes } };
  const schema = reference(status === "400" ? "FieldErrors" : "Refusal");
  const headers = {
    [codeHeader]: code,
    ...requestName,
    ...(status === "400" ? about : {}),
    ...(passing.has(status) ? retryAfter : {}),
  };
  return { description, headers, content: { "application/json": { schema } } };
}

function parameters(call: string, route: FullRoute) {
  const path = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "integer", minimum: 1 },
    example: 1,
  }));
  const query = route.query ? (schemaOf(route.query, "input") as { properties?: object; required?: string[] }) : {};
  const example = requestOf(call).query ?? {};
  return [
    ...path,
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: "query",
      required: query.required?.includes(name) ?? false,
      schema,
      ...(name in example && { example: example[name] }),
    })),
    ...(takesKey(route) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ];
}

const requestOf = (call: string): Request => (requests as Readonly<Record<string, Request>>)[call] ?? {};

function success(call: string, route: FullRoute) {
  const status = route.status ?? (route.reply === null ? 204 : route.method === "POST" ? 201 : 200);
  if (route.reply === null) return { [status]: { description: "Done" } };
  if (typeof route.reply === "string") {
    const content = Object.fromEntries(route.reply.split(", ").map((type) => [type, { schema: binary }]));
    return { [status]: { description: "The file", content } };
  }
  const name = nameOfReply(call, route.reply);
  const content = { schema: reference(name), example: exampleOfReply(call, name) };
  return { [status]: { description: "Done", content: { "application/json": content } } };
}

const binary = { type: "string", format: "binary" };

function requestContent(call: string, route: FullRoute, body: z.ZodMiniType) {
  const example = requestOf(call).body;
  if (!route.multipart) return { "application/json": { schema: bodyOf(call), example } };
  const {
    properties,
    required = [],
    ...schema
  } = schemaOf(body, "input") as { properties?: object; required?: string[] };
  const form = {
    ...schema,
    properties: { ...properties, [route.multipart]: binary },
    required: [...required, route.multipart],
  };
  const file = route.multipart === "image" ? "picture.jpg" : route.largest === undefined ? "boxes.xlsx" : "scan.pdf";
  return { "multipart/form-data": { schema: form, example: { ...example, [route.multipart]: file } } };
}

/** Describes the proof that a call wants besides the token: `true`, or the fields with which it is wanted, and their values. */
function accessNote(route: FullRoute) {
  const { access, confirms, managers, scope, signInCounts, whereChanged } = route;
  const changed = whereChanged ? " and changes it" : "";
  const sentences = [
    confirms &&
      `Wants the own password or a code within the last ${signInCounts ? `${workingDayHours} hours` : `${confirmedMinutes} minutes`} of the session (signing in counts, or POST /session/confirm/)${whereOf(confirms)}${confirms === true ? "" : changed}; refused as \`unconfirmed\` otherwise.`,
    confirms &&
      signInCounts &&
      `Where the request has the header \`${proofHeader}: ${freshProof}\`, or \`STEP_UP\` is \`strict\`, within ${confirmedMinutes} minutes.`,
    managers && `Wants the right \`manages_users\`${whereOf(managers)}${managers === true ? "" : changed}.`,
    ...tokenNote(route),
  ].filter((sentence) => sentence !== undefined);
  if (sentences.length === 0) return {};
  return {
    description: sentences.join(" "),
    ...(confirms && { "x-confirms": confirms }),
    ...(managers && { "x-managers": managers }),
    ...(access !== "open" && { "x-scope": scope }),
  };
}

/** Returns the means of access to a call: a session, and a program with a token of this scope. */
function securityOf({ access, scope }: FullRoute) {
  if (access === "open") return [];
  return [{ token: [] }, ...(scope === null ? [] : [{ bearer: [scope] }])];
}

/** Describes which tokens may make a call. */
function tokenNote({ access, scope, scopeWith = [], personal }: FullRoute): readonly string[] {
  if (access === "open") return [];
  if (scope === null) return ["Not for programs: it wants a session."];
  return [
    `A program's token needs the scope \`${scope}\`.`,
    ...scopeWith.map(([more, where]) =>
      more === null ? `It makes no such call${whereOf(where)}.` : `It needs \`${more}\` as well${whereOf(where)}.`,
    ),
    ...(personal === undefined ? [] : [`A service account does not make it${whereOf(personal)}.`]),
  ];
}

function whereOf(where: Where): string {
  if (where === true) return "";
  const fields = Object.entries(where).map(([field, values]) =>
    values === true ? `\`${field}\`` : `\`${field}\` ${values.join(" or ")}`,
  );
  return `, where it sends ${fields.join(", ")}`;
}

const tagOf = ({ path }: FullRoute) => path.split("/")[1] ?? "";

function operation(call: string, route: FullRoute) {
  const body = route.body && { required: true, content: requestContent(call, route, route.body) };
  const possibleRefusals = refusalEntries.filter(([, { of }]) => of?.(route) ?? true);
  return {
    operationId: call,
    summary: route.summary,
    tags: [tagOf(route)],
    ...accessNote(route),
    security: securityOf(route),
    parameters: parameters(call, route),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...success(call, route),
      ...Object.fromEntries(
        possibleRefusals.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
      ),
    },
  };
}

const tags: Readonly<Record<string, string>> = {
  "api-token-auth": "Signing in",
  logout: "Signing out",
  session: "Proving anew who the caller is",
  sessions: "Where the caller is signed in",
  tokens: "What the caller's programs call with",
  "second-factor": "The caller's second factor",
  settings: "What the product and its provider are called",
  provider: "Who issues invoices",
  users: "People who sign in",
  areas: "Halls",
  rows: "Rows of shelves in a hall",
  customers: "Customers, and paper about what is theirs",
  boxes: "Boxes",
  boxcontents: "What is in a box",
  boximages: "Pictures of what is in a box",
  scans: "What workers scan",
  deliveries: "Orders and returns",
  services: "Labels",
  apps: "The scanner app",
};

type Paths = Record<string, Record<string, object>>;
let paths: Paths | undefined;

/** Describes every call. The description is the same whatever is configured, so it is written once in a process. */
function pathsOfAll(): Paths {
  const result: Paths = {};
  for (const [name, route] of Object.entries(all)) {
    (result[`/api/v1${route.path}`] ??= {})[route.method.toLowerCase()] = operation(name, route);
  }
  return result;
}

/** The OpenAPI description of every contract entry. */
export function openApi(config: Config) {
  paths ??= pathsOfAll();
  const tagNames = [...new Set(Object.values(all).map(tagOf))];
  return {
    openapi: "3.1.0",
    info: {
      title: config.productTitle,
      version: programVersion,
      description:
        "Boxes of a physical archive. A list takes `limit` and `offset`, a reading call the fields that are wanted as `query`, `{id,code,owner{name}}`. Where standbys read along, a change answers `Magazin-Seen`: send it with what you read next (before your first change `0`), and it is never older than what you wrote; without it the primary reads. Every answer says in `X-Magazin-Api` the level of the API, which rises with what older programs would misunderstand; `version` is that of the program. Of one caller three calls that read, two that write and one upload run at once, and others wait for their turn; a body of JSON has at most 1 MiB, a picture 20 MiB, a page 1,000 entries.",
      license: { name: "MIT", identifier: "MIT" },
      "x-api-level": apiLevel,
      "x-build": config.buildStamp,
    },
    externalDocs: { url: "/api/docs/guide/", description: "Signing in, lists, refusals, and a day's work with curl" },
    servers: [{ url: config.publicUrl ?? "/" }],
    tags: tagNames.map((name) => ({ name, description: tags[name] ?? name })),
    components: {
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "Authorization", description: "Token <token>, of a session" },
        bearer: {
          type: "http",
          scheme: "bearer",
          description:
            "A program's token, `mgz_…`, which people make under *Mein Zugang* and staff for service accounts; what an operation names is the scope that it needs",
        },
      },
      responses: Object.fromEntries(
        refusalEntries.map(([status, { name, description }]) => [name, refusalAnswer(status, description)]),
      ),
      schemas: { ...openapiSchemas, ...errorShapes },
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
  serveGuide(app, config.productTitle);
}
