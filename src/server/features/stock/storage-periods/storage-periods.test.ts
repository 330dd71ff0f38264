import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { storedMetres } from "#contract/calls/customers/customers.ts";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import { stockReport } from "#contract/calls/reports/reports.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { keepMonths } from "#server/database/stock-months/keep-months.ts";
import { age, forge } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const metresOf = async (id: number) => {
  const { months } = await staff.call(storedMetres, { path: { id } });
  return months.at(-1)?.meters;
};
const periodsOf = async (box: { id: number }) => {
  const { rows } = await sql<{ mm: number; open: boolean; days: number | null }>`
    select size_mm as mm, to_day is null as open, to_day - from_day as days from storage_periods
    where box_id = ${box.id} order by from_day, to_day nulls last`.execute(db.read);
  return rows;
};
const release = (code: string) =>
  staff.call(scan, { body: { operations: [{ id: crypto.randomUUID(), kind: "release", code }] } });

describe("the metres of a month", () => {
  test("are those of boxes that hold a place, and follow each of them", async () => {
    const owner = await a.customer();
    expect(await metresOf(owner.id)).toBe(0);
    const box = await a.box({ owner, state: 1 });
    await a.box({ owner, state: 0 });
    expect(await metresOf(owner.id)).toBe(0.4);
    await staff.call(editMeta, { body: { customer: { id: owner.id }, size: 1250 } });
    expect(await metresOf(owner.id)).toBe(1.25);
    await release(box.code);
    expect(await metresOf(owner.id)).toBe(0);
    expect(await periodsOf(box)).toEqual([
      { mm: 400, open: false, days: 0 },
      { mm: 1250, open: false, days: 0 },
    ]);
  });

  test("count a box once that was moved and put back: it held a place all the time", async () => {
    const box = await a.box({ state: 1 });
    const row = await a.row();
    const id = crypto.randomUUID();
    const store = { id, kind: "store" as const, code: box.code, row: row.id, part: 1, height: 1, move: true };
    await staff.call(scan, { body: { operations: [store] } });
    const undone = await staff.call(scan, {
      body: { operations: [{ id: crypto.randomUUID(), kind: "undo", of: id }] },
    });
    expect(undone.results[0]?.status).toBe("done");
    expect(await periodsOf(box)).toEqual([{ mm: 400, open: true, days: null }]);
    expect((await runChecks(db)).map(({ first }) => first)).toEqual([]);
  });

  test("count no day of a box that came while the clock was ahead and left after it was put back, and every proof holds", async () => {
    const [sized, left] = [await a.box({ state: 1 }), await a.box({ state: 1 })];
    await age(connection, -2);
    await staff.call(editMeta, { body: { customer: { id: sized.owner.id }, size: 18 } });
    await release(left.code);
    expect(await periodsOf(sized)).toEqual([
      { mm: 18, open: true, days: null },
      { mm: 400, open: false, days: 0 },
    ]);
    expect(await periodsOf(left)).toEqual([{ mm: 400, open: false, days: 0 }]);
    expect((await runChecks(db)).map(({ first }) => first)).toEqual([]);
  });

  test("know the past: a box counts to the end of the month before the one in which it left", async () => {
    const owner = await a.customer();
    const box = await a.box({ owner, state: 0 });
    await db.write((tx) =>
      sql`insert into storage_periods (box_id, customer_id, size_mm, from_day, to_day) values
        (${box.id}, ${owner.id}, 400, date_trunc('month', berlin_day(now())) - interval '3 months', date_trunc('month', berlin_day(now())) - interval '1 day')`.execute(
        tx,
      ),
    );
    const { months } = await staff.call(storedMetres, { path: { id: owner.id } });
    expect(months).toHaveLength(24);
    expect(months.slice(-5).map(({ meters }) => meters)).toEqual([0, 0.4, 0.4, 0, 0]);
  });

  test("are the same before they are noted, when the last one is not yet, and after", async () => {
    const [owner, other] = [await a.customer(), await a.customer()];
    const box = await a.box({ owner, state: 0 });
    await a.box({ owner, state: 1, size: 700 });
    await a.box({ owner: other, state: 1 });
    await db.write((tx) =>
      sql`insert into storage_periods (box_id, customer_id, size_mm, from_day, to_day) values
        (${box.id}, ${owner.id}, 400, date_trunc('month', berlin_day(now())) - interval '40 months', date_trunc('month', berlin_day(now())) - interval '30 months'),
        (${box.id}, ${owner.id}, 500, date_trunc('month', berlin_day(now())) - interval '20 months', date_trunc('month', berlin_day(now())) - interval '15 months'),
        (${box.id}, ${owner.id}, 900, date_trunc('month', berlin_day(now())) - interval '5 months', date_trunc('month', berlin_day(now())))`.execute(
        tx,
      ),
    );
    const user = await server.asCustomer(owner);
    const answered = async () =>
      [await staff.call(storedMetres, { path: { id: owner.id } }), await user.call(stockReport, {})] as const;
    const before = await answered();
    const stood = [
      ...Array(3).fill(0),
      ...Array(5).fill(0.5),
      ...Array(10).fill(0),
      ...Array(5).fill(0.9),
      0.7,
    ] as number[];
    expect(before[0].months.map(({ meters }) => meters)).toEqual(stood);
    expect(before[1].results.map(({ meters }) => meters)).toEqual(stood);
    await db.write((tx) => sql`select close_history(date_trunc('day', now(), 'Europe/Berlin'))`.execute(tx));
    await db.write((tx) => keepMonths(tx, new Date()));
    expect(await answered()).toEqual(before);
    await forge(
      connection,
      "delete from customer_months where month >= date_trunc('month', berlin_day(now())) - interval '1 month'",
    );
    expect(await answered()).toEqual(before);
    // what is noted is not counted again
    await forge(
      connection,
      `update customer_months set mm = 123000 where customer_id = ${owner.id} and month = date_trunc('month', berlin_day(now())) - interval '2 months'`,
    );
    expect((await answered())[0].months.at(-3)?.meters).toBe(123);
  });

  test("are shown to customer users of their own customer alone", async () => {
    const [own, foreign] = [await a.customer(), await a.customer()];
    const user = await server.asCustomer(own);
    expect((await user.ask(storedMetres, { path: { id: own.id } })).status).toBe(200);
    expect((await user.ask(storedMetres, { path: { id: foreign.id } })).status).toBe(404);
  });
});

test("a period is closed and never changed, whoever tries", async () => {
  const box = await a.box({ state: 1 });
  const changes = [
    "size_mm = 1",
    "from_day = from_day - 1",
    "customer_id = customer_id",
    "to_day = from_day, size_mm = 2",
  ];
  const of = `where box_id = ${box.id}`;
  for (const change of changes)
    await expect(
      db.write((tx) => sql.raw(`update storage_periods set ${change} ${of}`).execute(tx)),
    ).rejects.toMatchObject({
      code: "42501",
    });
  await expect(db.write((tx) => sql.raw(`delete from storage_periods ${of}`).execute(tx))).rejects.toMatchObject({
    code: "42501",
  });
});
