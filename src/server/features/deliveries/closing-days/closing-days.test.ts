import { expect, test } from "vitest";
import { listAudit } from "#contract/calls/access/audit.ts";
import { createClosingDay, deleteClosingDay, listClosingDays } from "#contract/calls/deliveries/closing-days.ts";
import { createDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { nextDelivery } from "#contract/calls/deliveries/delivery-options.ts";
import { maxClosingDays } from "#contract/limits.ts";
import { sql } from "kysely";
import { addDays, berlinDay } from "#rules/dates.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
/** Wednesday, the day before Heiligabend. */
const now = () => new Date("2026-12-23T18:00:00+01:00");
const server = await testServer(db, { HOLIDAYS: "de-sn" }, { now });
const plain = await testServer(db, {}, { now });
const { a } = server;
const staff = await server.asStaff();
const anywhere = await plain.asStaff();

const week = { days: [1, 2, 3, 4, 5], to: "12:00", prior: 0 };
const closed = (day: string, text = "Inventur") => staff.ask(createClosingDay, { body: { day, text } });
const forgetAll = () => db.write((tx) => sql`delete from closing_days`.execute(tx));

test("a delivery option passes over typed days and the holidays of the Land that is set", async () => {
  const owner = await a.customer();
  const { id } = await a.option({ owner, ...week });
  const next = async (client = staff) => (await client.call(nextDelivery, { path: { id } })).day;
  expect([await next(), await next(anywhere)]).toEqual(["2026-12-24", "2026-12-24"]);
  const { body } = await closed("2026-12-24", "Heiligabend");
  expect([await next(), await next(anywhere)]).toEqual(["2026-12-28", "2026-12-25"]);
  const { closed: days } = await staff.call(nextDelivery, { path: { id } });
  expect(days.slice(0, 2)).toEqual([
    { day: "2026-12-24", name: "Heiligabend" },
    { day: "2026-12-25", name: "1. Weihnachtstag" },
  ]);
  await staff.call(deleteClosingDay, { path: { id: (body as { id: number }).id } });
  expect(await next()).toBe("2026-12-24");
});

test("an order gets the day that is shown, and none on a day without deliveries, which is named", async () => {
  await closed("2026-12-24", "Heiligabend");
  const owner = await a.customer();
  const { id } = await a.option({ owner, ...week });
  const user = await server.asCustomer(owner);
  const order = async (date?: string) => {
    const box = await a.box({ owner, state: 1 });
    return user.ask(createDelivery, { body: { customer: owner.id, delivery_option: id, boxes: [box.id], date } });
  };
  const nextText = "Der nächste mögliche Liefertermin ist der 28.12.2026.";
  expect((await order("2026-12-24")).body).toEqual({
    date: [`Am 24.12.2026 wird nicht geliefert: Heiligabend. ${nextText}`],
  });
  expect((await order("2027-01-01")).body).toEqual({
    date: [`Am 01.01.2027 wird nicht geliefert: Neujahr. ${nextText}`],
  });
  expect((await order()).body).toMatchObject({ time: "2026-12-28T07:00:00.000Z" });
  await forgetAll();
});

test("a price that is another one by now is said, and nothing is ordered", async () => {
  const owner = await a.customer();
  const { id } = await a.option({ owner, ...week, price: "79.00" });
  const box = await a.box({ owner, state: 1 });
  const user = await server.asCustomer(owner);
  const body = { customer: owner.id, delivery_option: id, boxes: [box.id], price: "12.50" };
  expect((await user.ask(createDelivery, { body })).body).toEqual({
    price: ["Der Preis dieser Lieferoption ist jetzt 79,00\u00a0€."],
  });
  expect((await user.ask(createDelivery, { body: { ...body, price: "79.00" } })).status).toBe(201);
});

test("the list has what is typed from today on with what is planned then, and the coming holidays", async () => {
  await db.write((tx) => sql`insert into closing_days (day, text) values ('2026-12-22', 'Vorbei')`.execute(tx));
  await closed("2027-01-04", "Inventur");
  const owner = await a.customer();
  for (const time of ["2027-01-03T23:00:00Z", "2027-01-04T22:59:59Z", "2027-01-04T23:00:00Z"])
    await a.delivery({ owner, boxes: [await a.box({ owner, state: 1 })], time });
  const { results, land, holidays } = await staff.call(listClosingDays, {});
  expect(results).toEqual([{ id: expect.any(Number), day: "2027-01-04", text: "Inventur", deliveries: 2 }]);
  expect(land).toBe("Sachsen");
  expect(holidays.map(({ day }) => day)).toEqual([
    "2026-12-25",
    "2026-12-26",
    "2027-01-01",
    "2027-03-26",
    "2027-03-29",
    "2027-05-01",
    "2027-05-06",
    "2027-05-17",
    "2027-10-03",
    "2027-10-31",
    "2027-11-17",
  ]);
  expect(await anywhere.call(listClosingDays, {})).toMatchObject({ land: null, holidays: [] });
  await forgetAll();
});

test("a day is typed once, not in the past, not beyond two years, and at most a thousand", async () => {
  expect((await closed("2026-12-22")).body).toEqual({ day: ["Das Datum liegt in der Vergangenheit."] });
  expect((await closed("2028-12-24")).body).toEqual({
    day: ["Das Datum ist mehr als zwei Jahre von heute entfernt."],
  });
  const both = await Promise.all([closed("2026-12-23"), closed("2026-12-23", "Umzug")]);
  expect(both.map(({ status }) => status).sort((x, y) => x - y)).toEqual([201, 400]);
  expect((await closed("2026-12-23")).body).toEqual({
    day: [expect.stringMatching(/^Der 23.12.2026 ist schon eingetragen: (Inventur|Umzug)\.$/)],
  });
  await db.write((tx) =>
    sql`insert into closing_days (day, text) select '2030-01-01'::date + n, 'x'
      from generate_series(1, ${maxClosingDays}::int - 1) n`.execute(tx),
  );
  const { status, body } = await closed("2026-12-28");
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("Mehr als 1000 Schließtage")]);
  await forgetAll();
});

test("who added and removed a day is on record", async () => {
  const { body } = await closed("2026-12-30", "Betriebsruhe");
  await staff.call(deleteClosingDay, { path: { id: (body as { id: number }).id } });
  expect((await staff.ask(deleteClosingDay, { path: { id: (body as { id: number }).id } })).status).toBe(404);
  const to = addDays(berlinDay(new Date()), 1); // the database's clock goes on
  const { results } = await staff.call(listAudit, { query: { person: staff.userId, to } });
  const sentences = results.map(({ text }) => text);
  expect(sentences).toContain("Schließtag eingetragen: 30.12.2026, Betriebsruhe");
  expect(sentences).toContain("Schließtag entfernt: 30.12.2026, Betriebsruhe");
});
