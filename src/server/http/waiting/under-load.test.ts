import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { createContent } from "#contract/calls/stock/contents.ts";
import { editCustomer, getCustomer, listCustomers } from "#contract/calls/customers/customers.ts";
import { editUser, listUsers } from "#contract/calls/access/users.ts";
import { codeHeader } from "#rules/texts/refusals.ts";
import { Database, snapshotsAtOnce, type StatementLimits } from "#server/database/database.ts";
import { defaultConcurrency } from "#server/http/waiting/queues.ts";
import { calls, exampleOf, successOf } from "#test/contract/examples.ts";
import { person, submit } from "#test/contract/people.ts";
import { type Answer, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { firstOfEach } from "#test/support/extent.ts";
import { programOf } from "#test/tokens/token-clients.ts";
import { locked, lockedCustomer } from "#test/support/locks.ts";
import { expensive } from "#test/support/tiers.ts";

const { db, connection } = await testDatabase();

/** A server with as many connections as one has, whose statements may take so long. */
async function serverWithin(given?: Omit<StatementLimits, "searching">, where: object = connection) {
  const own = new Database(
    { ...connection, ...where },
    { ...(given && { limits: { ...given, searching: given.reading } }) },
  );
  afterAll(() => own.close());
  return { ...(await testServer(own, {}, { atOnce: defaultConcurrency })), own };
}
const server = await serverWithin();
const hasty = await serverWithin({ lock: 300, reading: 60_000, writing: 60_000 });
const patient = await serverWithin({ lock: 60_000, reading: 60_000, writing: 60_000 });
const brief = await serverWithin({ lock: 60_000, reading: 300, writing: 300 });
const lost = await serverWithin(undefined, { host: "/nowhere" });
const { a } = server;
const staff = await server.asStaff();

const rename = (id: number, name: string) => ({ path: { id }, body: { name } });
const answered = ({ status, headers, body }: Answer) => [status, headers.get(codeHeader), body];
const busy = "Daran wird gerade gearbeitet. Bitte versuchen Sie es gleich noch einmal.";

describe("somebody who holds a customer", () => {
  test("keeps ten who want to change it waiting, who then learn so, and nobody else", async () => {
    const [mine, other] = [await a.customer(), await a.customer()];
    const release = await lockedCustomer(db, mine.id);
    const caller = await hasty.asStaff();
    const waiting = Array.from({ length: 10 }, (_, index) => caller.ask(editCustomer, rename(mine.id, `${index}`)));
    const colleague = await hasty.asStaff();
    expect((await colleague.ask(editCustomer, rename(other.id, "Frei"))).status).toBe(200);
    expect((await caller.ask(getCustomer, { path: { id: mine.id } })).status, "who waits may read").toBe(200);
    for (const answer of await Promise.all(waiting)) {
      expect(answered(answer)).toEqual([503, "busy", { detail: busy }]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    await release();
    expect((await caller.ask(editCustomer, rename(mine.id, "Nachher"))).status).toBe(200);
  });

  test("keeps a program waiting, and neither its user nor another program of theirs", async () => {
    const [mine, other] = [await a.customer(), await a.customer()];
    const user = await a.user({ isStaff: true });
    const [program, sibling] = [await programOf(hasty, user), await programOf(hasty, user)];
    const release = await lockedCustomer(db, mine.id);
    const waiting = Array.from({ length: 10 }, (_, index) => program.ask(editCustomer, rename(mine.id, `${index}`)));
    for (const free of [await hasty.as(user), sibling])
      expect((await free.ask(editCustomer, rename(other.id, "Frei"))).status).toBe(200);
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(503);
    await release();
  });

  expensive("210 calls of one caller at a locked customer")(
    "makes two hundred of one caller wait, the next one is refused, and all that waited are done",
    async () => {
      const { id } = await a.customer();
      const release = await lockedCustomer(db, id);
      const flood = Array.from({ length: 210 }, (_, index) => staff.ask(editCustomer, rename(id, `Name ${index}`)));
      const refused = await Promise.race(flood);
      expect(answered(refused)).toEqual([
        429,
        "too_many_calls",
        { detail: "Zu viele Anfragen auf einmal. Bitte versuchen Sie es gleich noch einmal." },
      ]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      await release();
      const statuses = Object.groupBy(await Promise.all(flood), ({ status }) => status);
      expect((statuses[200]?.length ?? 0) + (statuses[429]?.length ?? 0)).toBe(flood.length);
      expect(statuses[200]?.length).toBeGreaterThanOrEqual(202);
    },
  );
});

describe("ten people at one locked box", () => {
  const write = (by: Awaited<ReturnType<typeof hasty.asStaff>>, { id }: { id: number }) =>
    by.ask(createContent, { body: { box_id: id, text: "Rechnungen" } });
  const lockedBox = async () => {
    const { id } = await a.box();
    return { id, release: await locked(db, (tx) => sql`select from boxes where id = ${id} for update`.execute(tx)) };
  };

  test("keep nobody waiting who writes to another one, for as long as it is locked", async () => {
    const [box, other] = [await lockedBox(), await a.box()];
    const [colleague, ...people] = await Promise.all(Array.from({ length: 11 }, () => patient.asStaff()));
    const waiting = people.map((each) => write(each, box));
    expect((await write(colleague!, other)).status).toBe(201);
    await box.release();
    for (const answer of await Promise.all(waiting)) expect([201, 503]).toContain(answer.status);
    expect((await write(colleague!, box)).status).toBe(201);
  });

  test("learn so", async () => {
    const box = await lockedBox();
    const people = await Promise.all(Array.from({ length: 10 }, () => hasty.asStaff()));
    for (const answer of await Promise.all(people.map((each) => write(each, box))))
      expect(answered(answer)).toEqual([503, "busy", { detail: busy }]);
    await box.release();
  });
});

test("a statement that takes too long is given up with a sentence, reading and writing", async () => {
  const { id } = await a.customer();
  const release = await locked(db, (tx) => sql`lock table customers in access exclusive mode`.execute(tx));
  const caller = await brief.asStaff();
  const answers = [await caller.ask(listCustomers, {}), await caller.ask(editCustomer, rename(id, "Spät"))];
  await release();
  for (const answer of answers) {
    const detail = "Das dauert gerade zu lange und wurde abgebrochen. Bitte versuchen Sie es später noch einmal.";
    expect(answered(answer)).toEqual([503, "too_long", { detail }]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
});

test("a server whose connections are all in use is ready", async () => {
  const { reading, writing } = server.own.pools;
  const clients = await Promise.all([reading, writing].flatMap((pool) => [1, 2, 3, 4].map(() => pool.connect())));
  expect((await server.anonymous.raw("GET", "/readyz")).body).toEqual({ status: "ready" });
  for (const client of clients) client.release();
});

test("a server that does not reach its database says when to ask again", async () => {
  for (const path of ["/readyz", "/api/v1/boxes/"]) {
    const answer = await lost.anonymous.raw("GET", path, { headers: { authorization: "Token none" } });
    expect([answer.status, Number(answer.headers.get("retry-after")) > 0], path).toEqual([503, true]);
  }
});

describe("a flood of one user that waits for the database leaves the others a connection:", () => {
  // the package of a ticket is made without the database, and who reads users or customers is not kept waiting here
  // nor who reads only what nobody can lock but who owns it: the history, and invoices
  const unlockable = [
    "sheetOfProductivity",
    "sheetOfInvoices",
    "sheetOfRevenue",
    "invoiceXml",
    "invoicePdf",
    "printInvoices",
    "zipInvoices",
    "datevStack",
    "billingArchive",
    "debitFile",
  ];
  const others = new Set(["appPackage", "sheetOfUsers", "sheetOfCustomers", "recordOfUser", ...unlockable]);
  const heavy = calls.filter(
    ([name, { reply, multipart }]) => (multipart || typeof reply === "string") && !others.has(name),
  );
  /** One sheet, since all are made in one place, and of each noun one paper, one picture and one upload; the long runs take every call. */
  const kindOf = ([name, { path, reply, multipart }]: (typeof heavy)[number]) =>
    name.startsWith("sheetOf") ? "sheet" : `${path.split("/")[1]} ${JSON.stringify(reply)} ${multipart}`;
  const inSnapshot = (name: string) => name.startsWith("sheetOf") || name === "exportCustomer";
  const things = sql`
    lock table apps, areas, boxes, contents, images, rows, deliveries, delivery_proofs, seals, imports, destruction_batches
    in access exclusive mode`;
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read);
    return rows[0]?.count;
  };

  expensive("ten downloads or uploads at once at locked tables").each(firstOfEach(heavy, kindOf))(
    "%s",
    async (name, route) => {
      const caller = await person(server, { isStaff: true });
      const example = await exampleOf(name, a, caller);
      const release = await locked(db, (tx) => things.execute(tx));
      const flood = Array.from({ length: 10 }, () => submit(caller.client, route, example));
      const atOnce = inSnapshot(name) ? snapshotsAtOnce : defaultConcurrency[route.multipart ? "uploads" : "reads"];
      await expect.poll(waiting).toBeGreaterThanOrEqual(atOnce);
      const colleague = await server.asStaff();
      expect((await colleague.ask(listUsers, {})).status).toBe(200);
      const change = { path: { id: colleague.userId }, body: { first_name: "Frei" } };
      expect((await colleague.ask(editUser, change)).status).toBe(200);
      await release();
      for (const { status } of await Promise.all(flood)) expect(status).toBe(successOf(route));
    },
  );
});
