import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  completeDelivery,
  createDelivery,
  createPickup,
  deliveryNote,
  getDelivery,
  postCancelDelivery,
  startDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import { printPickupLabels } from "#contract/calls/paper/services.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { deleteBox, getBox } from "#contract/calls/stock/boxes.ts";
import { runChecks } from "#cli/check/check.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { anyDay } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

async function setUp() {
  const owner = await a.customer();
  const by = await server.asCustomer(owner);
  const option = await a.option({ owner, ...anyDay, price: "12.50" });
  return { owner, by, body: { customer: owner.id, delivery_option: option.id } };
}

const receive = (code: string) =>
  staff.call(scan, { body: { operations: [{ id: randomUUID(), kind: "receive", code }] } });

describe("a pick-up", () => {
  test("fetches what is out, makes new boxes at once and brings empty ones", async () => {
    const { owner, by, body } = await setUp();
    const out = await a.box({ owner, state: 2 });
    const made = await by.call(createPickup, { body: { ...body, boxes: [out.id], new_boxes: 3, empty_boxes: 2 } });
    expect(made).toMatchObject({ kind: 2, state: 0, price: "12.50", boxes_count: 4, empty_boxes: 2 });
    expect(
      made.boxes.map(({ state, open }) => [state, open]).sort(([one], [other]) => Number(one) - Number(other)),
    ).toEqual([
      [0, true],
      [0, true],
      [0, true],
      [2, true],
    ]);
    const { history } = await by.call(getBox, { path: { id: out.id } });
    expect(history.at(-1)).toMatchObject({ state: 22, meta: { delivery: made.code } });
    expect(await runChecks(db)).toEqual([]);
  });

  test("is received by scan: new boxes go to the returns or to their place, and the last line leaves only the empty ones", async () => {
    const { owner, by, body } = await setUp();
    const out = await a.box({ owner, state: 2 });
    const made = await by.call(createPickup, { body: { ...body, boxes: [out.id], new_boxes: 2, empty_boxes: 1 } });
    const [first, second] = made.boxes.filter(({ state }) => state === 0);
    await receive(out.code);
    await receive(first?.code ?? "");
    const row = await a.row();
    await staff.call(scan, {
      body: {
        operations: [{ id: randomUUID(), kind: "store", code: second?.code ?? "", row: row.id, part: 1, height: 1 }],
      },
    });
    const came = await staff.call(getDelivery, { path: { id: made.id } });
    expect(came.boxes.map(({ id, state, received }) => [id, state, received])).toEqual(
      made.boxes.map(({ id }) => [id, id === second?.id ? 1 : 5, true]),
    );
    expect(came.state).toBe(0);
    expect((await staff.call(completeDelivery, { path: { id: made.id } })).state).toBe(2);
    expect(await runChecks(db)).toEqual([]);
  });

  test("without empty boxes is over with its last line", async () => {
    const { by, body } = await setUp();
    const made = await by.call(createPickup, { body: { ...body, new_boxes: 1 } });
    await staff.call(startDelivery, { path: { id: made.id } });
    await receive(made.boxes[0]?.code ?? "");
    expect((await staff.call(getDelivery, { path: { id: made.id } })).state).toBe(2);
  });

  test("ends only when what did not come is said; that stays with the customer as it is", async () => {
    const { owner, by, body } = await setUp();
    const out = await a.box({ owner, state: 2 });
    const content = await a.content({ box: await a.box({ owner, state: 1 }) });
    await a.delivery({ owner, contents: [content], state: 2 });
    const made = await by.call(createPickup, {
      body: { ...body, boxes: [out.id], boxcontents: [content.id], empty_boxes: 1 },
    });
    expect(await staff.refusal(completeDelivery, { path: { id: made.id } })).toEqual({
      non_field_errors: ["Noch 2 Zeilen offen: Bestätigen Sie, was gekommen ist, und melden Sie, was nicht kam."],
    });
    const missing = { kind: "missing", delivery: made.id, text: "war nicht bereit" } as const;
    await staff.call(scan, {
      body: {
        operations: [
          { id: randomUUID(), ...missing, code: out.code },
          { id: randomUUID(), ...missing, content: content.id },
        ],
      },
    });
    const done = await staff.call(completeDelivery, { path: { id: made.id } });
    expect([done.state, done.boxes[0]?.state, done.boxes[0]?.reason]).toEqual([2, 2, "war nicht bereit"]);
    expect(done.boxcontents[0]).toMatchObject({ state: 1, missing: true });
    expect(await runChecks(db)).toEqual([]);
  });

  test("is cancelled while it is open, by the customer too; everything stays where it is", async () => {
    const { owner, by, body } = await setUp();
    const out = await a.box({ owner, state: 2 });
    const made = await by.call(createPickup, { body: { ...body, boxes: [out.id], new_boxes: 1 } });
    const canceled = await by.call(postCancelDelivery, { path: { id: made.id } });
    expect([canceled.state, canceled.boxes.map(({ state }) => state).sort((one, other) => one - other)]).toEqual([
      3,
      [0, 2],
    ]);
    const again = await by.call(createPickup, { body: { ...body, boxes: made.boxes.map(({ id }) => id) } });
    expect(again.boxes.length).toBe(2);
    await staff.call(startDelivery, { path: { id: again.id } });
    expect((await by.ask(postCancelDelivery, { path: { id: again.id } })).status).toBe(400);
  });

  expensive("labels and a pickup note on paper")(
    "has labels for its new boxes, for the customer too, until they have come",
    async () => {
      const { owner, by, body } = await setUp();
      const made = await by.call(createPickup, { body: { ...body, new_boxes: 2 } });
      const pdf = await by.ask(printPickupLabels, { path: { id: made.id }, query: { start: 3 } });
      expect([pdf.status, pdf.text.startsWith("%PDF")]).toEqual([200, true]);
      expect((await by.ask(printPickupLabels, { path: { id: made.id }, query: { start: 25 } })).status).toBe(400);
      const stranger = await server.asCustomer(await a.customer());
      expect((await stranger.ask(printPickupLabels, { path: { id: made.id } })).status).toBe(404);
      const order = await a.delivery({ owner, boxes: [await a.box({ owner, state: 1 })] });
      expect((await by.ask(printPickupLabels, { path: order })).status).toBe(404);
      expect((await staff.ask(deliveryNote, { path: { id: made.id } })).status).toBe(200);
    },
  );

  test("keeps the boxes that it names from being deleted", async () => {
    const { by, body } = await setUp();
    const made = await by.call(createPickup, { body: { ...body, new_boxes: 1 } });
    const refusal = await staff.refusal(deleteBox, { path: { id: made.boxes[0]?.id ?? 0 } });
    expect(JSON.stringify(refusal)).toContain("und kann nicht gelöscht werden");
  });
});

