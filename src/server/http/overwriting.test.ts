import { expect, test } from "vitest";
import { fieldsOf } from "#contract/schema-walk.ts";
import { showDate } from "#rules/dates.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { testDatabase } from "#test/support/database.ts";
import { testServer } from "#test/support/client.ts";
import { calls, exampleOf } from "#test/contract/examples.ts";
import { person, submit } from "#test/contract/people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;

/** Calls that edit what two people can have open, and why their caller need not say what they saw. */
const unguarded: Readonly<Record<string, string>> = {
  editBox: "a state is reached from the one before it, or refused; a text is written once a box is destroyed",
  setUniqueNumbers: "one tick, which has no other value to lose",
  editImage: "one tick",
  editBatch: "a draft whose settings are saved one by one, and whose boxes are added and removed",
  mapImport: "a list is read by whoever has uploaded it",
  editStocktake: "rows are added and removed",
  noteInvoice: "each field is noted by itself",
  setPrice: "a price has a day from which it holds; the one before stays",
};

/** Calls whose answer has fields that they edit. */
const edits = calls.filter(([, { method, reply, body }]) => {
  const answered = typeof reply === "object" && reply ? Object.keys(fieldsOf(reply)) : [];
  return (
    (method === "PATCH" || method === "PUT") && Object.keys(fieldsOf(body)).some((field) => answered.includes(field))
  );
});
const takesBefore = ([, { body }]: (typeof calls)[number]) => "before" in fieldsOf(body);

test("every call that edits what it answers takes what its caller saw, or it is said why not", () => {
  const open = edits.filter((each) => !takesBefore(each)).map(([name]) => name);
  expect(open.toSorted()).toEqual(Object.keys(unguarded).toSorted());
});

const thisYear = new Date().getFullYear();
/** A field of each, with three values, and how people read the second. */
const fields: Readonly<
  Record<string, readonly [field: string, one: unknown, two: unknown, three: unknown, shown: string]>
> = {
  editUser: ["phone2", "040 1", "040 2", "040 3", "040 2"],
  editRow: ["parts", 3, 4, 5, "4"],
  editCustomer: ["notes", "eins", "zwei", "drei", "zwei"],
  setCostCentres: ["cost_centres", ["Ost", "Nord"], ["Nord", "West"], ["Süd"], "Nord, West"],
  editAddress: ["phone", "040 1", "040 2", "040 3", "040 2"],
  editDeliveryOption: ["days", "1,2", "2,3", "4", "DI MI"],
  editTour: [
    "day",
    `${thisYear + 1}-05-04`,
    `${thisYear + 1}-05-05`,
    `${thisYear + 1}-05-06`,
    showDate(`${thisYear + 1}-05-05`),
  ],
  editPriceList: ["name", "Liste eins", "Liste zwei", "Liste drei", "Liste zwei"],
  setTerms: ["payment_days", 7, 30, 10, "30 Tage"],
  editWebhook: ["kinds", ["box"], ["box", "delivery"], ["case"], "Boxen, Lieferungen"],
  editProvider: ["tax_number", "60/123/45671", "60/123/45672", "60/123/45673", "60/123/45672"],
};

test.each(Object.entries(fields))("%s refuses what somebody else has changed since it was seen", async (name, each) => {
  const [field, one, two, three, shown] = each;
  const caller = await person(server, { isStaff: true });
  const { path = {}, body = {} } = await exampleOf(name, a, caller);
  const route = calls.find(([call]) => call === name)![1];
  const others = route.method === "PUT" ? (body as object) : {}; // a PUT sends all of it
  const send = (value: unknown, before?: unknown) =>
    submit(caller.client, route, {
      path,
      body: { ...others, [field]: value, ...(before !== undefined && { before: { [field]: before } }) },
    });
  const first = await send(one);
  expect(first.status, first.text).toBe(200);
  const seen = (first.body as Record<string, unknown>)[field];
  const second = await send(two, seen);
  expect(second.status, `${second.text} nobody has changed it`).toBe(200);
  const late = await send(three, seen);
  expect([late.status, late.body, late.headers.get("x-magazin-code")]).toEqual([
    400,
    { [field]: [refused.changedMeanwhile(shown).message] },
    "changed",
  ]);
  expect((await send(two, seen)).status, "it is so already").toBe(200);
  expect((await send(three)).status, "who says nothing of it is not asked").toBe(200);
});

test("every call that takes it is tried, or has a test of its own", () => {
  const own = ["editDelivery", "setDeliveryAddress", "setDeliveryLines", "editContent", "setStops", "setNumbers"];
  expect(
    edits
      .filter(takesBefore)
      .map(([name]) => name)
      .filter((name) => !own.includes(name))
      .toSorted(),
  ).toEqual(Object.keys(fields).toSorted());
});
