import { expect, test } from "vitest";
import { createPriceList, editPriceList, listPriceLists } from "#contract/calls/billing/price-lists.ts";
import { priceListTaken, rateOfExempt } from "#rules/texts/billing-refusals.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const staff = await server.asStaff();

/** Returns what the edit changes of a list, as the next caller reads it. */
const readAgain = async (id: number) => {
  const { results } = await staff.call(listPriceLists, { query: {} });
  const { name, vat_category, vat_rate } = results.find((list) => list.id === id) ?? {};
  return [name, vat_category, vat_rate];
};

test("a price list is edited field by field: what is not sent stays, and no other list changes", async () => {
  const { id } = await staff.call(createPriceList, { body: { name: "Standard 2026" } });
  const other = await staff.call(createPriceList, { body: { name: "Behörden" } });
  const path = { id };
  expect(await staff.call(editPriceList, { path, body: { name: "Standard 2027" } })).toMatchObject({
    id,
    name: "Standard 2027",
    vat_rate: "19.00",
  });
  await staff.call(editPriceList, { path, body: { vat_rate: "7.00" } });
  expect(await readAgain(id)).toEqual(["Standard 2027", "S", "7.00"]);
  await staff.call(editPriceList, { path, body: { vat_category: "E", vat_rate: "0" } });
  await staff.call(editPriceList, { path, body: {} });
  expect(await readAgain(id)).toEqual(["Standard 2027", "E", "0.00"]);
  expect(await readAgain(other.id)).toEqual(["Behörden", "S", "19.00"]);
});

test("an edited price list keeps its own name and takes no other's, and has no rate where no tax is owed", async () => {
  const { id } = await staff.call(createPriceList, { body: { name: "Nord" } });
  await staff.call(createPriceList, { body: { name: "Süd" } });
  const path = { id };
  expect((await staff.ask(editPriceList, { path, body: { name: "Nord" } })).status).toBe(200);
  expect(await staff.refusal(editPriceList, { path, body: { name: "Süd" } })).toEqual({
    name: [priceListTaken.message],
  });
  // its rate is still 19
  expect(await staff.refusal(editPriceList, { path, body: { vat_category: "E" } })).toEqual({
    vat_rate: [rateOfExempt.message],
  });
  expect(await readAgain(id)).toEqual(["Nord", "S", "19.00"]);
  expect((await staff.ask(editPriceList, { path: { id: 999_999 }, body: { name: "Nirgends" } })).status).toBe(404);
});
