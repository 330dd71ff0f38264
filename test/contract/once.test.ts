import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { createArea, getArea } from "#contract/calls/stock/areas.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { createDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { listSessions } from "#contract/calls/access/sessions.ts";
import { createUser } from "#contract/calls/access/users.ts";
import type { FullRoute, Route } from "#contract/route.ts";
import { fieldsOf as schemaFields } from "#contract/schema-walk.ts";
import { forgetOld } from "#server/database/forget-old.ts";
import { type Answer, Client, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { lockedCustomer } from "#test/support/locks.ts";
import { walked } from "#test/support/tiers.ts";
import { changedTables } from "./changed-tables.ts";
import { calls, exampleOf, type Sent, successOf } from "./examples.ts";
import { person } from "./people.ts";

const database = await testDatabase();
const { db } = database;
const server = await testServer(db);
const { a } = server;
const changed = await changedTables(database);
afterAll(() => changed.close());

/** The same caller, with a key on every call. */
function keyed({ base, token, userId }: Client, key: string): Client {
  const client = new Client(base, token, userId);
  const raw = client.raw.bind(client);
  client.raw = (method, url, call) =>
    raw(method, url, { ...call, headers: { ...call?.headers, "idempotency-key": key } });
  return client;
}

const submit = (client: Client, route: Route, { path, query, body }: Sent) =>
  client.submit(route, urlOf(route, { ...(path && { path }), ...(query && { query }) }), body);

/** The same with something else in it: a field that nobody knows, or an address that is written otherwise. */
function submitOther(client: Client, route: Route, sent: Sent) {
  if (route.method !== "GET")
    return submit(client, route, { ...sent, body: { ...(sent.body as object | undefined), other: 1 } });
  return client.raw("GET", `${urlOf(route, { ...(sent.path && { path: sent.path }) })}?&`);
}

const answered = ({ status, text, headers }: Answer) => [status, headers.get("content-type"), text];

/** Counts the rows of each table: an action that is done a second time leaves some. */
async function extent(): Promise<unknown> {
  const { rows } = await sql<{ table: string; rows: string }>`
    select table_name as table, (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from %I', table_name), true, true, '')))[1]::text as rows
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    order by 1`.execute(db.read);
  return rows;
}

const keptAnswers = async (userId: number) =>
  (
    await sql<{ said: string }>`select coalesce(encode(body, 'escape'), '') as said from answers
    where user_id = ${userId}`.execute(db.read)
  ).rows;

const writing = walked(calls.filter(([name, { writes, access }]) => writes && access !== "open" && name !== "logout"));

describe.each(writing)("%s", (name, route) => {
  test("it changes what it touches and nothing else; sent again with the same key it answers the same and does nothing; with something else in it, it is refused", async () => {
    const caller = await person(server, { isStaff: true });
    const client = keyed(caller.client, `once ${name}`.replaceAll(" ", "-"));
    const sent = await exampleOf(name, a, caller);
    await changed.forget();
    const first = await submit(client, route, sent);
    expect(first.status, first.text).toBe(successOf(route));
    expect(await changed.undeclared(name, route)).toEqual([]);
    expect(await keptAnswers(caller.userId)).toHaveLength(1);
    const before = await extent();
    expect(answered(await submit(client, route, sent))).toEqual(answered(first));
    const other = await submitOther(client, route, sent);
    expect([other.status, other.headers.get("x-magazin-code")]).toEqual([422, "key_reused"]);
    expect(await extent()).toEqual(before);
  });
});

const unnamed = { summary: "", scope: null, reply: null };

test("a call that changes what it does not touch is named, with the noun that is missing", async () => {
  await changed.forget();
  const area = await a.area();
  await db.write((tx) => tx.deleteFrom("rows").where("id", "=", 0).execute());
  expect(await changed.undeclared("editNothing", { ...createArea, touches: ["rows"], ...unnamed })).toEqual([
    'editNothing changes areas: its touches in src/contract/calls want "areas", or screens show what was.',
  ]);
  expect(await changed.undeclared("createArea", { ...createArea, touches: ["areas"], ...unnamed })).toEqual([]);
  await changed.forget();
  await db.write((tx) => tx.updateTable("areas").set({ name: area.name }).where("id", "=", 0).execute());
  expect(await changed.undeclared("none", { ...getArea, ...unnamed })).toEqual([]);
});

test("the calls whose words only their caller may know are marked", () => {
  const words = /password|secret|token|recovery_codes/;
  const says = (schema: FullRoute["reply"] | undefined) =>
    words.test(typeof schema === "object" && schema ? Object.keys(schemaFields(schema)).join() : "");
  const wanted = calls.filter(([, { writes, body, reply }]) => writes && (says(body) || says(reply)));
  expect(wanted.filter(([, { secret }]) => !secret).map(([name]) => name)).toEqual([]);
  expect(wanted.length).toBeGreaterThan(6);
});

test("a call without a key keeps nothing", async () => {
  const staff = await server.asStaff();
  await staff.call(createArea, { body: { name: "Ohne Schlüssel" } });
  expect(await keptAnswers(staff.userId)).toEqual([]);
});

test.each(["", " ", "zwei Wörter", "ü", "x".repeat(129), "tab\tin", "eins, zwei"])(
  "%j is no key: a sentence says so, and nothing is done",
  async (key) => {
    const staff = await server.asStaff();
    const headers = { "content-type": "application/json", "idempotency-key": key };
    const before = await extent();
    const answer = await staff.raw("POST", urlOf(createArea), { headers, body: JSON.stringify({ name: "Falsch" }) });
    const sentence = "Der Schlüssel muss aus 1 bis 128 sichtbaren ASCII-Zeichen bestehen.";
    expect([answer.status, answer.body]).toEqual([400, { "Idempotency-Key": [sentence] }]);
    expect(await extent()).toEqual(before);
  },
);

test("128 signs are a key, and reading calls have none", async () => {
  const staff = keyed(await server.asStaff(), "!~".repeat(64));
  const { id } = await staff.call(createArea, { body: { name: "Langer Schlüssel" } });
  expect((await staff.ask(getArea, { path: { id } })).status).toBe(200);
  expect((await keyed(staff, "kein Schlüssel").ask(getArea, { path: { id } })).status).toBe(200);
});

test("a refused call is tried anew: nothing had changed, so nothing is kept", async () => {
  const staff = keyed(await server.asStaff(), "versuch");
  const taken = await a.area();
  const create = () => staff.ask(createArea, { body: { name: taken.name } });
  expect((await create()).status).toBe(400);
  await db.write((tx) => tx.deleteFrom("areas").where("id", "=", taken.id).execute());
  expect((await create()).status).toBe(201);
});

test("two who have the same key by chance have nothing to do with each other", async () => {
  const [one, other] = [keyed(await server.asStaff(), "gleich"), keyed(await server.asStaff(), "gleich")];
  const made = await one.call(createArea, { body: { name: "Eins" } });
  expect((await other.ask(createArea, { body: { name: "Zwei" } })).status).toBe(201);
  expect(await one.call(createArea, { body: { name: "Eins" } })).toEqual(made);
});

test("while the first one runs, the second one is asked to come again; many at once are done once", async () => {
  const staff = keyed(await server.asStaff(), "zugleich");
  const { id } = await a.customer();
  const rename = () => staff.ask(editCustomer, { path: { id }, body: { name: "Nur einmal" } });
  const release = await lockedCustomer(db, id);
  const first = rename();
  await expect.poll(async () => (await waitingForLocks()) > 0).toBe(true);
  const second = await rename();
  expect([second.status, second.headers.get("x-magazin-code"), Number(second.headers.get("retry-after"))]).toEqual([
    409,
    "key_running",
    2,
  ]);
  await release();
  const renamed = await first;
  expect(answered(await rename())).toEqual(answered(renamed));
  const many = keyed(staff, "viele");
  const made = await Promise.all(
    Array.from({ length: 20 }, () => many.ask(createArea, { body: { name: "Zwanzigmal" } })),
  );
  expect(made.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  expect(new Set(made.flatMap(({ status, text }) => (status === 201 ? [text] : []))).size).toBe(1);
});

const waitingForLocks = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read)
  ).rows[0]?.n ?? 0;

