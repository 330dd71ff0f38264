import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { firstAgreed } from "#rules/billing/agreed-from.ts";
import { billedMonth, previewInvoice } from "#contract/calls/billing/billing.ts";
import { deletePriceList, listPriceLists, setPrice } from "#contract/calls/billing/price-lists.ts";
import { createServiceEntry, deleteServiceEntry, listServiceEntries } from "#contract/calls/billing/service-entries.ts";
import { getTerms, setTerms } from "#contract/calls/billing/terms.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { completeDelivery, createDelivery, createPickup } from "#contract/calls/deliveries/deliveries.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { setCostCentre } from "#contract/calls/stock/boxes.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { anyDay } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const today = berlinDay(new Date());
const thisMonth = today.slice(0, 7);
/** That of the last September that is over: prices hold from a year ago on at the earliest. */
const year = Number(today.slice(0, 4)) - (Number(thisMonth.slice(5)) > 9 ? 0 : 1);

/** A box stood in the store from a day until another one, as the history would have said. */
async function stood(owner: Customer, from: string, to: string | null, { size = 400, box = 0, centre = "" } = {}) {
  const id = box || (await a.box({ owner, size })).id;
  await db.write(async (tx) => {
    await sql`insert into storage_periods (box_id, customer_id, size_mm, from_day, to_day)
      values (${id}, ${owner.id}, ${size}, ${from}::date, ${to}::date)`.execute(tx);
    if (centre) await sql`update boxes set cost_centre = ${centre} where id = ${id}`.execute(tx);
    await sql`delete from box_cost_centres where box_id = ${id}`.execute(tx); // it has been theirs from the beginning
  });
  return id;
}
const priced = async (price = "4.50") => {
  const owner = await a.customer();
  await staff.call(editCustomer, { path: { id: owner.id }, body: { meter_price: price } });
  return owner;
};
const preview = (owner: Customer, month: string) =>
  staff.call(previewInvoice, { path: { id: owner.id }, query: { month } });
const linesOf = async (owner: Customer, month: string) =>
  (await preview(owner, month)).lines.map(({ item, quantity, price, base, net }) => [item, quantity, price, base, net]);
const agree = (owner: Customer, body: object) =>
  staff.call(setTerms, {
    path: { id: owner.id },
    body: { price_list: null, valid_from: firstAgreed, confirmed: true, ...body },
  });
const price = (list: { id: number }, body: object) =>
  staff.call(setPrice, {
    path: { id: list.id },
    body: { unit: undefined, valid_from: `${year}-09-01`, ...body } as never,
  });

describe("the storage of a customer without a price list, at the price of a metre and month", () => {
  test("counts the day on which a box came and not the one on which it went: in on the 10th, out on the 20th", async () => {
    const owner = await priced();
    await stood(owner, `${year}-09-10`, `${year}-09-20`);
    expect(await linesOf(owner, `${year}-09`)).toEqual([["storage", "4.000", "4.50", 30, "0.60"]]);
    expect(await linesOf(owner, `${year}-10`)).toEqual([]);
  });

  test("goes on over a move and a change of size inside the month, day by day", async () => {
    const owner = await priced();
    const box = await stood(owner, `${year}-09-01`, `${year}-09-16`, { size: 400 });
    await stood(owner, `${year}-09-16`, null, { size: 800, box });
    expect(await linesOf(owner, `${year}-09`)).toEqual([["storage", "18.000", "4.50", 30, "2.70"]]);
  });

  test("of a leap year's February, and of the months in which the clock changes, has the calendar's days", async () => {
    const owner = await priced("10.00");
    await stood(owner, "2023-12-31", "2024-11-01", { size: 1000 });
    for (const [month, days] of [
      ["2024-02", 29],
      ["2024-03", 31],
      ["2024-10", 31],
    ] as const)
      expect(await linesOf(owner, month)).toEqual([["storage", `${days}.000`, "10.00", days, "10.00"]]);
  });

  test("is nothing of a box that came and went on the same day, and of nobody else's", async () => {
    const [owner, other] = [await priced(), await priced()];
    await stood(owner, `${year}-09-10`, `${year}-09-10`);
    await stood(other, `${year}-09-01`, null);
    expect(await linesOf(owner, `${year}-09`)).toEqual([]);
  });

  test("is a line for each cost centre", async () => {
    const owner = await priced();
    await stood(owner, `${year}-09-01`, null, { centre: "Einkauf" });
    await stood(owner, `${year}-09-16`, null, { centre: "Vertrieb" });
    const { lines, net, vat, gross } = await preview(owner, `${year}-09`);
    expect(lines.map(({ cost_centre, net: each }) => [cost_centre, each])).toEqual([
      ["Einkauf", "1.80"],
      ["Vertrieb", "0.90"],
    ]);
    expect([net, vat, gross]).toEqual(["2.70", "0.51", "3.21"]);
  });

  test("of the month under way ends with today, and each day is shown", async () => {
    const owner = await priced();
    await stood(owner, addDays(`${thisMonth}-01`, -40), null);
    const { until, days } = await preview(owner, thisMonth);
    expect(until).toBe(addDays(today, 1));
    expect(days).toHaveLength(Number(today.slice(8)));
    expect(days.at(-1)).toEqual({ day: today, mm: 400, boxes: 1, came: 0, went: 0 });
  });

  test("is explained day by day", async () => {
    const owner = await priced();
    await stood(owner, `${year}-09-02`, `${year}-09-04`);
    await stood(owner, `${year}-08-20`, `${year}-09-03`, { size: 100 });
    const { days } = await preview(owner, `${year}-09`);
    expect(days.slice(0, 5).map(({ mm, boxes, came, went }) => [mm, boxes, came, went])).toEqual([
      [100, 1, 0, 0],
      [500, 2, 1, 0],
      [400, 1, 0, 1],
      [0, 0, 0, 1],
      [0, 0, 0, 0],
    ]);
  });
});

