import Fastify from "fastify";
import * as z from "zod/mini";
import { expect, test } from "vitest";
import { all } from "#contract/all.ts";
import { getCustomer } from "#contract/calls/customers/customers.ts";
import { forCustomerUsers, isForStaff, staff } from "#contract/schemas/audience.ts";
import { definitionOf } from "#contract/schema-walk.ts";
import { openAppContext } from "#server/open-app-context.ts";
import type { RouteHandler } from "#server/http/answers.ts";
import { register } from "#server/http/call/register.ts";
import { openApi } from "#server/http/openapi/openapi.ts";
import { testConfig, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { walked } from "#test/support/tiers.ts";
import { calls, exampleOf } from "./examples.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const password = "passwort1";

async function people() {
  const owner = await server.a.customer();
  await server.a.box({ owner, state: 1 }); // so that no list is empty
  const user = await server.a.user({ password, customers: [owner] });
  const boss = await server.a.user({ password, isStaff: true });
  const caller = { userId: user.id, email: user.email, password, owner };
  return { caller, user: await server.as(user), staff: await server.as(boss) };
}

/** The names of the fields that are marked in a schema, as they stand in each other: `history[].meta.area`. */
function markedIn(schema: z.core.$ZodType, path = ""): string[] {
  const def = definitionOf(schema);
  if (isForStaff(schema)) return [path];
  if (def.type === "array") return markedIn(def.element, `${path}[]`);
  if (def.type === "optional" || def.type === "nullable") return markedIn(def.innerType, path);
  if (def.type === "union") return def.options.flatMap((option) => markedIn(option, path));
  if (def.type !== "object") return [];
  return Object.entries(def.shape).flatMap(([name, field]) => markedIn(field, path === "" ? name : `${path}.${name}`));
}

/** Every path at which a value holds something, in the same spelling. */
function pathsOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => pathsOf(entry, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, below]) => {
    const at = path === "" ? name : `${path}.${name}`;
    return [at, ...pathsOf(below, at)];
  });
}

const marked = calls.flatMap(([name, route]) => {
  const fields = typeof route.reply === "object" && route.reply !== null ? markedIn(route.reply) : [];
  return route.access === "user" && fields.length > 0 ? [[name, route, fields] as const] : [];
});

test("the contract marks fields of boxes, their counts, cost centres, deliveries, customers, home, holds, imports, invoices, reports, retention, scans, searches and webhooks", () => {
  expect(marked.map(([name]) => name).sort()).toEqual([
    "abortBatch",
    "boxRetention",
    "boxesOverview",
    "cancelDelivery",
    "checkImport",
    "commitImport",
    "createDelivery",
    "createImport",
    "createPickup",
    "createWebhook",
    "decideBatch",
    "discardImport",
    "editWebhook",
    "getBatch",
    "getBox",
    "getCustomer",
    "getDelivery",
    "getImport",
    "getInvoice",
    "getWebhook",
    "home",
    "listBatchLines",
    "listBoxes",
    "listCostCentres",
    "listCustomers",
    "listHistory",
    "listHolds",
    "listImports",
    "listInvoices",
    "listRetained",
    "listWebhooks",
    "mapImport",
    "postCancelDelivery",
    "releaseHold",
    "resolveScan",
    "search",
    "setDeliveryAddress",
    "setDeliveryLines",
    "setHold",
    "stockReport",
    "undoImport",
  ]);
});

test.each(walked(marked))("%s leaves out what is for staff, and only that", async (name, route, fields) => {
  const { caller, user, staff: boss } = await people();
  const ask = async (client: typeof user) => {
    const { path = {}, query = {}, body } = await exampleOf(name, server.a, caller);
    const answer = await client.submit(route, urlOf(route, { path, query }), body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return new Set(pathsOf(answer.body));
  };
  const [forUser, forStaff] = [await ask(user), await ask(boss)];
  const isBelow = (path: string) =>
    fields.some((field) => path === field || (/^[.[]/.test(path.slice(field.length)) && path.startsWith(field)));
  expect([...forUser].filter(isBelow)).toEqual([]);
  expect([...forStaff].filter((path) => !isBelow(path) && !forUser.has(path))).toEqual([]);
});

test("a field that a query selects and nobody thought of does not reach a customer user", async () => {
  const { caller, user, staff: boss } = await people();
  const route = { ...all["getCustomer"], path: "/lately/{id}/" } as RouteHandler["route"];
  const reply = z.object({
    id: z.int(),
    margin: staff(z.string()),
    lines: z.array(z.object({ cost: staff(z.int()) })),
  });
  const app = Fastify();
  const context = await openAppContext({ db, config: testConfig({ DATA_DIR: server.dataDir }), now: () => new Date() });
  const answer: RouteHandler = {
    route: { ...route, reply },
    handle: async ({ id }) => ({ id, margin: "0.42", lines: [{ cost: 7 }], forgotten: "never in the contract" }),
  };
  register(app, context, answer);
  const ask = async (token: string | null) => {
    const headers = { authorization: `Token ${token}` };
    return (await app.inject({ url: `/api/v1/lately/${caller.owner.id}/`, headers })).json<unknown>();
  };
  expect(await ask(user.token)).toEqual({ id: caller.owner.id, lines: [{}] });
  expect(await ask(boss.token)).toEqual({ id: caller.owner.id, margin: "0.42", lines: [{ cost: 7 }] });
  await app.close();
  await context.pdfWorkers.close();
});

test("an object of which nothing is left is null, and a mark where nobody looks for it is an error at the start", () => {
  const meta = z.object({ meta: z.nullable(z.object({ row: staff(z.int()) })) });
  expect(z.parse(forCustomerUsers(meta), { meta: { row: 3 } })).toEqual({ meta: null });
  expect(z.parse(forCustomerUsers(meta), { meta: null })).toEqual({ meta: null });
  const hidden = z.record(z.string(), z.object({ row: staff(z.int()) }));
  expect(() => forCustomerUsers(hidden)).toThrow("staff() stands inside of record");
});

test("OpenAPI says which fields are for staff", () => {
  const { paths, components } = openApi(testConfig());
  expect(JSON.stringify(paths[`/api/v1${getCustomer.path}`])).toContain('"#/components/schemas/CustomerDetail"');
  const { CustomerDetail } = components.schemas as Readonly<Record<string, { properties?: Record<string, object> }>>;
  const { properties = {} } = CustomerDetail ?? {};
  const forStaff = Object.keys(properties).filter((name) => "x-audience" in (properties[name] ?? {}));
  expect(forStaff).toEqual(["notes", "meter_price", "may_invite", "unique_numbers", "users"]);
});
