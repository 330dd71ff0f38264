import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { orderedAndPicked } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const { userId } = staff;

const one = async (operation: { kind: "release" | "receive"; code: string; text?: string }) =>
  (await staff.call(scan, { body: { operations: [{ id: randomUUID(), ...operation }] } })).results[0];
const detail = ({ id }: Box) => staff.call(getBox, { path: { id } });

/** The deliveries that a box was ever in: kind, state, and how its line ended. */
const linesOf = async ({ id }: Box) => {
  const { rows } = await sql`
    select d.kind, d.state, l.open, l.picked is not null as picked, l.received is not null as received, d.user_id::int
    from delivery_boxes l join deliveries d on d.id = l.delivery_id where l.box_id = ${id} order by d.id`.execute(
    db.read,
  );
  return rows;
};

describe("a box that leaves", () => {
  test("frees its place for the next one, and the reason stays on record", async () => {
    const [box, next] = [await a.box({ state: 1 }), await a.box()];
    expect(await one({ kind: "release", code: box.code, text: "an Steuerberater" })).toMatchObject({
      status: "done",
      state: 2,
    });
    const { position, history } = await detail(box);
    expect([position, history.at(-1)?.state, history.at(-1)?.text]).toEqual([null, 3, "an Steuerberater"]);
    const place = { row: box.place?.row.id ?? 0, part: box.place?.part ?? 0, height: box.place?.height ?? 0 };
    const { results } = await staff.call(scan, {
      body: { operations: [{ id: randomUUID(), kind: "store", code: next.code, ...place }] },
    });
    expect(results[0]).toMatchObject({ status: "done", state: 1 });
  });

  test("stays while one of its contents is promised to a customer", async () => {
    const box = await a.box({ state: 1 });
    await a.content({ box, state: 2 });
    const { status, code, message } = (await one({ kind: "release", code: box.code })) ?? {};
    expect([status, code]).toEqual(["refused", "ordered"]);
    expect(message).toMatch(/^Box ist in Lieferung \d{6} angefordert\.$/);
    expect(await detail(box)).toMatchObject({ state: 1, position: { part: box.place?.part } });
  });

  test("needs no reason, and is known by its code only", async () => {
    const box = await a.box({ state: 1 });
    expect(await one({ kind: "release", code: "9999999999" })).toMatchObject({
      status: "refused",
      code: "unknown_box",
      message: "Diese Box gibt es nicht.",
    });
    expect(await one({ kind: "release", code: "Karton" })).toMatchObject({
      status: "refused",
      code: "unknown_box",
      message: "Diese Box gibt es nicht.",
    });
    expect(await one({ kind: "release", code: box.code })).toMatchObject({ status: "done" });
    expect((await detail(box)).history.at(-1)?.text).toBeNull();
  });
});

describe("a box that comes back", () => {
  test.each([0, 2, 3] as const)(
    "from state %i without an announcement makes a completed return of its own",
    async (state) => {
      const box = await a.box({ state });
      expect(await one({ kind: "receive", code: box.code })).toMatchObject({ status: "done", state: 5 });
      expect(await linesOf(box)).toEqual([
        { kind: 1, state: 2, open: false, picked: false, received: true, user_id: userId },
      ]);
      expect(await one({ kind: "receive", code: box.code })).toMatchObject({
        status: "refused",
        code: "state",
        message: "Das geht nicht: Die Box ist retour.",
      });
      expect((await linesOf(box)).length).toBe(1);
    },
  );

  test("as announced ends its line, and the return with its last line", async () => {
    const owner = await a.customer();
    const [first, second] = [await a.box({ owner, state: 2 }), await a.box({ owner, state: 2 })];
    await db.write((tx) =>
      sql`
      with d as (insert into deliveries (customer_id, kind, state, user_id) values (${owner.id}, 1, 0, ${userId}) returning id)
      insert into delivery_boxes (delivery_id, customer_id, box_id) select d.id, ${owner.id}, b from d, unnest(${[first.id, second.id]}::bigint[]) b`.execute(
        tx,
      ),
    );
    await one({ kind: "receive", code: first.code });
    expect(await linesOf(first)).toMatchObject([{ state: 0, open: false, received: true }]);
    expect(await linesOf(second)).toMatchObject([{ state: 0, open: true }]);
    await one({ kind: "receive", code: second.code });
    expect(await linesOf(second)).toMatchObject([{ state: 2, open: false, received: true }]);
  });

  test("from a delivery that could not be handed over ends its line and makes no return", async () => {
    const box = await a.box({ state: 1 });
    await orderedAndPicked({ a, client: staff }, box);
    expect(await one({ kind: "receive", code: box.code })).toMatchObject({ status: "done", state: 5 });
    expect(await linesOf(box)).toEqual([
      { kind: 0, state: 1, open: false, picked: true, received: true, user_id: userId },
    ]);
  });

  test("twenty times at once comes back once", async () => {
    const box = await a.box({ state: 2 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => one({ kind: "receive", code: box.code })));
    expect(answers.filter((answer) => answer?.status === "done").length).toBe(1);
    expect([(await detail(box)).history.length, (await linesOf(box)).length]).toEqual([4, 1]);
    expect(await runChecks(db)).toEqual([]);
  });
});
