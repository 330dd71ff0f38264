import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { listServiceEntries } from "#contract/calls/billing/service-entries.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { listChanges } from "#contract/calls/exchange/changes.ts";
import {
  cancelDelivery,
  completeDelivery,
  createDelivery,
  createPickup,
  getDelivery,
  listCollect,
  setDeliveryLines,
  startDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import { joinWaiting, listWaiting } from "#contract/calls/deliveries/waiting.ts";
import { getBox, setCostCentre } from "#contract/calls/stock/boxes.ts";
import { firstAgreed } from "#rules/billing/agreed-from.ts";
import { berlinDay } from "#rules/dates.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { DeliveryKind, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { anyDay, scanned } from "#test/life/box-life-orders.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";
import { waitForOldTransactions } from "#test/support/locks.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const ids = (...boxes: Box[]) => boxes.map(({ id }) => id);
const stored = (owner: Customer) => a.box({ owner, state: BoxState.inStock });

/** An open order of two boxes and a content of a third, and a fourth box beside it. */
async function open(kind: 0 | 3 = DeliveryKind.customer, times: object = anyDay) {
  const owner = await a.customer();
  const user = await server.asCustomer(owner);
  const option = await a.option({ owner, ...times });
  const [first, second, folder, spare] = [
    await stored(owner),
    await stored(owner),
    await stored(owner),
    await stored(owner),
  ];
  const content = await a.content({ box: folder, text: "Kaufvertrag" });
  const basic = { kind, customer: owner.id, delivery_option: option.id };
  const body = { ...basic, boxes: ids(first, second), boxcontents: [content.id] };
  const { id, code } = await staff.call(createDelivery, { body });
  const seen = { boxes: body.boxes, boxcontents: body.boxcontents };
  return { owner, user, option, first, second, folder, spare, content, basic, id, code, path: { id }, seen };
}
const things = async (path: { id: number }, by: Client = staff) => {
  const { boxes, boxcontents } = await by.call(getDelivery, { path });
  return { boxes: boxes.map(({ id }) => id), boxcontents: boxcontents.map(({ id }) => id) };
};
const stateOf = async ({ id }: Box) => (await staff.call(getBox, { path: { id } })).state;
const lastEntry = async ({ id }: Box) => (await staff.call(getBox, { path: { id } })).history.at(-1)?.state;
const events = async (path: { id: number }, by: Client = staff) =>
  (await by.call(getDelivery, { path })).events.slice(1).map(({ kind, from, to }) => [kind, from, to]);
const sound = async () => expect(await runChecks(db)).toEqual([]);

describe("an open order", () => {
  test.each(["staff", "whoever may order"])("has other boxes and contents after a change by %s", async (who) => {
    const { user, first, second, folder, spare, content, path, seen, code } = await open();
    const by = who === "staff" ? staff : user;
    const body = { boxes: ids(first, spare), boxcontents: [], before: seen };
    const changed = await by.call(setDeliveryLines, { path, body });
    expect(changed).toMatchObject({ boxes_count: 2, boxcontents_count: 0 });
    expect(await things(path)).toEqual({ boxes: ids(first, spare), boxcontents: [] });
    expect([await stateOf(second), await lastEntry(second)]).toEqual([BoxState.inStock, HistoryKind.orderCancelled]);
    expect([await stateOf(spare), await lastEntry(spare)]).toEqual([BoxState.ordered, HistoryKind.ordered]);
    expect(await lastEntry(folder)).toBe(HistoryKind.orderCancelled);
    const inside = db.read.selectFrom("contents").select("state").where("id", "=", content.id);
    expect(await inside.executeTakeFirst()).toEqual({ state: 0 });
    const collected = (await staff.call(listCollect, {})).results.filter(({ delivery }) => delivery.code === code);
    expect(new Set(collected.map(({ box }) => box.id))).toEqual(new Set(ids(first, spare)));
    const names = [second, spare, folder].map((box) => showBoxCode(box.code));
    expect(await events(path)).toEqual([
      ["boxes", names[0], names[1]],
      ["boxcontents", names[2], null],
    ]);
    await sound();
  });

  test("has a content instead of its whole box, in one change", async () => {
    const { owner, user, first, second, path } = await open();
    const inside = await a.content({ box: second });
    await user.call(setDeliveryLines, { path, body: { boxes: ids(first), boxcontents: [inside.id] } });
    expect(await things(path)).toEqual({ boxes: ids(first), boxcontents: [inside.id] });
    const all = { boxes: ids(first, second), boxcontents: [inside.id] };
    expect(await user.refusal(setDeliveryLines, { path, body: all })).toEqual({
      boxes: [`Aus Box ${showBoxCode(second.code)} ist bereits ein einzelner Inhalt angefordert.`],
    });
    await user.call(setDeliveryLines, { path, body: { boxes: ids(first, second), boxcontents: [] } });
    const other = await a.content({ box: await stored(owner) });
    await staff.call(setDeliveryLines, { path, body: { boxes: [], boxcontents: [other.id] } });
    await staff.call(cancelDelivery, { path });
    expect([await stateOf(first), await stateOf(second)]).toEqual([BoxState.inStock, BoxState.inStock]);
    await sound();
  });

  test("is refused as a whole where one box cannot be added, and what was to be taken out stays", async () => {
    const [{ owner, user, first, spare, basic, path, seen }, foreign] = [await open(), await open()];
    const elsewhere = await stored(owner);
    await user.call(createDelivery, { body: { ...basic, boxes: ids(elsewhere) } });
    const body = { boxes: [...ids(spare, elsewhere, foreign.spare), 2_000_000_000], boxcontents: [] };
    const problems = [
      `Box ${showBoxCode(elsewhere.code)} ist angefordert.`,
      "Diese Box gibt es nicht.",
      "Diese Box gibt es nicht.",
    ];
    for (const by of [user, staff])
      expect(await by.refusal(setDeliveryLines, { path, body })).toEqual({ boxes: problems });
    expect(await things(path)).toEqual(seen);
    expect(await stateOf(first)).toBe(BoxState.ordered);
    expect(await events(path)).toEqual([]);
    const boxcontents = [foreign.content.id];
    expect(await user.refusal(setDeliveryLines, { path, body: { ...seen, boxcontents } })).toEqual({
      boxcontents: ["Diesen Inhalt gibt es nicht."],
    });
    expect((await foreign.user.ask(setDeliveryLines, { path, body: seen })).status).toBe(404);
    const looking = await server.as(await a.user({ customers: [owner] }));
    await db.write((tx) =>
      tx.updateTable("customer_users").set({ may_order: false }).where("user_id", "=", looking.userId).execute(),
    );
    const less = { ...seen, boxcontents: [] };
    expect((await looking.ask(setDeliveryLines, { path, body: less })).status).toBe(400);
    await sound();
  });

  test("keeps a line, and changes no more once the work on it has begun", async () => {
    const { first, path, seen } = await open();
    expect(await staff.refusal(setDeliveryLines, { path, body: { boxes: [], boxcontents: [] } })).toEqual({
      boxes: ["Mindestens eine Box oder ein Inhalt bleibt. Wird nichts davon gebraucht, stornieren Sie: Lieferung."],
    });
    await staff.call(startDelivery, { path });
    const body = { boxes: ids(first), boxcontents: [] };
    expect(await staff.refusal(setDeliveryLines, { path, body })).toEqual({
      non_field_errors: ["Das geht nicht: Die Lieferung hat den Status „In Bearbeitung“."],
    });
    expect(await things(path)).toEqual(seen);
  });

  test("takes nothing in again that was not found for it", async () => {
    const { first, second, path, id, seen } = await open();
    await scanned(staff, { kind: "missing", delivery: id, code: second.code, text: "nicht da" });
    const place = { row: (await a.row()).id, part: 1, height: 1, move: false };
    await scanned(staff, { kind: "store", code: second.code, ...place });
    expect(await staff.refusal(setDeliveryLines, { path, body: seen })).toEqual({
      boxes: [
        `Box ${showBoxCode(second.code)} stand schon in dieser Lieferung und wurde nicht gefunden. Bitte bestellen Sie sie neu.`,
      ],
    });
    await staff.call(setDeliveryLines, { path, body: { boxes: ids(first), boxcontents: [] } });
    expect((await things(path)).boxes, "the line that ended stays").toEqual(ids(first, second));
    await sound();
  });

  test("takes in what customers add in time for its day, and what staff add at any time", async () => {
    const { user, first, spare, path, seen } = await open(DeliveryKind.customer, { ...anyDay, to: "00:00" });
    await db.write((tx) => sql`update deliveries set time = now() where id = ${path.id}`.execute(tx));
    const body = { ...seen, boxes: ids(first, spare) };
    expect(await user.refusal(setDeliveryLines, { path, body })).toMatchObject({
      non_field_errors: [expect.stringContaining("kann nichts mehr dazukommen. Der nächste mögliche Liefertermin")],
    });
    await user.call(setDeliveryLines, { path, body: { ...seen, boxes: ids(first) } });
    await staff.call(setDeliveryLines, { path, body });
    expect((await things(path)).boxes).toEqual(ids(first, spare));
  });

  test("is reported as changed when a box is only taken out of it", async () => {
    const { first, second, path, seen } = await open();
    await waitForOldTransactions(db);
    const { next: since } = await staff.call(listChanges, { query: {} });
    await staff.call(setDeliveryLines, { path, body: { ...seen, boxes: ids(first) } });
    await waitForOldTransactions(db);
    const { changes } = await staff.call(listChanges, { query: { since } });
    expect(changes.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual([`box ${second.id}`, `delivery ${path.id}`]);
  });

  test("is charged for what was in it when it was picked", async () => {
    const { owner, first, second, spare, path } = await open();
    const { id: price_list } = await a.priceList({ retrieval_box: "3.95", retrieval_content: "2.00" });
    const terms = { price_list, valid_from: firstAgreed, confirmed: true };
    await staff.call(setTerms, { path: { id: owner.id }, body: terms });
    await staff.call(setDeliveryLines, { path, body: { boxes: ids(first, spare), boxcontents: [] } });
    for (const { code } of [first, spare]) await scanned(staff, { kind: "pick", delivery: path.id, code });
    await staff.call(completeDelivery, { path });
    const month = berlinDay(new Date()).slice(0, 7);
    const { results } = await staff.call(listServiceEntries, { query: { customer: owner.id, month } });
    const charged = results.map(({ item, box }) => [item, box?.id]).filter(([item]) => item !== "trip");
    expect(charged).toEqual(ids(first, spare).map((box) => ["retrieval_box", box]));
    expect(await stateOf(second)).toBe(BoxState.inStock);
  });

  test("takes whoever adds what they waited for off its list", async () => {
    const { owner, user, basic, path, seen } = await open();
    const [wanted] = [await stored(owner)];
    const { id } = await staff.call(createDelivery, { body: { ...basic, boxes: ids(wanted) } });
    await user.call(joinWaiting, { path: wanted, body: {} });
    await staff.call(cancelDelivery, { path: { id } });
    await user.call(setDeliveryLines, { path, body: { ...seen, boxes: [...seen.boxes, wanted.id] } });
    expect((await user.call(listWaiting, { path: wanted })).results).toEqual([]);
  });

  test("that is one of scans changes as any other, and a return does not", async () => {
    const { user, owner, first, spare, path } = await open(DeliveryKind.copy);
    await user.call(setDeliveryLines, { path, body: { boxes: ids(spare), boxcontents: [] } });
    expect([await stateOf(first), await stateOf(spare)]).toEqual([BoxState.inStock, BoxState.ordered]);
    const out = await a.box({ owner, state: BoxState.notInStock });
    const back = { kind: DeliveryKind.return, customer: owner.id, boxes: ids(out) };
    const { id } = await staff.call(createDelivery, { body: back });
    const kept = { boxes: ids(out), boxcontents: [] };
    expect((await staff.ask(setDeliveryLines, { path: { id }, body: kept })).status).toBe(405);
    await sound();
  });

  test("that is a pick-up takes what is out, and what is taken out of it stays out", async () => {
    const { user, owner, option, spare } = await open();
    const [one, other] = [
      await a.box({ owner, state: BoxState.notInStock }),
      await a.box({ owner, state: BoxState.notInStock }),
    ];
    const wanted = { customer: owner.id, delivery_option: option.id, boxes: ids(one) };
    const { id, code } = await user.call(createPickup, { body: wanted });
    const path = { id };
    await user.call(setDeliveryLines, { path, body: { boxes: ids(other), boxcontents: [] } });
    expect([await stateOf(one), await lastEntry(one)]).toEqual([BoxState.notInStock, HistoryKind.orderCancelled]);
    expect([await stateOf(other), await lastEntry(other)]).toEqual([BoxState.notInStock, HistoryKind.returnAnnounced]);
    expect(await user.refusal(setDeliveryLines, { path, body: { boxes: ids(spare), boxcontents: [] } })).toEqual({
      boxes: [`Box ${showBoxCode(spare.code)} ist eingelagert.`],
    });
    const more = await user.call(createPickup, { body: { ...wanted, boxes: ids(one) } });
    expect(
      await user.refusal(setDeliveryLines, { path: more, body: { boxes: ids(one, other), boxcontents: [] } }),
    ).toEqual({ boxes: [`Box ${showBoxCode(other.code)} steht schon in Lieferung ${showDeliveryCode(code)}.`] });
    await sound();
  });
});

describe("two people who change an order", () => {
  test("do not overwrite each other: the second learns what it is now, and saves over that", async () => {
    const { user, first, second, spare, content, path, seen } = await open();
    await staff.call(setDeliveryLines, { path, body: { boxes: ids(first, spare), boxcontents: [], before: seen } });
    const mine = { boxes: ids(second), boxcontents: [content.id] };
    expect(await user.refusal(setDeliveryLines, { path, body: { ...mine, before: seen } })).toEqual({
      boxes: [
        `Inzwischen hat jemand anders das geändert: „${[first, spare].map(({ code }) => showBoxCode(code)).join(", ")}“.`,
      ],
    });
    const before = { boxes: ids(first, spare), boxcontents: [] };
    await user.call(setDeliveryLines, { path, body: { ...mine, before } });
    const repeated = { ...mine, before };
    expect(await user.call(setDeliveryLines, { path, body: repeated }), "it is so already").toMatchObject({
      boxes_count: 1,
    });
    expect(await things(path)).toEqual(mine);
    await sound();
  });

  test("at the same moment, with each other's boxes: one change holds as a whole", async () => {
    for (let round = 0; round < 5; round++) {
      const { user, first, second, spare, path, seen } = await open();
      const wishes = [ids(first, spare), ids(second, spare)];
      const answers = await Promise.all(
        [staff, user].map((by, at) =>
          by.ask(setDeliveryLines, { path, body: { ...seen, boxes: wishes[at] ?? [], before: seen } }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
      const won = answers.findIndex(({ status }) => status === 200);
      expect(await things(path)).toEqual({ ...seen, boxes: wishes[won] });
    }
    await sound();
  });

  test("or begin and cancel it at the same moment: each box is ordered or free", async () => {
    for (let round = 0; round < 5; round++) {
      const { user, first, spare, path, seen } = await open();
      const change = user.ask(setDeliveryLines, { path, body: { ...seen, boxes: ids(first, spare) } });
      const end = round % 2 === 0 ? staff.ask(cancelDelivery, { path }) : staff.ask(startDelivery, { path });
      for (const { status, text } of await Promise.all([change, end])) expect([200, 400], text).toContain(status);
      expect((await end).status).toBe(200);
    }
    await sound();
  });
});

test("a department changes what it sees of an order, and does not see the rest", async () => {
  const { owner, first, second, spare, content, path, seen } = await open();
  const [theirs, hidden] = [await stored(owner), await stored(owner)];
  await staff.call(setCostCentre, { body: { boxes: ids(first, spare, theirs), cost_centre: "Einkauf" } });
  const user = await a.user({ customers: [owner] });
  await db.write(async (tx) => {
    await sql`update deliveries set cost_centre = 'Einkauf' where id = ${path.id}`.execute(tx);
    await sql`update customer_users set cost_centres = '{Einkauf}' where user_id = ${user.id}`.execute(tx);
  });
  const department = await server.as(user);
  expect(await things(path, department)).toEqual({ boxes: ids(first), boxcontents: [] });
  const before = { boxes: ids(first), boxcontents: [] };
  await department.call(setDeliveryLines, { path, body: { boxes: ids(spare), boxcontents: [], before } });
  expect(await things(path)).toEqual({ boxes: ids(second, spare), boxcontents: seen.boxcontents });
  for (const foreign of [hidden.id, 2_000_000_000]) {
    const body = { boxes: [spare.id, foreign], boxcontents: [] };
    expect(await department.refusal(setDeliveryLines, { path, body })).toEqual({ boxes: ["Diese Box gibt es nicht."] });
  }
  const body = { boxes: ids(spare), boxcontents: [content.id] };
  expect(await department.refusal(setDeliveryLines, { path, body })).toEqual({
    boxcontents: ["Diesen Inhalt gibt es nicht."],
  });
  await staff.call(setDeliveryLines, { path, body: { boxes: ids(hidden, spare), boxcontents: [] } });
  expect(await events(path, department)).toEqual([
    ["boxes", null, null],
    ["boxes", null, null],
    ["boxcontents", null, null],
  ]);
  expect(await events(path)).toContainEqual(["boxes", showBoxCode(second.code), showBoxCode(hidden.code)]);
  await sound();
});
