import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { auditCsv, listAudit } from "#contract/calls/access/audit.ts";
import type { Input } from "#contract/route.ts";
import { AuditKind, maxCounted } from "#rules/access/audit/audit.ts";
import { berlinDay } from "#rules/dates.ts";
import { record } from "#server/database/audit/audit.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const superuser = new pg.Client({ ...inject("postgres").superuser, database: connection.database });
let staff: Client;

/** An entry of that moment, which only the superuser can write. */
const entryAt = (at: string, more: { kind?: number; name?: string; customer?: number } = {}) =>
  superuser.query("insert into audit (at, kind, name, customer_code, address) values ($1, $2, $3, $4, '192.0.2.1')", [
    at,
    more.kind ?? AuditKind.signInFailed,
    more.name ?? null,
    more.customer ?? null,
  ]);

beforeAll(async () => {
  await superuser.connect();
  staff = await server.asStaff();
});
afterAll(() => superuser.end());

type Query = NonNullable<Input<typeof listAudit>["query"]>;
const namesOf = async (query: Query) => (await staff.call(listAudit, { query })).results.map(({ name }) => name);

describe("the list of the audit trail", () => {
  test("is the newest first, or the oldest, by page, and names who is still there", async () => {
    const user = await a.user({ firstName: "Anna", lastName: "Alt", email: "anna@example.com" });
    const subject = await a.user({ firstName: "Berta", lastName: "Neu", email: "berta@example.com" });
    const owner = await a.customer();
    const { id: delivery, code } = await a.delivery({ owner, boxes: [await a.box({ owner, state: 1 })] });
    const actor = { userId: user.id, address: "198.51.100.7" };
    await db.note((tx) =>
      record(
        tx,
        actor,
        {
          kind: AuditKind.emailChanged,
          object: ["user", subject.id],
          meta: { from: "b@x.de", to: "berta@example.com" },
        },
        { kind: AuditKind.documentMade, object: ["delivery", delivery], meta: { document: "deliveryNote" } },
        { kind: AuditKind.signedOut },
      ),
    );
    const ask = (query: Query) => staff.call(listAudit, { query: { ...query, person: user.id } });
    const { results, ...page } = await ask({ limit: 2 });
    expect(page).toEqual({ count: 3, count_pages: 2, current_page: 1 });
    expect(results.map(({ text }) => text)).toEqual(["Abmeldung", "Lieferschein"]);
    expect(results[1]).toMatchObject({ delivery: { id: delivery, code }, subject: null, customer: null, box: null });
    const { results: oldest } = await ask({ order_by: "at", limit: 1 });
    expect(oldest).toMatchObject([
      {
        kind: AuditKind.emailChanged,
        text: "E-Mail: b@x.de → berta@example.com",
        address: "198.51.100.7",
        user: { id: user.id, first_name: "Anna", last_name: "Alt", email: "anna@example.com" },
        subject: { id: subject.id, first_name: "Berta", last_name: "Neu" },
        delivery: null,
      },
    ]);
    expect((await ask({ offset: 2 })).results).toHaveLength(1);
  });

  test("is narrowed by kind, by customer and by both", async () => {
    const today = new Date().toISOString();
    await entryAt(today, { kind: AuditKind.zipMade, name: "zip of 777", customer: 777 });
    await entryAt(today, { kind: AuditKind.signedIn, name: "sign-in of 777", customer: 777 });
    await entryAt(today, { kind: AuditKind.zipMade, name: "zip of 778", customer: 778 });
    expect(await namesOf({ customer: 777 })).toEqual(["sign-in of 777", "zip of 777"]);
    expect(await namesOf({ kind: AuditKind.zipMade })).toEqual(["zip of 778", "zip of 777"]);
    expect(await namesOf({ customer: 777, kind: AuditKind.zipMade })).toEqual(["zip of 777"]);
  });

  test("goes by days in Berlin, the last one included, across both changes of the clock", async () => {
    for (const at of [
      "2026-03-28T22:59:59Z",
      "2026-03-28T23:00:00Z",
      "2026-03-29T21:59:59.999Z",
      "2026-03-29T22:00:00Z",
    ])
      await entryAt(at, { name: at });
    expect(await namesOf({ from: "2026-03-29", to: "2026-03-29" })).toEqual([
      "2026-03-29T21:59:59.999Z",
      "2026-03-28T23:00:00Z",
    ]);
    expect(await namesOf({ to: "2026-03-28" })).toEqual(["2026-03-28T22:59:59Z"]);
  });

  test("goes back 30 days where nobody asks for more", async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await entryAt(daysAgo(28), { name: "within", customer: 500 });
    await entryAt(daysAgo(31), { name: "before", customer: 500 });
    expect(await namesOf({ customer: 500 })).toEqual(["within"]);
    const from = berlinDay(new Date(daysAgo(32)));
    expect(await namesOf({ customer: 500, from })).toEqual(["within", "before"]);
  });

  test.each([
    [{ from: "2026-12-02", to: "2026-12-01" }, { to: ["Der Bereich ist leer: „von“ ist größer als „bis“."] }],
    [{ from: "2027-02-29" }, { from: ["Ungültig"] }],
    [{ kind: 4711 }, { kind: ["Ungültig"] }],
    [{ box: "0042" }, { box: ["Ungültig"] }],
    [{ customer: 10_000 }, { customer: ["Ungültig"] }],
    [{ person: "anna" }, { person: ["Ungültig"] }],
    [{ order_by: "kind" }, { order_by: ["Ungültig"] }],
  ])("refuses %j by its field", async (query, message) => {
    expect(await staff.refusal(listAudit, { query: query as Query })).toEqual(message);
    if (!("order_by" in query)) expect(await staff.refusal(auditCsv, { query: query as Query })).toEqual(message);
  });

  test("counts ten thousand at most, and pages no further, so that it stays as fast as it is", async () => {
    await superuser.query(
      `insert into audit (at, kind, customer_code) select '2026-06-15T12:00Z'::timestamptz + i * interval '1 second', 1, 900
       from generate_series(1, $1::int + 5) i`,
      [maxCounted],
    );
    const ask = (query: Query) =>
      staff.call(listAudit, { query: { customer: 900, from: "2026-06-01", to: "2026-06-30", ...query } });
    expect(await ask({ limit: 1000 })).toMatchObject({ count: maxCounted, count_pages: 10 });
    expect((await ask({ limit: 1000, offset: 9500 })).results).toHaveLength(500);
    expect((await ask({ offset: 20_000 })).results).toEqual([]);
  });
});