describe("the storage of a customer with a price list", () => {
  test("changes its price on the 15th and has two lines", async () => {
    const owner = await priced("1.00");
    const list = await a.priceList({ storage: "3.00" });
    await price(list, { item: "storage", price: "6.00", valid_from: `${year}-09-15` });
    await agree(owner, { price_list: list.id });
    await stood(owner, `${year}-08-01`, null, { size: 1000 });
    expect(await linesOf(owner, `${year}-09`)).toEqual([
      ["storage", "14.000", "3.0000", 30, "1.40"],
      ["storage", "16.000", "6.0000", 30, "3.20"],
    ]);
  });

  test("has a price with four decimals, of boxes too", async () => {
    const owner = await priced();
    const list = await a.priceList();
    await price(list, { item: "storage", unit: "box_month", price: "0.3275" });
    await agree(owner, { price_list: list.id });
    for (let nth = 0; nth < 3; nth++) await stood(owner, `${year}-08-01`, null);
    expect(await linesOf(owner, `${year}-09`)).toEqual([["storage", "90.000", "0.3275", 30, "0.98"]]);
  });

  test("counts a month as a whole for a box that was there on any day, once though it came twice", async () => {
    const owner = await priced();
    await agree(owner, { storage_mode: "month_any_day" });
    const box = await stood(owner, `${year}-09-03`, `${year}-09-04`);
    await stood(owner, `${year}-09-20`, `${year}-09-25`, { box, size: 500 });
    await stood(owner, `${year}-09-30`, null);
    expect(await linesOf(owner, `${year}-09`)).toEqual([["storage", "0.900", "4.50", 1, "4.05"]]);
  });

  test("counts what is there on the last day", async () => {
    const owner = await priced();
    await agree(owner, { storage_mode: "month_end" });
    await stood(owner, `${year}-09-03`, `${year}-09-30`);
    await stood(owner, `${year}-09-30`, `${year}-10-01`);
    expect(await linesOf(owner, `${year}-09`)).toEqual([["storage", "0.400", "4.50", 1, "1.80"]]);
  });

  test("goes on while the customer has the box, where that is agreed, until it is back or was destroyed", async () => {
    const owner = await priced();
    const box = await stood(owner, `${year}-08-01`, `${year}-09-11`);
    await stood(owner, `${year}-09-21`, `${year}-10-01`, { box });
    const destroyed = (await a.box({ owner, state: 6 })).id;
    await stood(owner, `${year}-08-01`, `${year}-09-11`, { box: destroyed });
    expect(await linesOf(owner, `${year}-09`)).toEqual([["storage", "12.000", "4.50", 30, "1.80"]]);
    await agree(owner, { also_while_out: true });
    // the second one was destroyed today: it was out until then
    expect(await linesOf(owner, `${year}-09`)).toEqual([["storage", "24.000", "4.50", 30, "3.60"]]);
  });

  test("is filled up to what is agreed, over two cost centres together", async () => {
    const owner = await priced();
    await agree(owner, { minimum: "10.00", minimum_scope: "all" });
    expect((await preview(owner, `${year}-09`)).net, "nobody pays for a time before").toBe("0.00");
    await db.write((tx) =>
      sql`update customers set created = ${`${year}-01-01`}::date where id = ${owner.id}`.execute(tx),
    );
    await stood(owner, `${year}-09-01`, null, { centre: "Einkauf" });
    await stood(owner, `${year}-09-01`, null, { centre: "Vertrieb" });
    const { lines, net } = await preview(owner, `${year}-09`);
    expect(lines.map(({ item, net: each }) => [item, each])).toEqual([
      ["storage", "1.80"],
      ["storage", "1.80"],
      ["minimum", "6.40"],
    ]);
    expect(net).toBe("10.00");
    expect((await staff.call(getTerms, { path: { id: owner.id } })).minimum).toBe("10.00");
  });
});

