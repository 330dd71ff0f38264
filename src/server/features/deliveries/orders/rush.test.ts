import { expect, test } from "vitest";
import { createDelivery, createPickup, getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { editDeliveryOption, nextDelivery } from "#contract/calls/deliveries/delivery-options.ts";
import { getCustomer } from "#contract/calls/customers/customers.ts";
import { addDays, berlinDay, isoWeekday, showDate } from "#rules/dates.ts";
import * as refusedDelivery from "#rules/texts/delivery-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const today = berlinDay(new Date());
const [tomorrow, next] = [addDays(today, 1), addDays(today, 3)];
const tooEarly = { date: [refused.dateTooEarly(showDate(next)).message] };
const rush_reason = "Gericht verlangt die Akte heute";

/** A customer with a box, and an option by which the first possible day is in three days. */
async function setUp(isRush = true) {
  const owner = await a.customer();
  const option = await a.option({ owner, days: [isoWeekday(next)], price: "80.00" });
  if (isRush) await staff.call(editDeliveryOption, { path: option, body: { rush: true } });
  const box = await a.box({ owner, state: 1 });
  const by = await server.asCustomer(owner);
  return { owner, by, option, body: { customer: owner.id, delivery_option: option.id, boxes: [box.id], date: today } };
}

test("staff order for today by an option that is marked so, at its price and with a reason", async () => {
  const { body, option } = await setUp();
  expect(await staff.call(nextDelivery, { path: option })).toMatchObject({ day: next, today });
  const made = await staff.call(createDelivery, { body: { ...body, rush_reason } });
  expect([berlinDay(new Date(made.time ?? "")), made.price, made.rush_reason]).toEqual([today, "80.00", rush_reason]);
  expect(Date.parse(made.time ?? ""), "not in the past").toBeGreaterThan(Date.now() - 120_000);
  expect(made.events).toMatchObject([{ kind: "created", to: rush_reason }]);
  expect(await staff.call(getDelivery, { path: made })).toEqual(made);
});

test("any day between is possible, and a scan may be wanted today, too", async () => {
  for (const change of [{ date: tomorrow }, { kind: 3 as const }]) {
    const { body } = await setUp();
    const made = await staff.call(createDelivery, { body: { ...body, rush_reason, ...change } });
    expect(made).toMatchObject({ rush_reason });
  }
});

test("it takes a reason", async () => {
  const { body } = await setUp();
  for (const reason of [undefined, null, "", " "])
    expect(await staff.refusal(createDelivery, { body: { ...body, rush_reason: reason } })).toEqual({
      rush_reason: ["Bitte ausfüllen"],
    });
  const long = await staff.refusal(createDelivery, { body: { ...body, rush_reason: "x".repeat(201) } });
  expect(long).toHaveProperty("rush_reason");
});

test("a reason is one of a rush order only", async () => {
  const { owner, body } = await setUp();
  const needless = { rush_reason: [refusedDelivery.noRush.message] };
  expect(await staff.refusal(createDelivery, { body: { ...body, date: next, rush_reason } })).toEqual(needless);
  const out = await a.box({ owner, state: 2 });
  const back = { kind: 1 as const, customer: owner.id, boxes: [out.id], rush_reason };
  expect(await staff.refusal(createDelivery, { body: back })).toEqual(needless);
});

test("nobody else orders for today: no customer, by no other option, no pick-up, and not for yesterday", async () => {
  const { by, body } = await setUp();
  const other = await setUp(false);
  const ordered = { ...body, rush_reason };
  expect(await by.refusal(createDelivery, { body: ordered })).toEqual(tooEarly);
  expect(await by.refusal(createDelivery, { body: { ...ordered, date: next } })).toHaveProperty("rush_reason");
  expect(await staff.refusal(createDelivery, { body: { ...other.body, rush_reason } })).toEqual(tooEarly);
  expect(await staff.refusal(createDelivery, { body: { ...ordered, date: addDays(today, -1) } })).toEqual(tooEarly);
  const { boxes: _, ...pickup } = { ...body, empty_boxes: 1 };
  expect(await staff.refusal(createPickup, { body: pickup })).toEqual(tooEarly);
});

test("a closed day stays closed", async () => {
  const { body } = await setUp();
  await db.write((tx) => tx.insertInto("closing_days").values({ day: tomorrow, text: "Inventur" }).execute());
  expect(await staff.refusal(createDelivery, { body: { ...body, date: tomorrow, rush_reason } })).toEqual({
    date: [refused.closedThen(showDate(tomorrow), "Inventur", showDate(next)).message],
  });
  await db.write((tx) => tx.deleteFrom("closing_days").execute());
});

test("the customer sees the order, and neither its reason nor the mark of the option", async () => {
  const { by, owner, body } = await setUp();
  const { id } = await staff.call(createDelivery, { body: { ...body, rush_reason } });
  const { body: seen } = await by.raw("GET", `/api/v1/deliveries/${id}/`);
  expect(seen).toMatchObject({ id, price: "80.00", events: [{ kind: "created", to: null }] });
  expect(JSON.stringify(seen)).not.toMatch(/rush|Gericht/);
  expect((await by.call(getCustomer, { path: owner })).deliveryoptions[0]).not.toHaveProperty("rush");
});

test("the database keeps a reason that says something, of orders only", async () => {
  const { body } = await setUp();
  const { id } = await staff.call(createDelivery, { body: { ...body, rush_reason } });
  const change = (set: { rush_reason: string } | { kind: 1 }) =>
    db.write((tx) => tx.updateTable("deliveries").set(set).where("id", "=", id).execute());
  for (const wrong of ["", " ", "x".repeat(201)])
    await expect(change({ rush_reason: wrong })).rejects.toThrow("deliveries_rush_reason");
  await expect(change({ kind: 1 })).rejects.toThrow(/deliveries_rush_kind|check/);
});