test("a secret in an answer is sent again to the session that asked, and cannot be read in the database, nor what it was asked with", async () => {
  const body = { last_name: "Neu", email: "neu@example.com" };
  const staff = keyed(await server.asStaff(), "geheim");
  const first = await staff.call(createUser, { body });
  expect(await staff.call(createUser, { body })).toEqual(first);
  const [kept] = await keptAnswers(staff.userId);
  expect(kept?.said).not.toContain(first.init_password_plain);
  expect(kept?.said).not.toContain("example");
  // the same request under the same key by another session of the same user has another digest, and is another call
  const again = keyed(await server.as({ id: staff.userId }), "geheim");
  expect(await again.refusal(createUser, { body })).toEqual({ email: ["Diese E-Mail Adresse ist bereits vergeben."] });
  const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from answers where user_id = ${staff.userId} and (
        request = sha256(convert_to(${JSON.stringify(["POST", "/api/v1/users/", body, null])}, 'UTF8'))
        or key = sha256(convert_to(${JSON.stringify([staff.userId, "geheim"])}, 'UTF8')))`.execute(db.read);
  expect(rows).toEqual([{ n: 0 }]);
});

test("an answer about a customer whose things may not be seen any more is not sent again", async () => {
  const caller = await person(server);
  const client = keyed(caller.client, "bestellt");
  const sent = await exampleOf("createDelivery", a, caller);
  expect((await submit(client, createDelivery, sent)).status).toBe(201);
  expect((await submit(client, createDelivery, sent)).status).toBe(201);
  await db.write((tx) => sql`delete from customer_users where user_id = ${caller.userId}`.execute(tx));
  const answer = await submit(client, createDelivery, sent);
  expect([answer.status, answer.body]).toEqual([404, { detail: "Nicht gefunden!" }]);
});

test("after 48 hours an answer is forgotten, and removed with all that is over", async () => {
  const client = await server.asStaff();
  const staff = keyed(client, "alt");
  await staff.call(createArea, { body: { name: "Vor drei Tagen" } });
  const age = (hours: number) =>
    db.write((tx) =>
      sql`update answers set at = now() - make_interval(hours => ${hours}) where user_id = ${client.userId}`.execute(
        tx,
      ),
    );
  await age(47);
  await db.write(forgetOld);
  expect((await staff.ask(createArea, { body: { name: "Etwas anderes" } })).status).toBe(422);
  await age(49);
  expect((await staff.ask(createArea, { body: { name: "Etwas anderes" } })).status).toBe(201);
  expect(await keptAnswers(client.userId)).toHaveLength(1);
  await age(49);
  await db.write(forgetOld);
  expect(await keptAnswers(client.userId)).toEqual([]);
  expect((await client.ask(listSessions, {})).status).toBe(200);
});
