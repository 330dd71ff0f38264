import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { createDeliveryOption } from "#contract/calls/deliveries/delivery-options.ts";
import { fieldsOf } from "#contract/schema-walk.ts";
import { specifiedCalls } from "#contract/specified-calls.ts";
import { takesText } from "#server/http/parsing/typed-body.ts";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { walked } from "#test/support/tiers.ts";
import { anyWord } from "#test/support/words.ts";
import { calls, exampleOf, type Sent, successOf } from "./examples.ts";
import { jsonSchemaOf } from "./hostile.ts";
import { peopleOf, submit } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = peopleOf(server, () => ({ isStaff: true }));
const { client } = await staff("settings");

/** The same with each number as text. */
function asText(value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asText(each)]));
}

describe("an old client", () => {
  // what has no number says the same as text, and is sent so in contract.test.ts
  const withNumbers = walked(
    calls.filter(
      ([, { body, multipart }]) => body && !multipart && /"(integer|number)"/.test(JSON.stringify(jsonSchemaOf(body))),
    ),
  );

  test.each(withNumbers)("may send the numbers of %s as text", async (name, route) => {
    const caller = await staff(name);
    const { path, body } = await exampleOf(name, a, caller);
    const { status, text } = await caller.client.send(route.method, urlOf(route, { path: path ?? {} }), asText(body));
    expect(status, text).toBeLessThan(300);
    expect(text).not.toContain('"status":"refused"');
  });

  const ofCustomer = walked(
    calls.filter(
      // a token of staff, who ask here, is for all customers
      ([name, { body, multipart }]) => name !== "createToken" && body && !multipart && "customer" in fieldsOf(body),
    ),
  );

  test.each(ofCustomer)(
    "names the customer of %s by its number, as text too, or as an object with it",
    async (name, route) => {
      const caller = await staff(name);
      const ways = [(id: number) => id, String, (id: number) => ({ id, name: "Klinikum" })];
      for (const way of ways) {
        const { path, body } = await exampleOf(name, a, caller);
        const { customer, ...rest } = body as { readonly customer: number | { readonly id: number } };
        const said = way(typeof customer === "number" ? customer : customer.id);
        const url = urlOf(route, { path: path ?? {} });
        const { status, text } = await caller.client.send(route.method, url, { ...rest, customer: said });
        expect(status, text).toBeLessThan(300);
      }
    },
  );

  test("may send a postcode as the number that it is to the specification", async () => {
    const { id } = await a.customer();
    const edit = (address_postcode: unknown) => client.send("PATCH", `/api/v1/customers/${id}/`, { address_postcode });
    expect((await edit(28195)).body).toMatchObject({ address_postcode: "28195" });
    expect((await edit(100_000)).body).toEqual({ address_postcode: ["PLZ nicht größer als 99999"] });
    for (const wrong of [9999, 1067, -28195, 28195.5, true])
      expect((await edit(wrong)).body).toEqual({ address_postcode: ["Ungültig"] });
  });

  test("means nothing by null in a text, and by an empty text in a number that may be missing", async () => {
    const texts = { notes: null, address_name: null, address_street: null, address_postcode: null, address_city: null };
    const customer = await client.send("POST", "/api/v1/customers/", { name: "Klinikum", ...texts });
    expect(customer.body).toMatchObject({ notes: "", address_postcode: "" });
    const phones = { phone1: null, phone2: null, first_name: null };
    const user = { last_name: "Muster", email: "ohne-telefon@example.com", ...phones };
    expect((await client.send("POST", "/api/v1/users/", user)).body).toMatchObject({ phone1: "", phone2: "" });
    const { id, owner } = await a.box();
    const meta = { customer: { id: owner.id }, from: "", to: "", meta_year: "", meta_destroy_year: 2031 };
    expect((await client.send("POST", "/api/v1/boxes/meta/", meta)).body).toMatchObject({ boxes: 1, changed: 1 });
    const box = await client.raw("GET", `/api/v1/boxes/${id}/`);
    expect(box.body).toMatchObject({ meta_year: null, meta_destroy_year: 2031 });
    const nameless = await client.send("POST", "/api/v1/areas/", { name: null });
    expect([nameless.status, nameless.body]).toEqual([400, { name: ["Bitte ausfüllen"] }]);
  });

  test.each(["1e1", " 1", "1.5", "0x1", "", "eins", "9".repeat(16)])("sends no number with %j", async (number) => {
    const area = await a.area();
    const { status, body } = await client.send("POST", "/api/v1/rows/", { areaId: area.id, number });
    expect([status, Object.keys(body as object)]).toEqual([400, ["number"]]);
  });

  test("may call the order orderBy, and a customer customer_id", async () => {
    const [first, last] = [await a.customer({ name: "0 Erster" }), await a.customer({ name: "zz Letzter" })];
    const ordered = async (query: string) => {
      const { body } = await client.raw("GET", `${urlOf(listCustomers)}?limit=1&${query}`);
      return (body as { results: { id: number }[] }).results[0]?.id;
    };
    expect([await ordered("orderBy=name"), await ordered("orderBy=-name")]).toEqual([first.id, last.id]);
    expect(await ordered("order_by=name&orderBy=name")).toBe(first.id);
    const two = await client.raw("GET", `${urlOf(listCustomers)}?order_by=name&orderBy=-name`);
    expect([two.status, two.body]).toEqual([400, { order_by: ["Ungültig"] }]);
    const wrong = await client.raw("GET", `${urlOf(listBoxes)}?orderBy=password`);
    expect([wrong.status, wrong.body]).toEqual([400, { order_by: ["Ungültig"] }]);
    const { body } = await exampleOf("createDeliveryOption", a, await staff("settings"));
    const { customer: _, ...option } = body as { customer: number };
    const made = await client.send("POST", urlOf(createDeliveryOption), { ...option, customer_id: last.id });
    expect([made.status, made.body]).toMatchObject([201, { customer: last.id }]);
  });

  // specification 7, by call, each as a client of the specification sends it
  test.each([
    "/users/?limit=30&offset=0&page=1&order=last_name&last_name=M&email=m",
    "/users/?is_staff=False",
    "/users/?page=1&orderBy=email",
    "/areas/?query={id,name,rows_count,boxes_count}",
    "/areas/?query={id,name}",
    "/rows/?limit=30&offset=0&page=1&order_by=-number&query={id,number,area{id},reverse,positions_count}",
    "/boxes/?limit=30&offset=0&order_by=-code&owner=1&min_number=1&max_number=9&state=1",
    "/boxes/?owner_id=1&state=1&query={id,code}&contain_code=1&contain_content=Akte",
    "/boxes/?state=7&query={id,code,owner,position,meta_destroy_year}",
    "/customers/?limit=30&offset=0&page=1&name=M&code=1&orderBy=-name",
    "/customers/?query={id,name,code,deliveryoptions}",
    "/customers/?query={id,name,code}&boxes_from=1&boxes_to=9",
    "/deliveries/?limit=30&offset=0&page=1&orderBy=-code&box=1&content=Akte",
  ])("may send the parameters of the specification: %s", async (sent) => {
    const answer = await client.raw("GET", `/api/v1${sent}`);
    expect(answer.status, answer.text).toBe(200);
  });

  test("asks for a page by its number where it says no offset", async () => {
    const owner = await a.customer();
    for (let number = 1; number <= 5; number++) await a.box({ owner, number });
    const pageOf = async (query: string) => {
      const { body } = await client.raw("GET", `${urlOf(listBoxes)}?owner_id=${owner.id}&query={code}&${query}`);
      const { current_page: page, results } = body as { current_page: number; results: { code: string }[] };
      return [page, ...results.map(({ code }) => Number(code.slice(4)))];
    };
    expect(await pageOf("limit=2&page=2")).toEqual([2, 3, 4]);
    expect(await pageOf("limit=2&page=2&offset=0")).toEqual([1, 1, 2]);
    expect(await pageOf("page=1")).toEqual([1, 1, 2, 3, 4, 5]);
    const wrong = await client.raw("GET", `${urlOf(listBoxes)}?page=zwei`);
    expect([wrong.status, wrong.body]).toEqual([400, { page: ["Ungültig"] }]);
  });

  test.each([
    ["/boxes/?owner_idd=1", { owner_idd: ["Unbekannter Parameter. Gemeint ist wohl owner_id."] }],
    ["/deliveries/?custmer=1", { custmer: ["Unbekannter Parameter. Gemeint ist wohl customer."] }],
    ["/areas/1/?rows=1", { rows: ["Unbekannter Parameter. Es gibt hier query."] }],
  ])("suggests what was probably meant by %s", async (sent, suggestion) => {
    const { status, body } = await client.raw("GET", `/api/v1${sent}`);
    expect([status, body]).toEqual([400, suggestion]);
  });

  test.each([
    ["2025-12-23T23:30:00Z", "2025-12-24"],
    ["2025-06-30T21:59:59.999Z", "2025-06-30"],
    ["2025-06-30T22:00:00Z", "2025-07-01"],
    ["2025-12-24T00:00:00+01:00", "2025-12-24"],
    ["2025-12-24", "2025-12-24"],
  ])("means by %s the day in Berlin: %s", async (sent, day) => {
    const { id, owner } = await a.box();
    const meta = { customer: { id: owner.id }, meta_first_delivery_customer: sent };
    expect((await client.send("POST", "/api/v1/boxes/meta/", meta)).status).toBe(200);
    const { body } = await client.raw("GET", `/api/v1/boxes/${id}/`);
    expect(body).toMatchObject({ meta_first_delivery_customer: day });
    const list = await client.raw("GET", `/api/v1/customers/${owner.id}/destroylist/?to=${encodeURIComponent(sent)}`);
    expect(list.status).toBe(200);
  });

  test.each(["2025-12-24T00:00:00", "2025-02-30T00:00:00Z", "2025-12-24T25:00:00Z", "24.12.2025", "2025-12-24Z"])(
    "names no day with %s",
    async (sent) => {
      const { owner } = await a.box();
      const meta = { customer: { id: owner.id }, meta_first_delivery_customer: sent };
      const { status, body } = await client.send("POST", "/api/v1/boxes/meta/", meta);
      expect([status, body]).toEqual([400, { meta_first_delivery_customer: ["Ungültig"] }]);
    },
  );
});

