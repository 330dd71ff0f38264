import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { completeDelivery, editDelivery, listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import * as tours from "#contract/calls/deliveries/tours.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { scanned } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase({ mails: true });
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const today = berlinDay(new Date());

async function order(wish: { kind?: 0 | 1 | 2; time?: string } = {}) {
  const owner = await a.customer();
  const boxes = [await a.box({ owner, state: wish.kind ? 2 : 1 })];
  const made = await a.delivery({ owner, boxes, ...wish });
  return { ...made, owner, box: boxes[0]! };
}
const planFor = async (day: string, ...deliveries: { id: number }[]) =>
  staff.call(tours.createTour, { body: { day, deliveries: deliveries.map(({ id }) => id) } });
const plan = (...deliveries: { id: number }[]) => planFor(today, ...deliveries);
const pick = ({ id, box }: { id: number; box: { code: string } }) =>
  scanned(staff, { kind: "pick", delivery: id, code: box.code });
const stopsOf = async (id: number) =>
  (await staff.call(tours.getTour, { path: { id } })).results.map(({ delivery }) => delivery);
/** Returns the mails to a customer, except the one that somebody began with their order. */
const notified = async ({ id }: { id: number }) => {
  const { rows } = await sql<{ mail: string }>`
    select payload ->> 'mail' as mail from messages where customer_id = ${id} and payload ->> 'mail' <> 'orderOnWay' order by id`.execute(
    db.read,
  );
  return rows.map(({ mail }) => mail);
};
const ids = (...things: { id: number }[]) => things.map(({ id }) => id);

describe("a tour", () => {
  test("takes what is due by its day and on no tour yet, in the order that it is given", async () => {
    const [one, two, late, dayless] = [await order(), await order(), await order(), await order()];
    const old = new Date(Date.now() - 3 * 86_400_000).toISOString();
    await staff.call(editDelivery, { path: { id: late.id }, body: { time: old } });
    await db.write((tx) => sql`update deliveries set time = null where id = ${dayless.id}`.execute(tx));
    const freeOf = async (day: string) => {
      const { free } = await staff.call(tours.toursOfDay, { query: { day } });
      return free.map(({ delivery }) => delivery).filter((id) => ids(one, two, late, dayless).includes(id));
    };
    expect(await freeOf(today)).toEqual(ids(late, one, two));
    expect(await freeOf(addDays(today, -1))).toEqual(ids(late));
    const tour = await plan(two, one);
    expect(tour.results.map(({ delivery, left_count }) => [delivery, left_count])).toEqual([
      [two.id, 1],
      [one.id, 1],
    ]);
    expect(await freeOf(today)).toEqual(ids(late));
    const { results } = await staff.call(tours.toursOfDay, { query: { day: today } });
    expect(results.find(({ id }) => id === tour.id)).toMatchObject({ stops_count: 2, done_count: 0, state: 0 });
  });

  test("is put into another order, loses stops and gets others, and keeps what a colleague did meanwhile", async () => {
    const [one, two, three] = [await order(), await order(), await order()];
    const { id } = await plan(one, two);
    const set = (deliveries: { id: number }[], before: { id: number }[]) =>
      ({ path: { id }, body: { deliveries: ids(...deliveries), before: ids(...before) } }) as const;
    await staff.call(tours.setStops, set([two, one], [one, two]));
    expect(await stopsOf(id)).toEqual(ids(two, one));
    await staff.call(tours.setStops, set([three, two], [two, one]));
    expect(await stopsOf(id)).toEqual(ids(three, two));
    expect(await staff.refusal(tours.setStops, set([one], [two, one]))).toEqual({
      non_field_errors: ["Die Tour wurde inzwischen geändert. Bitte sehen Sie sie noch einmal an."],
    });
    expect(await stopsOf(id)).toEqual(ids(three, two));
  });

  test("has no delivery that is on another open tour, finished, unknown, or named twice", async () => {
    const [one, over] = [await order(), await order()];
    await plan(one);
    await db.write((tx) => sql`update deliveries set state = 3 where id = ${over.id}`.execute(tx));
    const refusal = (...deliveries: number[]) => staff.refusal(tours.createTour, { body: { day: today, deliveries } });
    const before = await db.read.selectFrom("tours").select("id").execute();
    expect(await refusal(one.id)).toEqual({
      deliveries: [`Lieferung ${showDeliveryCode(one.code)} ist schon auf einer Tour.`],
    });
    expect(await refusal(over.id)).toEqual({
      deliveries: [`Lieferung ${showDeliveryCode(over.code)} ist nicht mehr offen.`],
    });
    expect(await refusal(2_000_000_000)).toEqual({ deliveries: ["Diese Lieferung gibt es nicht."] });
    expect(await refusal(over.id, over.id)).toEqual({ deliveries: ["Eine Lieferung steht zweimal in der Tour."] });
    expect(await db.read.selectFrom("tours").select("id").execute()).toEqual(before);
  });

  test("gets a delivery that sixteen people plan at once on one tour only", async () => {
    const one = await order();
    const plans = Array.from({ length: 16 }, () =>
      staff.ask(tours.createTour, { body: { day: today, deliveries: [one.id] } }),
    );
    const statuses = (await Promise.all(plans)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(15);
  });

  test("is changed and deleted until it begins; when it is over nothing changes it any more", async () => {
    const one = await order();
    const { id } = await plan(one);
    const path = { id };
    await staff.call(tours.editTour, { path, body: { vehicle: "DD-MA 12", driver: "Herr Kurz" } });
    expect(await staff.call(tours.getTour, { path })).toMatchObject({ vehicle: "DD-MA 12", driver: "Herr Kurz" });
    await staff.call(tours.deleteTour, { path });
    expect((await staff.ask(tours.getTour, { path })).status).toBe(404);
    const again = { path: { id: (await plan(one)).id } };
    const begun = { non_field_errors: ["Die Tour hat schon begonnen."] };
    await staff.call(tours.startTour, again);
    expect(await staff.refusal(tours.deleteTour, again)).toEqual(begun);
    expect(await staff.refusal(tours.startTour, again)).toEqual(begun);
    await staff.call(tours.endTour, again);
    const over = { non_field_errors: ["Die Tour ist beendet."] };
    expect(await staff.refusal(tours.setStops, { ...again, body: { deliveries: [] } })).toEqual(over);
    expect(await staff.refusal(tours.editTour, { ...again, body: { driver: "Frau Lang" } })).toEqual(over);
  });

  test("does not begin without a stop, and does not end before it has begun", async () => {
    const path = { id: (await plan()).id };
    expect(await staff.refusal(tours.startTour, { path })).toEqual({
      non_field_errors: ["Die Tour hat keinen Halt."],
    });
    expect(await staff.refusal(tours.endTour, { path })).toEqual({
      non_field_errors: ["Die Tour hat noch nicht begonnen."],
    });
  });
});

describe("customers", () => {
  test("hear once that the van is on its way with what they ordered or have fetched, and not of a return they announced", async () => {
    const [sent, fetched, back] = [await order(), await order({ kind: 2 }), await order({ kind: 1 })];
    for (const { owner } of [sent, fetched, back]) await a.user({ customers: [owner] });
    await pick(sent);
    const path = { id: (await plan(sent, fetched, back)).id };
    expect(await notified(sent.owner)).toEqual([]);
    await staff.call(tours.startTour, { path });
    expect([await notified(sent.owner), await notified(fetched.owner), await notified(back.owner)]).toEqual([
      ["vanUnderway"],
      ["vanUnderway"],
      [],
    ]);
  });

  test("hear nothing of what stands on its shelf, nor of a tour of another day", async () => {
    const [onShelf, picked, later] = [await order(), await order(), await order()];
    for (const { owner } of [onShelf, picked, later]) await a.user({ customers: [owner] });
    await pick(picked);
    await pick(later);
    await staff.call(tours.startTour, { path: { id: (await plan(onShelf, picked)).id } });
    await staff.call(tours.startTour, { path: { id: (await planFor(addDays(today, 2), later)).id } });
    expect([await notified(onShelf.owner), await notified(picked.owner), await notified(later.owner)]).toEqual([
      [],
      ["vanUnderway"],
      [],
    ]);
  });

  test("hear that nobody was met, and the delivery goes on another tour", async () => {
    const [one, two] = [await order(), await order()];
    await a.user({ customers: [one.owner] });
    await pick(one);
    const path = { id: (await plan(one, two)).id };
    const report = { path, body: { delivery: one.id, absence: "closed" } } as const;
    expect(await staff.refusal(tours.reportAbsence, report)).toEqual({
      non_field_errors: ["Die Tour hat noch nicht begonnen."],
    });
    await staff.call(tours.startTour, { path });
    const { results } = await staff.call(tours.reportAbsence, report);
    expect(results.map(({ delivery, absence, ended }) => [delivery, absence, ended !== null])).toEqual([
      [one.id, "closed", true],
      [two.id, null, false],
    ]);
    expect(await notified(one.owner)).toEqual(["vanUnderway", "notMet"]);
    expect(await staff.refusal(tours.reportAbsence, report)).toEqual({
      delivery: ["Die Lieferung ist kein offener Halt dieser Tour."],
    });
    expect((await plan(one)).results).toMatchObject([{ delivery: one.id }]);
  });

  test("see nothing of tours, and their deliveries as before", async () => {
    const one = await order();
    const path = { id: (await plan(one)).id };
    const user = await server.asCustomer(one.owner);
    const asked = [
      await user.ask(tours.toursOfDay, { query: { day: today } }),
      await user.ask(tours.getTour, { path }),
      await user.ask(tours.startTour, { path }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403]);
    const [seen] = (await user.call(listDeliveries, {})).results;
    expect(seen).toMatchObject({ id: one.id });
    expect(JSON.stringify(seen)).not.toContain("tour");
  });
});

describe("what is over", () => {
  test("frees for another tour what was not handed over, and counts what was", async () => {
    const [done, left] = [await order(), await order()];
    const path = { id: (await plan(done, left)).id };
    await staff.call(tours.startTour, { path });
    await db.write((tx) =>
      sql`update deliveries set state = 1 where id = ${done.id} returning id`
        .execute(tx)
        .then(() => sql`update delivery_boxes set picked = now() where delivery_id = ${done.id}`.execute(tx)),
    );
    await staff.call(completeDelivery, { path: { id: done.id } });
    expect(await staff.call(tours.getTour, { path })).toMatchObject({ stops_count: 2, done_count: 1 });
    await staff.call(tours.endTour, { path });
    expect((await plan(left)).results).toMatchObject([{ delivery: left.id }]);
    expect(await staff.refusal(tours.createTour, { body: { day: today, deliveries: [done.id] } })).toHaveProperty(
      "deliveries",
    );
  });
});

describe("a tour on paper and as a file", () => {
  expensive("a loading list on paper and as a sheet")(
    "has what goes into the van from the last stop to the first; what is fetched is said, too",
    async () => {
      const [first, second, fetched] = [await order(), await order(), await order({ kind: 2 })];
      const { id } = await plan(first, second, fetched);
      const { bytes, headers } = await staff.download(tours.loadList, { path: { id } });
      expect(headers.get("content-type")).toBe("application/pdf");
      const text = textOf(bytes);
      const places = [3, 2, 1].map((number) => text.indexOf(`Halt ${number}`));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(Math.min(...places)).toBeGreaterThan(-1);
      expect(text).toContain("1 Stück abzuholen");
      const line = (
        await staff.download(tours.sheetOfTour, { path: { id }, query: { format: "csv" } })
      ).bytes.toString();
      const numbers = line
        .split("\r\n")
        .slice(1)
        .map((row) => row.split(";")[0]?.replaceAll('"', ""));
      expect(numbers.slice(0, 3)).toEqual([first, second, fetched].map(({ code }) => showDeliveryCode(code)));
    },
  );

  test("names the address as it was ordered, or that of the customer's letters", async () => {
    const [own, letters, none] = [await order(), await order(), await order()];
    const address = { name: "Labor", street: "Am Tor 5", postcode: "01067", city: "Dresden" };
    const rest = { contact: "Frau Lehmann", phone: "0351 1234", hours: "8 – 15 Uhr", note: "Tor 2" };
    await db.write(async (tx) => {
      await sql`update deliveries set address = ${JSON.stringify({ ...address, ...rest })}::jsonb where id = ${own.id}`.execute(
        tx,
      );
      await sql`update customers set address_street = 'Ring 1', address_city = 'Leipzig' where id = ${letters.owner.id}`.execute(
        tx,
      );
    });
    const { results } = await plan(own, letters, none);
    expect(results[0]?.address).toEqual({ ...address, ...rest });
    expect(results[1]?.address).toMatchObject({ name: letters.owner.name, street: "Ring 1", city: "Leipzig" });
    expect(results[2]?.address).toBeNull();
  });
});
