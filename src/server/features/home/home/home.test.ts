import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { storedMetres } from "#contract/calls/customers/customers.ts";
import { decideBatch, confirmBatch } from "#contract/calls/destruction/destruction-batches.ts";
import { agreeToChange } from "#contract/calls/destruction/procedures.ts";
import { discardImport } from "#contract/calls/exchange/imports.ts";
import { home } from "#contract/calls/home/home.ts";
import { printRowLabels } from "#contract/calls/paper/services.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { editBox } from "#contract/calls/stock/boxes.ts";
import { editImage } from "#contract/calls/stock/images.ts";
import { closeCase, noteCase } from "#contract/calls/stocktake/cases.ts";
import { acceptResults } from "#contract/calls/stocktake/stocktakes.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { CaseKind, showCase } from "#rules/stocktake/case-state.ts";
import type { WaitingKind } from "#rules/waiting-lines.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { sealDays } from "#server/database/seals/seal-days.ts";
import { keepMonths } from "#server/database/stock-months/keep-months.ts";
import { age, forge } from "#test/support/ageing.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const colleague = await server.as(await a.user({ isStaff: true, managesUsers: false }));

const homeOf = (who: Client) => who.call(home, {});
const lineOf = async (kind: WaitingKind, who = staff) => (await homeOf(who)).waiting.find((line) => line.kind === kind);
const countOf = async (kind: WaitingKind, who = staff) => (await lineOf(kind, who))?.count ?? 0;
/** Puts a box on a free place, as a scanner does. */
async function store({ code }: { readonly code: string }, more: object = {}) {
  const { row, part, height } = await a.place();
  await scans({ id: crypto.randomUUID(), kind: "store", code, row: row.id, part, height, ...more });
}
/** A case is due since so many days, as no program may say. */
const dueSince = (id: number, days: number) =>
  forge(connection, `update cases set due_1 = berlin_day(now()) - ${days} where id = ${id}`);
/** Notes the months, after the days that are over are closed. */
const noteMonths = () => sealDays(db).then(() => db.write((tx) => keepMonths(tx, new Date())));
const scans = (...operations: object[]) => staff.call(scan, { body: { operations: operations as never } });

describe("the first day", () => {
  test("has its steps, each done once there is what it asks for, until there is a box", async () => {
    const steps = async () => (await homeOf(staff)).first_steps;
    const nothing = { area: false, row: false, labels: false, customer: null, option: false };
    expect(await steps()).toEqual(nothing);
    const area = await a.area();
    expect(await steps()).toEqual({ ...nothing, area: true });
    const row = await a.row({ area });
    expect(await steps()).toMatchObject({ row: true, labels: false });
    await staff.download(printRowLabels, { body: { rows: [row.id], start: 1 } });
    expect(await steps()).toMatchObject({ labels: true, customer: null });
    const owner = await a.customer();
    expect(await steps()).toMatchObject({ customer: owner.id, option: false });
    await a.option({ owner });
    expect(await steps()).toEqual({ area: true, row: true, labels: true, customer: owner.id, option: true });
    await a.box({ owner });
    expect(await steps()).toBeNull();
  });

  test("is shown to staff alone, and nothing waits on it", async () => {
    const user = await server.asCustomer(await a.customer());
    expect(await homeOf(user)).toEqual({
      tour: { deliveries: [], count: 0, lines_count: 0, left_count: 0 },
      waiting: [],
      new_devices: 0,
      may_import: false,
    });
    expect((await homeOf(staff)).waiting).toEqual([]);
  });
});