/** As the specification's client sends what decision 97 guards: everything that it knows. */
const payloads: Readonly<Record<string, (sent: Sent) => Promise<object>>> = {
  "POST /users/": async () => ({
    gender: "F",
    first_name: "Erika",
    last_name: "Neu",
    email: `${anyWord()}@example.com`,
    phone1: "0421 1",
    phone2: "",
    is_staff: true,
  }),
  "PATCH /boxes/{id}/": async () => ({ state: 6 }),
  "POST /customers/": async () => ({ name: anyWord(), user_ids: [(await a.user()).id] }),
  "PATCH /customers/{id}/": async ({ path }) => ({
    name: anyWord(),
    address_postcode: "28195",
    meter_price: 2.5,
    user_ids: [(await a.user()).id, (await a.user({ customers: [{ id: path?.["id"] ?? 0 }] })).id],
  }),
};

test.each(specifiedCalls)(
  "a token that signed in this morning makes %s as in the first minute",
  async (specifiedCall) => {
    const found = calls.find(([, { method, path }]) => `${method} ${path}` === specifiedCall);
    const [name, route] = found ?? [];
    if (name === undefined || route === undefined) throw new Error(`${specifiedCall} is no call`);
    const caller = await staff(name);
    const example = await exampleOf(name, a, caller);
    const payload = payloads[specifiedCall];
    const sent = payload ? { ...example, body: await payload(example) } : example;
    await db.write((tx) =>
      sql`update tokens set created = now() - interval '9 hours', confirmed_at = now() - interval '9 hours' where user_id = ${caller.userId}`.execute(
        tx,
      ),
    );
    const answer = await submit(caller.client, route, sent);
    expect(answer.status, answer.text).toBe(successOf(route));
  },
);

