import { expect, test } from "vitest";
import { dayNotes, deliveryNote, deliveryPlan, getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { scanned } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { pagesOf, textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

test("the plan has what is not finished, the earliest first, with what is left of it; of customers only their own", async () => {
  const [owner, other] = [await a.customer(), await a.customer()];
  const ordered = async (time: string, state: 0 | 1 | 2 | 3, kind: 0 | 1 = 0, customer = owner) => {
    const boxes = [
      await a.box({ owner: customer, state: kind ? 2 : 1 }),
      await a.box({ owner: customer, state: kind ? 2 : 1 }),
    ];
    return { ...(await a.delivery({ owner: customer, kind, state, boxes, time })), boxes };
  };
  const late = await ordered("2026-01-15T08:00:00.000Z", 0);
  const back = await ordered("2026-01-14T08:00:00.000Z", 0, 1);
  const begun = await ordered("2026-02-15T08:00:00.000Z", 0);
  for (const state of [2, 3] as const) await ordered("2026-01-01T08:00:00.000Z", state);
  const foreign = await ordered("2026-01-10T08:00:00.000Z", 0, 0, other);
  const [box] = begun.boxes;
  await scanned(staff, { kind: "pick", delivery: begun.id, code: box?.code ?? "" });
  const plan = await staff.call(deliveryPlan, {});
  expect(plan.count).toBe(4);
  expect(plan.results.map(({ id, lines_count, left_count }) => [id, lines_count, left_count])).toEqual([
    [foreign.id, 2, 2],
    [back.id, 2, 2],
    [late.id, 2, 2],
    [begun.id, 2, 1],
  ]);
  const user = await server.asCustomer(owner);
  const own = await user.call(deliveryPlan, {});
  expect(own.results.map(({ id, customer }) => [id, customer.id])).toEqual(
    [back, late, begun].map(({ id }) => [id, owner.id]),
  );
  for (const { id, code, kind, state, time } of own.results)
    expect(await user.call(getDelivery, { path: { id } })).toMatchObject({ code, kind, state, time });
});

expensive("seven deliveries, and their notes on paper")(
  "the notes of a day are those of its plan in one file, in the plan's order; a day without one says so",
  async () => {
    const owner = await a.customer({ name: "Notare am Markt" });
    const day = "2025-03-30"; // the clock jumps in Berlin: the day begins at 23:00 of UTC and ends at 22:00
    const due = async (time: string, wish: { state?: 0 | 1 | 2 | 3; kind?: 0 | 1 } = {}) => {
      const box = await a.box({ owner, state: wish.kind ? 2 : 1 });
      const content = await a.content({ box: await a.box({ owner, state: 1 }), text: `Akte von ${time}` });
      const contents = wish.kind ? [] : [content];
      return a.delivery({ owner, option: await a.option({ owner }), boxes: [box], contents, time, ...wish });
    };
    const last = await due("2025-03-30T21:59:59.000Z");
    const first = await due("2025-03-29T23:00:00.000Z", { state: 1 });
    const back = await due("2025-03-30T10:00:00.000Z", { kind: 1 });
    for (const state of [2, 3] as const) await due("2025-03-30T11:00:00.000Z", { state });
    for (const time of ["2025-03-29T22:59:59.000Z", "2025-03-30T22:00:00.000Z"]) await due(time);
    const planned = (await staff.call(deliveryPlan, {})).results.map(({ id }) => id);
    const notes = [first, back, last];
    expect(planned.filter((id) => notes.some((note) => note.id === id))).toEqual(notes.map(({ id }) => id));
    const file = await staff.download(dayNotes, { query: { day } });
    expect(file.headers.get("Content-Disposition")).toContain("Lieferscheine-2025-03-30.pdf");
    const each = await Promise.all(
      notes.map(async ({ id }) => textOf((await staff.download(deliveryNote, { path: { id } })).bytes)),
    );
    expect(pagesOf(file.bytes)).toEqual(each.map((text) => text.replace(/\f$/, "")));
    expect(each[0]).toContain("Akte von 2025-03-29T23:00:00.000Z");
    expect(each[1]).toContain("Rückgabeschein");
    const none = { day: ["Am 31.12.2024 ist keine Lieferung offen."] };
    expect(await staff.refusal(dayNotes, { query: { day: "2024-12-31" } })).toEqual(none);
    const user = await server.asCustomer(owner);
    expect((await user.download(dayNotes, { query: { day } })).status).toBe(403);
  },
);
