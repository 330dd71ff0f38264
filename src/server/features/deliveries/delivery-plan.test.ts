import { expect, test } from "vitest";
import { deliveryPlan, getDelivery } from "#contract/calls/deliveries.ts";
import { scanned } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

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