/** Something that waits for staff, and the action by which it does no more. */
const ofStaff: [WaitingKind, () => Promise<{ name: string; done: () => Promise<unknown> }>][] = [
  [
    "boxes_returned",
    async () => {
      const box = await a.box({ state: 5 });
      return { name: showBoxCode(box.code), done: () => store(box) };
    },
  ],
  [
    "boxes_inconsistent",
    async () => {
      const box = await a.box({ state: 3 });
      return { name: showBoxCode(box.code), done: () => store(box, { move: true }) };
    },
  ],
  [
    "boxes_marked",
    async () => {
      const box = await a.box({ state: 7 });
      return {
        name: showBoxCode(box.code),
        done: () => staff.call(editBox, { path: { id: box.id }, body: { state: 1 } }),
      };
    },
  ],
  [
    "pictures",
    async () => {
      const box = await a.box();
      const { id } = await a.image({ box });
      return {
        name: showBoxCode(box.code),
        done: () => staff.call(editImage, { path: { id }, body: { viewed: true } }),
      };
    },
  ],
  [
    "cases_mine",
    async () => {
      const box = await a.box({ state: 1 });
      const { id } = await a.case({ kind: CaseKind.missing, code: box.code });
      await db.write((tx) => tx.updateTable("cases").set({ assignee: staff.userId }).where("id", "=", id).execute());
      return {
        name: showCase(id),
        done: () => staff.call(closeCase, { path: { id }, body: { text: "Gefunden" } }),
      };
    },
  ],
  [
    "cases_due",
    async () => {
      const box = await a.box({ state: 1 });
      const { id } = await a.case({ kind: CaseKind.missing, code: box.code });
      expect(await countOf("cases_due")).toBe(0);
      await dueSince(id, 0);
      return {
        name: showCase(id),
        done: () => staff.call(closeCase, { path: { id }, body: { text: "Gefunden" } }),
      };
    },
  ],
  [
    "cases_seen",
    async () => {
      const box = await a.box({ state: 1 });
      const { id } = await a.case({ kind: CaseKind.missing, code: box.code });
      expect(await countOf("cases_seen")).toBe(0);
      await store(box, { move: true });
      return {
        name: showCase(id),
        done: () => staff.call(closeCase, { path: { id }, body: { text: "Steht wieder da" } }),
      };
    },
  ],
  [
    "rows_counted",
    async () => {
      const row = await a.row();
      const box = await a.box({ state: 1, place: { row, part: 1, height: 1 } });
      const places = [{ part: 1, height: 1, code: box.code }];
      const { stocktake } = await a.count({ row, places, until: "ended" });
      return {
        name: `I-${String(stocktake).padStart(6, "0")}`,
        done: () => staff.call(acceptResults, { path: { id: stocktake }, body: { classes: ["right"] } }),
      };
    },
  ],
  [
    "import_open",
    async () => {
      const { id } = await a.import({ owner: await a.customer(), by: { id: staff.userId }, checked: true });
      return { name: "Boxen.csv", done: () => staff.call(discardImport, { path: { id } }) };
    },
  ],
  [
    "import_errors",
    async () => {
      const { id } = await a.import({ owner: await a.customer(), by: { id: staff.userId }, checked: true });
      await db.write((tx) => tx.updateTable("imports").set({ errors: 3 }).where("id", "=", id).execute());
      return { name: "Boxen.csv", done: () => staff.call(discardImport, { path: { id } }) };
    },
  ],
  [
    "procedure",
    async () => {
      const owner = await a.customer();
      const { id } = await a.procedureChange({ owner });
      return { name: owner.name, done: () => staff.call(agreeToChange, { path: { id } }) };
    },
  ],
  [
    "batch_confirm",
    async () => {
      const owner = await a.customer();
      const { id } = await a.batch({ owner, boxes: [await a.box({ owner, state: 7 })], until: "approved" });
      const number = showBatch(id);
      return { name: number, done: () => staff.call(confirmBatch, { path: { id }, body: { number } }) };
    },
  ],
  [
    "batch_letter",
    async () => {
      const owner = await a.customer();
      const { id } = await a.batch({ owner, boxes: [await a.box({ owner, state: 7 })], until: "letter" });
      const number = showBatch(id);
      const body = { lines: [], rest: "approved" as const, number };
      return { name: number, done: () => staff.call(decideBatch, { path: { id }, body }) };
    },
  ],
];