const doScan = async (operation: object) => {
  const { results } = await staff.call(scan, { body: { operations: [{ id: randomUUID(), ...operation }] } as never });
  expect(results[0]?.status).toBe("done");
};
const entriesOf = async (owner: Customer, month = thisMonth) =>
  (await staff.call(listServiceEntries, { query: { customer: owner.id, month } })).results;

describe("what is done for a customer", () => {
  test("is charged with it, at the price of its day: stored once, picked, brought, taken back", async () => {
    const list = await a.priceList({ intake: "1.20", retrieval_box: "3.95", return_box: "2.50", empty_box: "4.00" });
    const owner = await a.customer();
    await agree(owner, { price_list: list.id });
    const option = await a.option({ owner, ...anyDay, price: "12.50" });
    const row = await a.row();
    const box = await a.box({ owner });
    await staff.call(setCostCentre, { body: { boxes: [box.id], cost_centre: "4711" } });
    const store = { kind: "store", code: box.code, row: row.id, part: 1, height: 1, move: false };
    await doScan(store);
    const body = { customer: owner.id, delivery_option: option.id, boxes: [box.id], cost_centre: "4711" };
    const { id: delivery } = await staff.call(createDelivery, { body });
    await doScan({ kind: "pick", delivery, code: box.code });
    await staff.call(completeDelivery, { path: { id: delivery } });
    await staff.call(completeDelivery, { path: { id: delivery } });
    await doScan({ kind: "receive", code: box.code });
    await doScan({ ...store, part: 2 }); // stored again is no intake
    const pickup = await staff.call(createPickup, {
      body: { customer: owner.id, delivery_option: option.id, empty_boxes: 3 },
    });
    await staff.call(completeDelivery, { path: { id: pickup.id } });
    const entries = await entriesOf(owner);
    expect(entries.map(({ item, quantity, price: euro, cost_centre }) => [item, quantity, euro, cost_centre])).toEqual([
      ["intake", "1.000", "1.2000", "4711"],
      ["retrieval_box", "1.000", "3.9500", "4711"],
      ["trip", "1.000", "12.5000", "4711"],
      ["return_box", "1.000", "2.5000", "4711"],
      ["pickup_trip", "1.000", "12.5000", ""],
      ["empty_box", "3.000", "4.0000", ""],
    ]);
    expect(entries[0]?.box).toEqual({ id: box.id, code: box.code });
    expect(entries[2]?.delivery?.id).toBe(delivery);
    const { results } = await staff.call(billedMonth, { query: { month: thisMonth } });
    const found = results.find(({ customer }) => customer.id === owner.id);
    expect(found).toMatchObject({ services: "19.65", trips: "25.00" });
  });

  test("costs nothing without a price list, but for the trip", async () => {
    const owner = await a.customer();
    const option = await a.option({ owner, ...anyDay, price: "9.90" });
    const box = await a.box({ owner, state: 1 });
    const body = { customer: owner.id, delivery_option: option.id, boxes: [box.id] };
    const { id: delivery } = await staff.call(createDelivery, { body });
    await doScan({ kind: "pick", delivery, code: box.code });
    await staff.call(completeDelivery, { path: { id: delivery } });
    expect((await entriesOf(owner)).map(({ item, price: euro, vat_rate }) => [item, euro, vat_rate])).toEqual([
      ["trip", "9.9000", "19.00"],
    ]);
  });

  test("is no intake where the storing is taken back at once", async () => {
    const list = await a.priceList({ intake: "1.20" });
    const owner = await a.customer();
    await agree(owner, { price_list: list.id });
    const [row, box] = [await a.row(), await a.box({ owner })];
    const stored = { kind: "store", code: box.code, row: row.id, part: 1, height: 1, move: false };
    const id = randomUUID();
    await doScan({ ...stored, id });
    expect((await entriesOf(owner)).map(({ item }) => item)).toEqual(["intake"]);
    await doScan({ kind: "undo", of: id });
    expect(await entriesOf(owner)).toEqual([]);
    await doScan(stored);
    expect((await entriesOf(owner)).map(({ item }) => item)).toEqual(["intake"]);
  });

  test("is charged anew when a wrong price is noticed, and when the customer gets the list later", async () => {
    const list = await a.priceList({ intake: "12.00" });
    const owner = await a.customer();
    const row = await a.row();
    const box = await a.box({ owner });
    await doScan({ kind: "store", code: box.code, row: row.id, part: 1, height: 1, move: false });
    expect(await entriesOf(owner)).toEqual([]);
    await agree(owner, { price_list: list.id });
    expect((await entriesOf(owner)).map(({ price: euro }) => euro)).toEqual(["12.0000"]);
    await price(list, { item: "intake", price: "1.20", valid_from: `${thisMonth}-01` });
    expect((await entriesOf(owner)).map(({ price: euro }) => euro)).toEqual(["1.2000"]);
    await price(list, { item: "intake", price: null, valid_from: `${thisMonth}-01` });
    expect((await entriesOf(owner)).map(({ price: euro }) => euro)).toEqual(["12.0000"]);
    await agree(owner, {});
    expect(await entriesOf(owner)).toEqual([]);
  });

  test("is typed where no scan knows of it, and only that can be taken back", async () => {
    const owner = await a.customer();
    const body = {
      customer: owner.id,
      day: today,
      item: "hours",
      quantity: "2.5",
      price: "48.00",
      text: "Umräumen 🗄 <b>",
    } as const;
    const { id } = await staff.call(createServiceEntry, { body });
    expect((await preview(owner, thisMonth)).lines).toMatchObject([
      { item: "hours", net: "120.00", text: "Umräumen 🗄 <b>" },
    ]);
    expect(await staff.refusal(createServiceEntry, { body: { ...body, day: addDays(today, 1) } })).toEqual({
      day: ["Der Tag liegt in der Zukunft."],
    });
    for (const wrong of [
      { quantity: "0" },
      { price: "1.23456" },
      { text: " " },
      { vat_category: "AE" },
      { text: "a".repeat(1001) },
    ])
      expect((await staff.ask(createServiceEntry, { body: { ...body, ...wrong } as never })).status).toBe(400);
    await staff.call(deleteServiceEntry, { path: { id } });
    expect((await preview(owner, thisMonth)).lines).toEqual([]);
  });
});