describe("a pick-up is refused", () => {
  test("of nothing, of more than 10,000, on a day that is none, and without an option", async () => {
    const { by, body } = await setUp();
    expect(await by.refusal(createPickup, { body })).toEqual({
      boxes: [
        "Bitte wählen Sie, was abgeholt wird: Boxen oder Inhalte, neue Boxen, oder leere Boxen, die wir bringen.",
      ],
    });
    const wrong = [
      [{ ...body, new_boxes: 10_001 }, "new_boxes"],
      [{ ...body, new_boxes: 1, date: "2020-01-01" }, "date"],
      [{ customer: body.customer, new_boxes: 1 }, "delivery_option"],
    ] as const;
    for (const [sent, field] of wrong) expect(await by.refusal(createPickup, { body: sent })).toHaveProperty(field);
  });

  test("of a box that is in the archive, in another delivery or somebody else's; nothing is made then", async () => {
    const { owner, by, body } = await setUp();
    const inside = await a.box({ owner, state: 1 });
    const announced = await a.box({ owner, state: 2 });
    await by.call(createPickup, { body: { ...body, boxes: [announced.id] } });
    const foreign = await a.box({ state: 2 });
    const before = await db.read
      .selectFrom("boxes")
      .select((e) => e.fn.countAll<number>().as("n"))
      .executeTakeFirst();
    const refusal = await by.refusal(createPickup, {
      body: { ...body, boxes: [inside.id, announced.id, foreign.id], new_boxes: 5 },
    });
    expect(refusal).toEqual({
      boxes: [
        `Box ${showBoxCode(inside.code)} ist eingelagert.`,
        expect.stringContaining("steht schon in Lieferung"),
        "Diese Box gibt es nicht.",
      ],
    });
    expect(
      await db.read
        .selectFrom("boxes")
        .select((e) => e.fn.countAll<number>().as("n"))
        .executeTakeFirst(),
    ).toEqual(before);
  });

  test("from who may not order, for a foreign customer, at another price, and as a kind of the other call", async () => {
    const { owner, by, body } = await setUp();
    const reader = await server.asCustomer(owner);
    const rights = { may_order: false };
    await db.write((tx) => tx.updateTable("customer_users").set(rights).where("user_id", "=", reader.userId).execute());
    expect(await reader.refusal(createPickup, { body: { ...body, new_boxes: 1 } })).toHaveProperty("non_field_errors");
    const { customer } = (await setUp()).body;
    expect(await by.refusal(createPickup, { body: { ...body, customer, new_boxes: 1 } })).toHaveProperty("customer");
    expect(await by.refusal(createPickup, { body: { ...body, new_boxes: 1, price: "1.00" } })).toHaveProperty("price");
    const asOrder = { ...body, kind: 2 as never, boxes: [(await a.box({ owner, state: 2 })).id] };
    expect(await by.refusal(createDelivery, { body: asOrder })).toHaveProperty("kind");
  });
});