describe("what waits for staff", () => {
  test.each(ofStaff)("%s stands there while it waits, by its name, and goes when it is done", async (kind, make) => {
    expect(await lineOf(kind)).toBeUndefined();
    const { name, done } = await make();
    const line = await lineOf(kind);
    expect(line).toMatchObject({ kind, count: 1, first: { name } });
    expect(Math.abs(Date.now() - new Date(line?.since ?? 0).getTime())).toBeLessThan(2 * 86_400_000);
    await done();
    expect(await lineOf(kind)).toBeUndefined();
  });

  test.each([
    ["draft", "batch_draft"],
    ["confirmed", "batch_shred"],
    ["shredded", "batch_witness"],
    ["destroyed", "batch_certify"],
  ] as const)("a destruction that is %s waits as %s", async (until, kind) => {
    const before = await countOf(kind);
    const owner = await a.customer();
    await a.batch({ owner, boxes: [await a.box({ owner, state: 7 })], until });
    expect(await countOf(kind)).toBe(before + 1);
  });

  test("a customer who was asked and does not answer waits after two weeks, not before", async () => {
    const owner = await a.customer();
    const { id } = await a.batch({ owner, boxes: [await a.box({ owner, state: 7 })], until: "proposed" });
    expect(await countOf("batch_unanswered")).toBe(0);
    await db.write(async (tx) => {
      await sql`alter table destruction_batches disable trigger user`.execute(tx);
      await sql`update destruction_batches set proposed_at = now() - interval '15 days' where id = ${id}::int`.execute(
        tx,
      );
      await sql`alter table destruction_batches enable trigger user`.execute(tx);
    });
    expect(await lineOf("batch_unanswered")).toMatchObject({ count: 1, first: { id, name: showBatch(id) } });
  });

  test("whoever counted a row is not asked to check it where a second person must", async () => {
    const before = await countOf("rows_counted", colleague);
    const row = await a.row();
    const { code } = await a.box({ state: 1, place: { row, part: 1, height: 1 } });
    const places = [{ part: 1, height: 1, code }];
    await a.count({ counter: { id: colleague.userId }, row, places, secondPerson: true, until: "ended" });
    expect(await countOf("rows_counted", colleague)).toBe(before);
    expect(await countOf("rows_counted")).toBe(before + 1);
  });

  test("stands in the order in which it waits, whatever it is", async () => {
    const box = await a.box({ state: 1 });
    const { id } = await a.case({ kind: CaseKind.missing, code: box.code });
    await dueSince(id, 400);
    await a.box({ state: 5 });
    const { waiting } = await homeOf(staff);
    expect(waiting[0]).toMatchObject({ kind: "cases_due", first: { id } });
    expect(waiting.map(({ since }) => since)).toEqual(waiting.map(({ since }) => since).toSorted());
    expect(waiting.length).toBeGreaterThan(3);
    await staff.call(noteCase, { path: { id }, body: { text: "Nichts" } });
    await staff.call(closeCase, { path: { id }, body: { text: "Gefunden" } });
    expect((await homeOf(staff)).waiting[0]).not.toMatchObject({ kind: "cases_due" });
  });
});

describe("what waits for a customer's user", () => {
  test("is what they may approve, and nothing of it without the right", async () => {
    const owner = await a.customer();
    const user = await server.asCustomer(owner);
    const foreign = await server.asCustomer(await a.customer());
    const { id } = await a.batch({ owner, boxes: [await a.box({ owner, state: 7 })], until: "proposed" });
    expect((await homeOf(user)).waiting).toEqual([]);
    await a.approver({ id: user.userId }, owner);
    expect((await homeOf(user)).waiting).toMatchObject([{ kind: "batch_approve", count: 1, first: { id } }]);
    expect((await homeOf(foreign)).waiting).toEqual([]);
    expect(await countOf("batch_approve")).toBe(0);
    await a.approved({ id }, owner);
    expect((await homeOf(user)).waiting).toEqual([]);
  });

  test("is their customer's own lists where they may import, and none of staff's", async () => {
    const owner = await a.customer();
    const user = await server.asCustomer(owner);
    await a.import({ owner, by: { id: user.userId }, checked: true });
    await a.import({ owner, by: { id: staff.userId }, checked: true });
    expect(await homeOf(user)).toMatchObject({ waiting: [], may_import: false });
    await a.storer({ id: user.userId }, owner);
    expect(await homeOf(user)).toMatchObject({ waiting: [{ kind: "import_open", count: 1 }], may_import: true });
  });

  test("is a change of their procedure to which they may agree", async () => {
    const owner = await a.customer();
    const user = await server.asCustomer(owner);
    await a.procedureChange({ owner });
    expect((await homeOf(user)).waiting).toEqual([]);
    await a.approver({ id: user.userId }, owner);
    expect((await homeOf(user)).waiting).toMatchObject([{ kind: "procedure", first: { id: owner.id } }]);
  });

  test("comes without anything of staff's", async () => {
    const user = await server.asCustomer(await a.customer());
    const fields = Object.keys(await homeOf(user));
    for (const field of ["backup", "procedure_news", "first_steps", "stock"]) expect(fields).not.toContain(field);
  });
});

