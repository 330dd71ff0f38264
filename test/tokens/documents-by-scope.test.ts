import * as z from "zod/mini";
import { beforeEach, describe, expect, test } from "vitest";
import { all } from "#contract/all.ts";
import type { FullRoute } from "#contract/route.ts";
import { fieldsOf, partsOf } from "#contract/schema-walk.ts";
import { type ObjectKind, objectKinds } from "#rules/exchange/object-kinds.ts";
import { type TokenScope, tokenScopes } from "#rules/access/token-scopes.ts";
import { exportCustomer } from "#contract/calls/paper/services.ts";
import { createDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { editCustomer, getCustomer } from "#contract/calls/customers/customers.ts";
import { editUser } from "#contract/calls/access/users.ts";
import { calls, exampleOf, successOf } from "#test/contract/examples.ts";
import { peopleOf, submit } from "#test/contract/people.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { walked } from "#test/support/tiers.ts";
import { asProgram, programOf, wantedScopes } from "./token-clients.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = peopleOf(server, () => ({ isStaff: true }));
const named: Readonly<Record<string, FullRoute>> = all;

// nobody has more than fifty
beforeEach(() => db.write((tx) => tx.deleteFrom("api_tokens").execute()));

/** Parts of a file, each with the call that reads it by itself: a program needs that call's scope for the file, too. */
const things = {
  stock: "getBox",
  places: "getRow",
  customers: "getCustomer",
  deliveries: "getDelivery",
  destruction: "getBatch",
  imports: "getImport",
  cases: "getCase",
  counts: "getStocktake",
  work: "listScans",
  seals: "listSeals",
  apps: "listApps",
  invoices: "getInvoice",
  prices: "listPriceLists",
  users: "getUser",
  audit: "listAudit",
  sessions: "listSessions",
} as const;
type Thing = keyof typeof things;

/** Every call that answers a file, or a feed, and what is in it. */
const files: Readonly<Record<string, readonly Thing[]>> = {
  listChanges: ["stock", "deliveries", "customers", "destruction", "cases", "imports"],
  sheetOfUsers: ["users"],
  recordOfUser: ["users", "sessions"],
  sheetOfAreas: ["places"],
  sheetOfRows: ["places"],
  rowQrCode: ["places"],
  printRowLabels: ["places"],
  printPlaceLabels: ["places"],
  printPlaceLabelsZpl: ["places"],
  sheetOfCustomers: ["customers"],
  customerOverview: ["customers", "stock"],
  archiveList: ["stock"],
  contentImages: ["stock"],
  boxBarcode: ["stock"],
  sheetOfBoxes: ["stock"],
  imageFile: ["stock"],
  imagePreview: ["stock"],
  printLabels: ["stock"],
  printLabelsZpl: ["stock"],
  sheetOfSearch: ["stock", "deliveries", "customers"],
  exportCustomer: ["customers", "stock", "deliveries", "destruction", "seals", "invoices"],
  collectList: ["deliveries"],
  dayNotes: ["deliveries"],
  deliveryNote: ["deliveries"],
  sheetOfDeliveries: ["deliveries"],
  printPickupLabels: ["deliveries", "stock"],
  loadList: ["deliveries"],
  sheetOfTour: ["deliveries"],
  copyFile: ["deliveries"],
  proofFile: ["deliveries"],
  destroyList: ["destruction"],
  destroyRequest: ["destruction"],
  destructionList: ["destruction"],
  destructionLists: ["destruction"],
  batchLetter: ["destruction"],
  batchRequest: ["destruction"],
  certificate: ["destruction"],
  dueList: ["destruction"],
  sheetOfRetained: ["destruction"],
  sheetOfActivity: ["stock", "deliveries"],
  sheetOfDue: ["destruction"],
  sheetOfProductivity: ["work"],
  sheetOfRevenue: ["invoices"],
  sheetOfService: ["deliveries"],
  sheetOfStock: ["stock"],
  importErrorsCsv: ["imports"],
  importErrorsXlsx: ["imports"],
  importReceipt: ["imports"],
  importReceiptXlsx: ["imports"],
  sheetOfResults: ["counts"],
  stocktakeQrCode: ["counts"],
  stocktakeReport: ["counts"],
  caseLetter: ["cases"],
  appFile: ["apps"],
  auditCsv: ["audit"],
  sheetOfAudit: ["audit"],
  exportSeals: ["seals"],
  sheetOfSeals: ["seals"],
  boxMovements: ["invoices"],
  invoicePdf: ["invoices"],
  invoiceXml: ["invoices"],
  printInvoices: ["invoices"],
  zipInvoices: ["invoices"],
  sheetOfInvoices: ["invoices"],
  sheetOfInvoiceServices: ["invoices"],
  sheetOfServiceEntries: ["prices"],
  sheetOfMonth: ["prices", "invoices"],
  billingArchive: ["invoices"],
  datevStack: ["invoices"],
  debitFile: ["invoices"],
};

/** Kinds that `GET /changes/` and webhooks name, and the call that reads each. */
const kinds: Readonly<Record<ObjectKind, string>> = {
  box: "getBox",
  content: "listContents",
  delivery: "getDelivery",
  customer: "getCustomer",
  batch: "getBatch",
  case: "getCase",
  import: "getImport",
  invoice: "getInvoice",
};

const closed = calls.filter(([, { access }]) => access !== "open");
const isFile = ([name, { reply }]: (typeof calls)[number]) => typeof reply === "string" || name === "listChanges";

/** The scopes that what is in a file wants, null where a person alone reads some of it. */
function scopesOf(name: string): readonly TokenScope[] | null {
  const scopes = (files[name] ?? []).map((thing) => named[things[thing]]?.scope ?? null);
  return scopes.includes(null) ? null : [...new Set(scopes.filter((scope) => scope !== null))];
}

test("every file and feed says what is in it, and wants the scopes of all of it and no other", () => {
  const answered = closed.filter(isFile).map(([name]) => name);
  expect(Object.keys(files).toSorted()).toEqual(answered.toSorted());
  for (const name of answered)
    expect([name, wantedScopes(named[name]!, {})?.toSorted()]).toEqual([name, scopesOf(name)?.toSorted()]);
});

test("the feed names nothing that its scope does not read, and no program reads or makes a webhook", () => {
  const foreign = objectKinds.filter((kind) => named[kinds[kind]]?.scope !== named["listChanges"]?.scope);
  expect(foreign).toEqual(["invoice"]); // of which it shows who may read them alone
  const hooks = Object.entries(named).filter(([, { path, scope }]) => path.startsWith("/webhooks/") && scope !== null);
  expect(hooks.map(([name]) => name)).toEqual([]);
});

describe("a file", () => {
  test.each(walked(closed.filter(isFile)))("%s by a token of each scope: allowed or 403", async (name, route) => {
    const caller = await staff(name);
    const wanted = scopesOf(name);
    const statuses: Record<string, number> = {};
    const expected: Record<string, number> = {};
    const ask = async (scopes: readonly TokenScope[], isAllowed: boolean) => {
      const sent = isAllowed ? await exampleOf(name, a, caller) : { path: { id: 1 } };
      const program = await programOf(server, { id: caller.userId }, { scopes });
      statuses[scopes.join()] = (await submit(program, route, asProgram(route, sent))).status;
      expected[scopes.join()] = isAllowed ? successOf(route) : 403;
    };
    for (const scope of tokenScopes) await ask([scope], wanted !== null && wanted.every((each) => each === scope));
    if (wanted !== null && wanted.length > 1) await ask(wanted, true);
    expect(statuses).toEqual(expected);
  });
});

/** Scope for each field that a call writes, whatever its path. Null where the field is a right, which no program gives. */
const fields: Readonly<Record<string, TokenScope | null>> = {
  price: "billing",
  meter_price: "billing",
  retention_class: "destruction",
  begins: "destruction",
  destroyed: "destruction",
  is_staff: null,
  manages_users: null,
  email: null,
  user_ids: null,
  may_approve_destruction: null,
  may_invite: null,
  may_manage: null,
  may_order: null,
  may_see_invoices: null,
  may_store: null,
};

test("a field wants its scope in every call that writes it, and no program writes rights", () => {
  const written = closed.flatMap(([name, route]) =>
    route.writes ? Object.keys(fieldsOf(inner(route.body))).map((field) => [name, route, field] as const) : [],
  );
  const wrong = written.filter(([, route, field]) => {
    const scope = fields[field];
    if (scope === undefined) return false;
    const wanted = wantedScopes(route, { [field]: true });
    return scope === null ? wanted !== null : !(wanted ?? [scope]).includes(scope);
  });
  expect(wrong.map(([name, , field]) => `${name} ${field}`)).toEqual([]);
  const seen = new Set(written.map(([, , field]) => field));
  expect(Object.keys(fields).filter((field) => !seen.has(field))).toEqual([]);
  const rights = [...seen].filter((field) => /^(may_(?!be)|is_staff|manages_)/.test(field) && !(field in fields));
  expect(rights, "a new right joins the table").toEqual([]);
});

/** The object within what a body is parsed by. */
function inner(schema: z.ZodMiniType | undefined): z.ZodMiniType | undefined {
  const within = schema && partsOf(schema);
  return within?.in ? inner(within.in) : schema;
}

/** Fields that a reply names, and the scope that a program needs to read each. */
const scopeOfField: Readonly<Record<string, TokenScope>> = { email: "users", iban: "billing", sepa_mandate: "billing" };

/** The paths of these fields in a reply; what wants a scope of its own is not looked into. */
function pathsOf(node: unknown, path = ""): string[] {
  if (typeof node !== "object" || node === null || "x-scope" in node) return [];
  if (Array.isArray(node)) return node.flatMap((each) => pathsOf(each, path));
  return Object.entries(node).flatMap(([key, value]) => [
    ...(path.endsWith("properties") && key in scopeOfField ? [key] : []),
    ...pathsOf(value, `${path}.${key}`),
  ]);
}

test("whom a reply names by their address, and whose account, wants the scope by which it is read", () => {
  const open = closed.flatMap(([name, { reply, scope }]) => {
    if (typeof reply !== "object" || reply === null || scope === null) return [];
    const schema = z.toJSONSchema(reply, { unrepresentable: "any", io: "output" });
    return pathsOf(schema).flatMap((field) => (scopeOfField[field] === scope ? [] : [`${name} ${field}`]));
  });
  expect(open).toEqual([]);
});

describe("a program", () => {
  const by = async (...scopes: TokenScope[]) => programOf(server, await a.user({ isStaff: true }), { scopes });

  test("with `read` does not export a customer with its invoices; with `billing` as well it does", async () => {
    const owner = await a.customer();
    expect((await (await by("read")).ask(exportCustomer, { path: owner })).status).toBe(403);
    expect((await (await by("billing")).ask(exportCustomer, { path: owner })).status).toBe(403);
    expect((await (await by("read", "billing")).ask(exportCustomer, { path: owner })).status).toBe(200);
  });

  test("with `orders` sets no price, neither when a delivery is made nor later", async () => {
    const owner = await a.customer();
    const option = await a.option({ owner });
    const body = { customer: owner.id, delivery_option: option.id, boxes: [(await a.box({ owner, state: 1 })).id] };
    const orders = await by("orders");
    expect((await orders.ask(createDelivery, { body: { ...body, price: "0.01" } })).status).toBe(403);
    expect((await orders.ask(createDelivery, { body })).status).toBe(201);
  });

  test("makes nobody staff, and takes no users from a customer", async () => {
    const user = await a.user();
    const owner = await a.customer();
    const program = await by(...tokenScopes);
    for (const body of [{ is_staff: true }, { manages_users: true }, { active: true }])
      expect((await program.ask(editUser, { path: user, body })).status).toBe(403);
    expect((await program.ask(editUser, { path: user, body: { active: false } })).status).toBe(200);
    for (const user_ids of [[user.id], []])
      expect((await program.ask(editCustomer, { path: owner, body: { user_ids } })).status).toBe(403);
  });

  test("reads a customer without its users where its token does not read users", async () => {
    const owner = await a.customer();
    const user = await a.user({ customers: [owner] });
    expect(await (await by("read")).call(getCustomer, { path: owner })).not.toHaveProperty("users");
    const { users } = await (await by("read", "users")).call(getCustomer, { path: owner });
    expect(users).toMatchObject([{ id: user.id }]);
  });
});