/** Where null means something: a day is taken from a delivery that may have none, and one that must have one is refused so. */
const meaning = new Set(["editDelivery time"]);

/** Every optional field of a body of specification 7 that says nothing. */
const unsaid = specifiedCalls.flatMap((specifiedCall) => {
  const [name, route] = calls.find(([, { method, path }]) => `${method} ${path}` === specifiedCall) ?? [];
  if (name === undefined || !route?.body) return [];
  const optional = Object.entries(fieldsOf(route.body)).filter(([, field]) => field.safeParse(undefined).success);
  const silent = optional.filter(([field]) => !meaning.has(`${name} ${field}`));
  return silent.map(([field]) => [name, field, route] as const);
});

test.each(unsaid)("%s takes %s as absent, null or an empty text: optional is optional", async (name, field, route) => {
  // an empty text means what it says, where it is one and no amount
  const schema = fieldsOf(route.body)[field];
  const isText = schema !== undefined && takesText(schema) && !schema.safeParse(0.01).success;
  for (const nothing of isText ? [undefined, null] : [undefined, null, ""]) {
    const caller = await staff(name);
    const example = await exampleOf(name, a, caller);
    const { [field]: _sent, ...others } = example.body as Record<string, unknown>;
    const body = nothing === undefined ? others : { ...others, [field]: nothing };
    const answer = await submit(caller.client, route, { ...example, body });
    const refusedFields = answer.status === 400 ? Object.keys(answer.body as object) : [];
    if (nothing === undefined && refusedFields.includes(field)) return; // one of two that say the same
    expect(refusedFields, `${JSON.stringify(nothing)}: ${answer.text}`).not.toContain(field);
  }
});
