import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { createArea } from "#contract/calls/stock/areas.ts";
import { getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { createContent } from "#contract/calls/stock/contents.ts";
import { login } from "#contract/calls/access/session.ts";
import { changePassword, createUser } from "#contract/calls/access/users.ts";
import { requestHeader } from "#rules/texts/refusals.ts";
import { buildApp } from "#server/app.ts";
import { requestIds } from "./request-ids.ts";
import { Client, testConfig, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db, connection } = await testDatabase();
const superuser = new pg.Client({ ...inject("postgres").superuser, database: connection.database });
await superuser.connect();
afterAll(() => superuser.end());
const server = await testServer(db);
const { a, dataDir } = server;
const lines: string[] = [];
const stream = { write: (line: string) => void lines.push(line) };
const config = testConfig({ DATA_DIR: dataDir });
const app = await buildApp({ db, config, now: () => new Date() }, { level: "info", stream });
await app.listen({ port: 0, host: "127.0.0.1" });
afterAll(() => app.close());
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const here = async (user: { readonly id: number }) => new Client(base, (await server.as(user)).token, user.id);

interface Line {
  readonly msg: string;
  readonly method: string;
  readonly route: string;
  readonly id?: number;
  readonly foreign?: true;
  readonly user: number | null;
  readonly address: string;
  readonly status: number;
  readonly ms: number;
  readonly request: string;
}
const requests = () => lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === "request");

test("each request leaves a line: who asked, from where, for what, with what end, how long it took", async () => {
  const user = await a.user({ isStaff: true });
  const customer = await a.user({ customers: [await a.customer()] });
  const box = await a.box();
  await (await here(user)).call(getBox, { path: box });
  await (await here(customer)).ask(getBox, { path: box });
  await (await here(customer)).raw("GET", "/api/v1/users/");
  await new Client(base).raw("GET", "/api/v1/boxes/?content=geheim");
  await new Client(base).raw("GET", "/api/v1/nirgends/4711/");
  await expect.poll(requests).toHaveLength(5);
  const line = { method: "GET", address: "127.0.0.1", ms: expect.any(Number) };
  const one = "/api/v1/boxes/:id(^\\d+$)/";
  expect(requests()).toMatchObject([
    { ...line, route: one, id: box.id, user: user.id, status: 200 },
    { ...line, route: one, id: box.id, user: customer.id, status: 404, foreign: true },
    { ...line, route: "/api/v1/users/", user: customer.id, status: 403 }, // refused, and yet by name
    { ...line, route: "/api/v1/boxes/", user: null, status: 403 },
    { ...line, user: null, status: 404 },
  ]);
});

test("every answer says what the log calls its request: served, refused, failed, or no address at all", async () => {
  const client = await here(await a.user({ isStaff: true }));
  await superuser.query("alter table areas add constraint closed check (name <> 'Kaputt') not valid");
  const headers = { "Magazin-Request": "MEINE" };
  const answered = [
    await client.raw("GET", "/api/v1/boxes/", { headers }),
    await client.raw("GET", "/api/v1/boxes/4711000/"),
    await new Client(base).raw("GET", "/api/v1/boxes/"),
    await client.ask(createArea, { body: { name: "Kaputt" } }),
    await client.raw("GET", "/%zz"),
    await client.raw("GET", "/healthz"),
  ];
  await superuser.query("alter table areas drop constraint closed");
  expect(answered.map(({ status }) => status)).toEqual([200, 404, 403, 500, 404, 200]);
  const names = answered.map((answer) => answer.headers.get(requestHeader) ?? "");
  for (const name of names) expect(name).toMatch(/^[2-9A-HJ-NP-Z]{5}$/);
  expect(new Set(names).size).toBe(names.length);
  const statusesOf = (name: string) => requests().flatMap(({ request, status }) => (request === name ? [status] : []));
  await expect.poll(() => names.map(statusesOf)).toEqual(answered.map(({ status }) => [status]));
  const [failure] = lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === "request failed");
  expect(failure?.request).toBe(names[3]);
});