describe("the trail as a file", () => {
  const csv = async (query: Query) => {
    const { bytes, headers, status } = await staff.download(auditCsv, { query });
    return { text: bytes.toString(), lines: bytes.toString().split("\r\n"), headers, status };
  };

  test("is what a German spreadsheet opens: a mark for UTF-8, German heads, semicolons, Berlin's time", async () => {
    await entryAt("2026-01-15T22:30:05Z", { name: "Jörg; „Chef“", kind: AuditKind.signInFailed, customer: 42 });
    const { text, lines, headers } = await csv({ from: "2026-01-15", to: "2026-01-15" });
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toContain("Muster-Protokoll.csv");
    expect(text.startsWith("\uFEFFZeit;Person;E-Mail;Adresse;Art;Vorgang;Kunde;Box;Lieferung;User\r\n")).toBe(true);
    const sentence = "Fehlgeschlagene Anmeldung";
    expect(lines[1]).toBe(`15.01.2026 23:30:05;"„Jörg; „Chef““";;192.0.2.1;${sentence};${sentence};0042;;;`);
    expect(lines.slice(2)).toEqual([""]);
  });

  test("carries out nothing: what was typed as a formula is a text", async () => {
    const user = await a.user({ firstName: "=1+1", lastName: "Rot" });
    await db.note((tx) => record(tx, { userId: user.id, address: "@x" }, { kind: AuditKind.signedIn, customer: 801 }));
    const { lines } = await csv({ customer: 801 });
    expect(lines[2]).toContain(";'=1+1 Rot;"); // the first line is about this very file
    expect(lines[2]).toContain(";'@x;");
  });

  test("has every entry of the period once, however many there are, and none besides", async () => {
    await superuser.query(
      `insert into audit (at, kind, customer_code, name) select '2026-05-02T10:00Z', 2, 901, 'n' || i from generate_series(1, 2500) i`,
    );
    await entryAt("2026-05-03T22:00:00Z", { name: "later" });
    const { lines } = await csv({ from: "2026-05-02", to: "2026-05-03" });
    const names = lines.slice(1, -1).map((line) => line.split(";")[1]);
    expect(names).toHaveLength(2500);
    expect(new Set(names).size).toBe(2500); // all of one moment
  });
});

test("the trail is staff's: nobody else learns so much as how long it is", async () => {
  const owner = await a.customer();
  const customer = await server.asCustomer(owner);
  for (const client of [customer, server.anonymous])
    for (const url of ["/api/v1/audit/", "/api/v1/audit/?customer=42", "/api/v1/audit/csv/", "/api/v1/audit/?limit=x"])
      expect((await client.raw("GET", url)).status).toBe(403);
});
