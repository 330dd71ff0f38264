import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { editBox, getBox } from "#contract/calls/stock/boxes.ts";
import { contentActions, outcomeOf } from "#test/life/box-life-actions.ts";
import { deliveryOf } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const linesOf = async (content: { id: number }) => {
  const { rows } = await sql`
    select d.kind, d.state, l.open, l.missing is not null as missing, l.received is not null as received, l.text, l.content
    from delivery_contents l join deliveries d on d.id = l.delivery_id where l.content_id = ${content.id} order by d.id`.execute(
    db.read,
  );
  return rows;
};
const act = async (action: "missing" | "receive", content: { id: number; text: string }) => {
  const box = await a.box();
  return outcomeOf(await contentActions[action](staff, { box, content, image: content, free: await a.place() }));
};

describe("an order", () => {
  test("keeps its box from being marked or destroyed, and names the delivery", async () => {
    const box = await a.box({ state: 4 });
    const sentence = { non_field_errors: [`Box ist in Lieferung ${await deliveryOf(db, box)} angefordert.`] };
    for (const state of [7, 6] as const) {
      expect(await staff.refusal(editBox, { path: { id: box.id }, body: { state } })).toEqual(sentence);
    }
  });

  test("of a box that is not found ends with the reason, and the box is free again", async () => {
    const box = await a.box({ state: 4 });
    await staff.call(editBox, { path: { id: box.id }, body: { state: 3, text: "nicht am Platz" } });
    const { rows } =
      await sql`select open, missing is not null as missing, text from delivery_boxes where box_id = ${box.id}`.execute(
        db.read,
      );
    expect(rows).toEqual([{ open: false, missing: true, text: "nicht am Platz" }]);
    expect((await staff.call(editBox, { path: { id: box.id }, body: { state: 7 } })).state).toBe(7);
  });

  test("of a content that is not found ends with the reason", async () => {
    const content = await a.content({ state: 2 });
    expect(await act("missing", content)).toBe("done");
    expect(await linesOf(content)).toEqual([
      { kind: 0, state: 0, open: false, missing: true, received: false, text: "nie gesehen", content: content.text },
    ]);
  });
});

describe("a content that comes back", () => {
  test("from a delivery under way ends its line and makes no return", async () => {
    const content = await a.content({ state: 1 });
    expect(await act("receive", content)).toBe("done");
    expect(await linesOf(content)).toMatchObject([{ kind: 0, state: 1, open: false, received: true }]);
  });

  test("after the delivery makes a completed return of its own, which keeps its text", async () => {
    const content = await a.content({ state: 1, text: "Akte Schulz" });
    await db.write((tx) =>
      sql`update deliveries set state = 2 where id in (select delivery_id from delivery_contents where content_id = ${content.id})`.execute(
        tx,
      ),
    );
    await db.write((tx) => sql`update delivery_contents set open = false where content_id = ${content.id}`.execute(tx));
    expect(await act("receive", content)).toBe("done");
    expect((await linesOf(content)).at(-1)).toMatchObject({
      kind: 1,
      state: 2,
      open: false,
      received: true,
      content: "Akte Schulz",
    });
    expect(await act("receive", content)).toMatchObject({
      refusal: "Das geht nicht: Der Inhalt hat den Status „in Box“.",
    });
  });

  test("that was believed missing is put back without a return", async () => {
    const content = await a.content({ state: 3 });
    expect(await act("receive", content)).toBe("done");
    expect(await linesOf(content)).toEqual([]);
    const { history } = await staff.call(getBox, { path: { id: content.box.id } });
    expect(history.map(({ state }) => state)).toEqual([0, 23, 20, 19]);
  });
});

test("after all this every proof holds", async () => {
  expect(await runChecks(db)).toEqual([]);
});