expensive("200,000 names of requests compared")(
  "a process calls no two of a day's requests the same, and another one has other names",
  () => {
    const [one, other] = [requestIds(), requestIds()];
    const day = new Set(Array.from({ length: 200_000 }, () => one()));
    expect(day.size).toBe(200_000);
    const signs = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    const numbers = [...day].map((name) => Array.from(name).reduce((sum, sign) => sum * 32 + signs.indexOf(sign), 0));
    const steps = new Set(numbers.slice(1, 1001).map((number, at) => (number - (numbers[at] ?? 0)) & (2 ** 25 - 1)));
    expect(steps.size, "from one to the next no two steps are the same, as counting would have it").toBeGreaterThan(
      990,
    );
    expect(Array.from({ length: 3 }, () => other())).not.toEqual([...day].slice(0, 3));
  },
);

test("no line carries a password, a token, a content's text, or what was searched for", async () => {
  const password = "Streng-Geheim-1";
  const user = await a.user({ isStaff: true, password });
  const nobody = new Client(base);
  const signedIn = await nobody.call(login, { body: { username: user.email, password } });
  await nobody.ask(login, { body: { username: user.email, password: "Falsch-Geraten-2" } });
  const client = new Client(base, signedIn.token, user.id);
  const box = await a.box();
  await client.call(createContent, { body: { box_id: box.id, text: "Personalakte Geheimrat" } });
  await client.ask(createContent, { body: { box_id: box.id, text: "Geheimrat".repeat(1000) } });
  await client.call(listBoxes, { query: { contain_content: "Geheimrat" } });
  const body = { last_name: "Neu", email: "schon@example.com" };
  const { init_password_plain } = await client.call(createUser, { body });
  await client.ask(createUser, { body });
  const passwords = { old_password: password, new_password: "Noch-Geheimer-3" };
  await client.call(changePassword, { path: { id: user.id }, body: passwords });
  await superuser.query("alter table contents add constraint closed check (text = '') not valid");
  const broken = await client.ask(createContent, { body: { box_id: box.id, text: "Geheimrat, Privates" } });
  await superuser.query("alter table contents drop constraint closed");
  expect(broken.status).toBe(500); // PostgreSQL quotes the whole row
  await nobody.raw("GET", `/api/v1/boxes/?token=${signedIn.token}`);
  await nobody.raw("GET", "/%zz?Geheimrat");
  await nobody.raw("POST", "/api/v1/api-token-auth/", {
    headers: { "content-type": "application/json" },
    body: `{"username": "Geheimrat", "password": "${password}`,
  });
  const started = lines.length;
  await expect.poll(() => requests().filter(({ route }) => route?.includes("api-token-auth")).length).toBe(3);
  expect(started).toBeGreaterThan(10);
  const all = lines.join("");
  expect(all).toContain("contents");
  const secrets = [password, "Falsch-Geraten", "Noch-Geheimer", signedIn.token, init_password_plain, "Geheimrat"];
  for (const secret of secrets) expect(all).not.toContain(secret);
});

test("who learns that something is not there, and it is somebody else's, is distinguished in the log and nowhere else", async () => {
  lines.length = 0;
  const [own, other] = [await a.box(), await a.box()];
  const client = await here(await a.user({ customers: [own.owner] }));
  const [foreign, missing] = [
    await client.raw("GET", `/api/v1/boxes/${other.id}/`),
    await client.raw("GET", "/api/v1/boxes/2000000000/"),
  ];
  expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text]);
  await (await here(await a.user({ isStaff: true }))).raw("GET", "/api/v1/boxes/2000000000/");
  await expect.poll(requests).toHaveLength(3);
  expect(requests().map(({ id, foreign: isTheirs }) => [id, isTheirs])).toEqual(
    expect.arrayContaining([
      [other.id, true],
      [2_000_000_000, undefined],
      [2_000_000_000, undefined],
    ]),
  );
});