describe("prices", () => {
  test("stay while a customer has the list, have units of their item, and no rate where no tax is owed", async () => {
    const list = await a.priceList();
    const owner = await a.customer();
    await agree(owner, { price_list: list.id });
    await expect(staff.call(deletePriceList, { path: { id: list.id } })).rejects.toThrow("gilt noch für einen Kunden");
    const ask = (body: object) => staff.ask(setPrice, { path: { id: list.id }, body: body as never });
    const right = { item: "intake", price: "1.00", valid_from: `${thisMonth}-01` };
    expect((await ask({ ...right, unit: "hour" })).body).toEqual({ unit: ["Der Preis gilt je Box."] });
    expect((await ask({ ...right, vat_category: "AE" })).body).toEqual({
      vat_rate: ["Ohne Umsatzsteuer ist der Satz 0."],
    });
    expect((await ask({ ...right, valid_from: "2010-01-01" })).body).toEqual({
      valid_from: ["Preise gelten frühestens ab dem Vorjahr."],
    });
    expect((await ask({ ...right, price: null })).body).toEqual({
      price: ["An diesem Tag beginnt kein Preis dieser Leistung."],
    });
    await agree(owner, {});
    await staff.call(deletePriceList, { path: { id: list.id } });
    expect((await staff.call(listPriceLists, {})).results.map(({ id }) => id)).not.toContain(list.id);
    expect((await staff.ask(setTerms, { path: { id: owner.id }, body: { price_list: list.id } })).body).toEqual({
      price_list: ["Diese Preisliste gibt es nicht."],
    });
  });
});

test("a month does not warn of who costs a few euro more than before", async () => {
  const owner = await priced("5.00");
  await stood(owner, `${year}-08-31`, null);
  expect((await preview(owner, `${year}-09`)).warnings).toEqual([]);
});

test("a month warns of who costs nothing, or costs a third more than before", async () => {
  const owner = await priced("0.00");
  await stood(owner, `${year}-08-31`, null);
  expect((await preview(owner, `${year}-09`)).warnings).toEqual(["no_price"]);
  const address = { address_street: "Am Wall 1", address_city: "Bremen", meter_price: "500.00" };
  await staff.call(editCustomer, { path: { id: owner.id }, body: address });
  expect((await preview(owner, `${year}-09`)).warnings).toEqual(["much_more"]);
  expect((await preview(owner, `${year}-10`)).warnings).toEqual([]);
  expect(
    (await staff.ask(previewInvoice, { path: { id: 2_000_000_000 }, query: { month: `${year}-09` } })).status,
  ).toBe(404);
  expect((await staff.ask(billedMonth, { query: { month: `${year}-13` } })).status).toBe(400);
});
