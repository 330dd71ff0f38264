import { describe, expect, test } from "vitest";
import {
  cancelDelivery,
  completeDelivery,
  deliveryNote,
  editDelivery,
  getDelivery,
  listDeliveries,
  startDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { ordered, orderedAndPicked, scanned } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const note = async (id: number) => textOf((await staff.download(deliveryNote, { path: { id } })).bytes);
const today = berlinDay(new Date());
const in700Days = addDays(today, 700);
const shown = (code: string) => `${code.slice(0, 4)}.${code.slice(4, 7)}.${code.slice(7)}`;

describe("a delivery's time", () => {
  expensive("a delivery note on paper for each odd time").each([
    [`${in700Days}T23:59:59.9999999Z`, `${in700Days}T23:59:59.999Z`],
    [`${today}T10:00:00.1239Z`, `${today}T10:00:00.123Z`],
    [`${addDays(today, -700)}T12:00:00Z`, `${addDays(today, -700)}T12:00:00.000Z`],
  ])("is read back as it was set, and nothing breaks on it: %s", async (sent, kept) => {
    const owner = await a.customer();
    const { id } = await ordered({ a, client: staff, owner }, [await a.box({ owner, state: 1 })]);
    const path = { id };
    expect((await staff.call(editDelivery, { path, body: { time: sent } })).time).toBe(kept);
    const again = await staff.call(editDelivery, { path, body: { time: sent } });
    expect(again.events.filter(({ kind }) => kind === "time")).toHaveLength(1);
    const { results } = await staff.call(listDeliveries, { query: { order_by: "-time", limit: 1000 } });
    expect(results.find((delivery) => delivery.id === id)?.time).toBe(kept);
    expect(await note(id)).toContain("Lieferschein");
  });

  expensive("a delivery note on paper after each change of time")(
    "stands on its note as it was moved to, and as the option's window where only the day was",
    async () => {
      const owner = await a.customer();
      const { id, delivery_option } = await ordered({ a, client: staff, owner }, [await a.box({ owner, state: 1 })]);
      const { fr, to } = delivery_option ?? { fr: "", to: "" };
      const window = `${fr} bis ${to} Uhr`;
      const at = async (time: string) => {
        await staff.call(editDelivery, { path: { id }, body: { time } });
        return note(id);
      };
      expect(await note(id)).toContain(window);
      const winter = `${Number(today.slice(0, 4)) + 1}-01-15`; // Berlin is an hour ahead of UTC
      const moved = await at(`${winter}T09:30:00Z`);
      expect(moved).toContain("10:30 Uhr");
      expect(moved).not.toContain(window);
      const [hours, minutes] = [Number(fr.slice(0, 2)) - 1, fr.slice(3, 5)];
      expect(await at(`${winter}T${String(hours).padStart(2, "0")}:${minutes}:00Z`)).toContain(window);
    },
  );

  test.each([
    "9999-12-31T23:59:59Z",
    "0001-01-01T00:00:00Z",
    `${addDays(today, 740)}T00:00:00Z`,
    `${addDays(today, -740)}T00:00:00Z`,
  ])("is at most two years from today: not %s", async (time) => {
    const owner = await a.customer();
    const { id, time: before } = await ordered({ a, client: staff, owner }, [await a.box({ owner, state: 1 })]);
    const path = { id };
    const tooFar = { time: ["Das Datum ist mehr als zwei Jahre von heute entfernt."] };
    expect(await staff.refusal(editDelivery, { path, body: { price: "3.00", time } })).toEqual(tooFar);
    expect(await staff.call(getDelivery, { path })).toMatchObject({ price: "12.50", time: before });
    await db.write((tx) => tx.updateTable("deliveries").set({ time }).where("id", "=", id).execute());
    expect(await staff.call(editDelivery, { path, body: { price: "3.00", time } })).toMatchObject({ price: "3.00" });
  });

  test.each(["0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "2027-02-29T00:00:00Z", "now", "", null, 0, {}])(
    "is refused where there is no such instant: %j",
    async (time) => {
      const owner = await a.customer();
      const { id, time: before } = await ordered({ a, client: staff, owner }, [await a.box({ owner, state: 1 })]);
      expect((await staff.send("PATCH", `/api/v1/deliveries/${id}/`, { time })).status).toBe(400);
      expect((await staff.call(getDelivery, { path: { id } })).time).toBe(before);
    },
  );
});

describe("what came back before it was handed over", () => {
  test("does not stand on the delivery note that the customer signs", async () => {
    const owner = await a.customer();
    const [gone, back] = [await a.box({ owner, state: 1 }), await a.box({ owner, state: 1 })];
    const { id } = await ordered({ a, client: staff, owner }, [gone, back]);
    for (const { code } of [gone, back]) await scanned(staff, { kind: "pick", delivery: id, code });
    await scanned(staff, { kind: "receive", code: back.code });
    const done = await staff.call(completeDelivery, { path: { id } });
    expect(done.boxes.map(({ received, state }) => [received, state])).toEqual([
      [false, 2],
      [true, 5],
    ]);
    const text = await note(id);
    expect(text).toContain(shown(gone.code));
    expect(text).not.toContain(shown(back.code));
    expect(text).toMatch(/Summe +1 Box\b/);
  });

  test("stands on the paper of its return, as everything of one", async () => {
    const box = await a.box({ state: 1 });
    const { id } = await orderedAndPicked({ a, client: staff }, box);
    await staff.call(completeDelivery, { path: { id } });
    await scanned(staff, { kind: "receive", code: box.code });
    const { results } = await staff.call(listDeliveries, { query: { box: box.code } });
    const back = results.find(({ kind }) => kind === 1);
    expect(await note(back?.id ?? 0)).toContain(shown(box.code));
    expect(await note(id)).toContain(shown(box.code));
  });
});

describe("a delivery of which nothing was found", () => {
  test("is cancelled while it is open, or started and completed", async () => {
    const owner = await a.customer();
    const ends = [];
    for (const end of [cancelDelivery, completeDelivery]) {
      const box = await a.box({ owner, state: 1 });
      const { id } = await ordered({ a, client: staff, owner }, [box]);
      await scanned(staff, { kind: "missing", delivery: id, code: box.code, text: "nicht am Platz" });
      if (end === completeDelivery) await staff.call(startDelivery, { path: { id } });
      const { state, boxes } = await staff.call(end, { path: { id } });
      ends.push([state, boxes[0]?.missing, boxes[0]?.state]);
      expect(await note(id)).toContain("nicht gefunden");
    }
    expect(ends).toEqual([
      [3, true, 3],
      [2, true, 3],
    ]);
  });
});