describe("the tour of the day", () => {
  test("has what is due by today delivery by delivery with how far it is, and the next day apart", async () => {
    const owner = await a.customer();
    const [first, second] = [await a.box({ owner, state: 1 }), await a.box({ owner, state: 1 })];
    const third = await a.box({ owner, state: 1 });
    const before = (await homeOf(staff)).tour;
    const late = await a.delivery({ owner, boxes: [first, second], time: "2026-01-05T10:00:00.000Z" });
    const later = `${addDays(berlinDay(new Date()), 3)}T10:00:00.000Z`;
    await a.delivery({ owner, boxes: [third], time: later });
    const { tour } = await homeOf(staff);
    expect(tour.deliveries[0]).toMatchObject({ id: late.id, lines_count: 2, left_count: 2, loaded_count: 0 });
    expect([tour.count - before.count, tour.lines_count - before.lines_count]).toEqual([1, 2]);
    expect(tour.next).toEqual({ day: later.slice(0, 10), count: 1 });
    const picked = { id: crypto.randomUUID(), kind: "pick", code: first.code, delivery: late.id };
    await scans(picked);
    const stop = (await homeOf(staff)).tour.deliveries[0];
    expect(stop).toMatchObject({ id: late.id, lines_count: 2, left_count: 1 });
  });

  test("counts what is handed over today", async () => {
    const owner = await a.customer();
    const before = (await homeOf(staff)).tour.done_count ?? 0;
    await a.delivery({ owner, boxes: [await a.box({ owner, state: 1 })], state: 2 });
    expect((await homeOf(staff)).tour.done_count).toBe(before + 1);
  });

  test("is all that is under way for a customer's user, and nothing of others", async () => {
    const [owner, other] = [await a.customer(), await a.customer()];
    const user = await server.asCustomer(owner);
    const time = `${addDays(berlinDay(new Date()), 9)}T10:00:00.000Z`;
    const { id } = await a.delivery({ owner, boxes: [await a.box({ owner, state: 1 })], time });
    await a.delivery({ owner: other, boxes: [await a.box({ owner: other, state: 1 })] });
    const { tour } = await homeOf(user);
    expect(tour).toMatchObject({ count: 1, lines_count: 1, left_count: 1 });
    expect(tour.deliveries.map((stop) => [stop.id, "loaded_count" in stop])).toEqual([[id, false]]);
  });
});

describe("what who leads sees", () => {
  test("is the stock of each month, as the customers' own months add up to it", async () => {
    const owner = await a.customer();
    const box = await a.box({ owner });
    await a.box({ owner, state: 1, size: 1250 });
    await db.write((tx) =>
      sql`insert into storage_periods (box_id, customer_id, size_mm, from_day, to_day) values
        (${box.id}, ${owner.id}, 700, date_trunc('month', berlin_day(now())) - interval '5 months', date_trunc('month', berlin_day(now())) - interval '2 months'),
        (${box.id}, ${owner.id}, 900, date_trunc('month', berlin_day(now())) - interval '30 months', date_trunc('month', berlin_day(now())) - interval '20 months')`.execute(
        tx,
      ),
    );
    await noteMonths().then(noteMonths); // the next hour adds nothing
    const { stock } = await homeOf(staff);
    const { rows: customers } = await sql<{ id: number }>`select id from customers`.execute(db.read);
    const sums = new Map<string, number>();
    for (const { id } of customers)
      for (const { month, meters } of (await staff.call(storedMetres, { path: { id } })).months)
        sums.set(month, (sums.get(month) ?? 0) + meters);
    const round = (meters: number) => Math.round(meters * 1000);
    expect(stock).toHaveLength(24);
    expect(stock?.map(({ month, meters }) => [month, round(meters)])).toEqual(
      [...sums].map(([month, meters]) => [month, round(meters)]),
    );
    const { rows } = await sql<{ boxes: number; places: number }>`
      select (select count(*) from boxes where row_id is not null)::int as boxes,
        (select sum(parts * heights) from rows)::int as places`.execute(db.read);
    expect(stock?.at(-1)).toMatchObject(rows[0] ?? {});
    expect(stock?.at(-4)).toMatchObject({ boxes: 1, meters: 0.7 });
  });

  test("is nobody else's to know", async () => {
    expect((await homeOf(colleague)).stock).toBeNull();
  });
});

test("a month that is over is noted once, and stays as it was", async () => {
  const month = addDays(`${berlinDay(new Date()).slice(0, 7)}-01`, -1).slice(0, 7);
  const monthOf = async () => (await homeOf(staff)).stock?.find((one) => one.month === month);
  const before = await monthOf();
  await a.box({ state: 1 });
  await noteMonths();
  expect(await monthOf()).toEqual(before ?? "noted");
  const now = (await homeOf(staff)).stock?.at(-1);
  await age(connection, Number(berlinDay(new Date()).slice(8))); // to the last day of the month before
  await forge(connection, "delete from stock_months", "delete from customer_months");
  await db.write((tx) => keepMonths(tx, new Date()));
  expect(await monthOf()).toBeUndefined(); // its last day is not closed yet
  await noteMonths();
  expect(await monthOf()).toMatchObject({ boxes: now?.boxes, meters: now?.meters });
});
