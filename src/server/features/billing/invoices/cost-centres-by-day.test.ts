import { sql } from "kysely";
import { expect, test } from "vitest";
import { previewInvoice } from "#contract/calls/billing/billing.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { setCostCentres } from "#contract/calls/customers/cost-centres.ts";
import { setCostCentre } from "#contract/calls/stock/boxes.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { firstAgreed } from "#rules/billing/agreed-from.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const month = addMonths(berlinDay(new Date()).slice(0, 7), -1);

async function customer(terms: object = {}): Promise<Customer> {
  const owner = await a.customer();
  await staff.call(editCustomer, { path: { id: owner.id }, body: { meter_price: "30.00" } });
  const body = { price_list: null, valid_from: firstAgreed, confirmed: true, ...terms };
  await staff.call(setTerms, { path: { id: owner.id }, body });
  await db.write((tx) => sql`update customers set created = '2020-01-01' where id = ${owner.id}`.execute(tx));
  return owner;
}
/** A box of a metre that has stood in the store from a day of the month on. */
async function stood(owner: Customer, from: string): Promise<number> {
  const { id } = await a.box({ owner, size: 1000 });
  await db.write((tx) =>
    sql`insert into storage_periods (box_id, customer_id, size_mm, from_day) values (${id}, ${owner.id}, 1000, ${from}::date)`.execute(
      tx,
    ),
  );
  return id;
}
const charge = (box: number, cost_centre: string) => staff.call(setCostCentre, { body: { boxes: [box], cost_centre } });
const noted = async (box: number) =>
  db.read
    .selectFrom("box_cost_centres")
    .select(["until_day", "cost_centre"])
    .where("box_id", "=", box)
    .orderBy("until_day")
    .execute();
/** The last change of a box was on another day. */
const changedOn = (box: number, day: string) =>
  db.write((tx) =>
    sql`update box_cost_centres set until_day = ${day}::date where box_id = ${box} and until_day = ${berlinDay(new Date())}::date`.execute(
      tx,
    ),
  );
async function storageOf({ id }: Customer): Promise<Readonly<Record<string, string>>> {
  const { lines } = await staff.call(previewInvoice, { path: { id }, query: { month } });
  expect(new Set(lines.map(({ cost_centre }) => cost_centre)).size).toBe(lines.length);
  return Object.fromEntries(lines.map(({ cost_centre, quantity }) => [cost_centre, quantity]));
}
const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();

test("the storage of a box whose cost centre changes in a month is charged to each for its days", async () => {
  const owner = await customer();
  const box = await stood(owner, `${month}-01`);
  await stood(owner, `${month}-01`);
  await charge(box, "Nord");
  await changedOn(box, `${month}-05`);
  await charge(box, "Süd");
  await changedOn(box, `${month}-11`);
  const quantity = (of: number) => `${of}.000`;
  const expected = { "": quantity(days + 4), Nord: quantity(6), Süd: quantity(days - 10) };
  expect(await storageOf(owner)).toEqual(expected);
  const { days: stock } = await staff.call(previewInvoice, { path: { id: owner.id }, query: { month } });
  expect(stock.map(({ boxes, came, went }) => [boxes, came, went])).toEqual(
    stock.map((_, at) => [2, at === 0 ? 2 : 0, 0]),
  );
});

test("a cost centre that is renamed has all of its days under the new name", async () => {
  const owner = await customer();
  await staff.call(setCostCentres, { path: { id: owner.id }, body: { cost_centres: ["Nord", "Süd"] } });
  const box = await stood(owner, `${month}-01`);
  await charge(box, "Nord");
  await changedOn(box, `${month}-05`);
  await charge(box, "Süd");
  await changedOn(box, `${month}-11`);
  const renamed = [
    { from: "Nord", to: "Nordwest" },
    { from: "Süd", to: "Südost" },
  ];
  await staff.call(setCostCentres, {
    path: { id: owner.id },
    body: { cost_centres: ["Nordwest", "Südost"], renamed },
  });
  expect(await storageOf(owner)).toEqual({ "": "4.000", Nordwest: "6.000", Südost: `${days - 10}.000` });
});

test("what a box had at the end of a day counts for it, however often it changed, and one that never changed has no note", async () => {
  const owner = await customer();
  const box = await stood(owner, `${month}-01`);
  await charge(box, "Nord");
  await charge(box, "Süd");
  await charge(box, "West");
  expect(await noted(box)).toEqual([{ until_day: berlinDay(new Date()), cost_centre: "" }]);
  await charge(box, "");
  expect(await noted(box), "it has again what it had").toEqual([]);
  await charge(box, "West");
  await changedOn(box, `${month}-01`);
  expect(await storageOf(owner)).toEqual({ West: `${days}.000` });
  const other = await a.box({ owner });
  expect(await noted(other.id)).toEqual([]);
});

test("while a box is out and paid for, its days go to the cost centre that it has then", async () => {
  const owner = await customer({ also_while_out: true });
  const box = await stood(owner, `${month}-01`);
  await db.write((tx) =>
    sql`update storage_periods set to_day = ${`${month}-04`}::date where box_id = ${box}`.execute(tx),
  );
  await charge(box, "Nord");
  await changedOn(box, `${month}-11`);
  expect(await storageOf(owner)).toEqual({ "": "10.000", Nord: `${days - 10}.000` });
});

test("a month that counts as a whole counts a box once, to the cost centre that it had last", async () => {
  for (const storage_mode of ["month_any_day", "month_end"]) {
    const owner = await customer({ storage_mode });
    const box = await stood(owner, `${month}-01`);
    await charge(box, "Nord");
    await changedOn(box, `${month}-11`);
    expect(await storageOf(owner)).toEqual({ Nord: "1.000" });
  }
});
