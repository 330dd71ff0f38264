import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { deleteContent, editContent } from "#contract/calls/stock/contents.ts";
import { deleteDeliveryOption } from "#contract/calls/deliveries/delivery-options.ts";
import {
  cancelDelivery,
  completeDelivery,
  editDelivery,
  getDelivery,
  postCancelDelivery,
  startDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { HistoryKind as K } from "#rules/stock/history.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showDayAndTime } from "#rules/times.ts";
import { ordered, scanned } from "#test/life/box-life-orders.ts";
import type { RefusalCode } from "#rules/texts/refusals.ts";
import { Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Spot } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

/** An open delivery of two boxes and a content of a third. */
async function open() {
  const owner = await a.customer();
  const stored = () => a.box({ owner, state: 1 });
  const [one, two, home] = [await stored(), await stored(), await stored()];
  const content = await a.content({ box: home, text: "Akte Schulz" });
  const user = await server.asCustomer(owner);
  const { id, code } = await ordered({ a, client: user, owner }, [one, two], [content]);
  return { owner, one, two, home, content, user, id, code, shown: showDeliveryCode(code), path: { id } };
}

const soon = addDays(berlinDay(new Date()), 40);
const look = (id: number) => staff.call(getDelivery, { path: { id } });
const box = async ({ id }: { id: number }) => staff.call(getBox, { path: { id } });
const kinds = async (thing: { id: number }) => (await box(thing)).history.map(({ state }) => state);
const events = async (id: number) => (await look(id)).events.map(({ kind, from, to }) => [kind, from, to]);
const state = (value: number) => ({ status: "done", state: value, code: null, message: null });
const refused = (code: RefusalCode, message: string) => ({ status: "refused", state: null, code, message });
const pick = (delivery: number, thing: { code: string } | { content: number }) =>
  scanned(staff, { kind: "pick", delivery, ...thing });
const missing = (delivery: number, thing: { code: string } | { content: number }, text = "nicht da") =>
  scanned(staff, { kind: "missing", delivery, ...thing, text });
const everyLine = ({ boxes, boxcontents }: DeliveryDetail) => [...boxes, ...boxcontents];
const sound = async () => expect(await runChecks(db)).toEqual([]);
const notNow = (word: string) => ({ non_field_errors: [`Das geht nicht: Die Lieferung hat den Status „${word}“.`] });

describe("price and time", () => {
  test("that somebody else has changed since they were seen are not overwritten, and what is there is shown", async () => {
    const { path, id } = await open();
    const { price, time } = await look(id);
    const seen = { price, time };
    const [mine, others] = [`${soon}T09:30:00Z`, `${soon}T10:00:00Z`];
    await staff.call(editDelivery, { path, body: { price: "20", time: others, before: seen } });
    const overtaken = (value: string) => [`Inzwischen hat jemand anders das geändert: „${value}“.`];
    expect(await staff.refusal(editDelivery, { path, body: { price: "30", before: seen } })).toMatchObject({
      price: overtaken("20,00\u00a0€"),
    });
    const late = await staff.refusal(editDelivery, { path, body: { time: mine, before: seen } });
    expect(late).toMatchObject({ time: overtaken(showDayAndTime(others)) });
    expect(await look(id)).toMatchObject({ price: "20.00", time: `${soon}T10:00:00.000Z` });
    // the same again is no overwriting, and what was seen as it is now may be changed
    await staff.call(editDelivery, { path, body: { price: "20.00", time: others, before: seen } });
    const now = { price: 20, time: others };
    expect(await staff.call(editDelivery, { path, body: { price: "30", before: now } })).toMatchObject({
      price: "30.00",
    });
  });

  test("are changed by staff, each change an event; what stays as it was is none", async () => {
    const { path, id } = await open();
    const { price, time } = await look(id);
    const edit = (body: object) => staff.call(editDelivery, { path, body });
    await edit({});
    await edit({ price: "12.5", time });
    expect(await edit({ price: "0.3" })).toMatchObject({ price: "0.30", time });
    expect(await edit({ price: 0.3, time: `${soon}T09:30:00Z` })).toMatchObject({
      price: "0.30",
      time: `${soon}T09:30:00.000Z`,
    });
    expect(price).toBe("12.50");
    expect(await events(id)).toEqual([
      ["created", null, null],
      ["price", "12.50", "0.30"],
      ["time", time, `${soon}T09:30:00.000Z`],
    ]);
  });

  test("of what does not fit are refused, and nothing is stored", async () => {
    const { path, id } = await open();
    for (const [field, value] of [
      ["price", -1],
      ["price", "1,5"],
      ["time", "morgen"],
      ["time", soon],
      ["time", null],
    ] as const) {
      const answer = await staff.send("PATCH", `/api/v1/deliveries/${id}/`, { [field]: value });
      expect([answer.status, Object.keys(answer.body as object)], `${field} ${value}`).toEqual([400, [field]]);
    }
    for (const price of ["", null]) // a client of the specification says nothing by it
      expect((await staff.send("PATCH", `/api/v1/deliveries/${id}/`, { price })).status).toBe(200);
    expect((await staff.send("PATCH", `/api/v1/deliveries/${id}/`, { time: "0000-01-01T00:00:00Z" })).status).toBe(400);
    expect(await events(id)).toEqual([["created", null, null]]);
    await staff.call(cancelDelivery, { path });
    expect(await staff.refusal(editDelivery, { path, body: { price: "1" } })).toEqual(notNow("Storniert"));
  });

  test("are not a customer user's to change", async () => {
    const { path, user } = await open();
    for (const body of [{ price: "0.01" }, { time: `${soon}T09:30:00Z` }])
      expect((await user.ask(editDelivery, { path, body })).status).toBe(403);
  });
});

describe("cancelling", () => {
  test.each(["GET", "POST"])("by %s frees boxes and contents, the boxes on their old places, once", async (method) => {
    const { one, two, home, content, id, code, user } = await open();
    const before = (await box(one)).position;
    const cancel = (client: Client) => client.raw(method, `/api/v1/deliveries/${id}/cancel/`);
    const { status, body, headers } = await cancel(user);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toMatch(/no-store/);
    expect(body).toMatchObject({
      state: 3,
      boxes: [{ open: false, state: 1 }, { open: false }],
      boxcontents: [{ open: false }],
    });
    expect(await box(one)).toMatchObject({ state: 1, position: before });
    expect((await box(home)).content).toMatchObject([{ id: content.id, state: 0 }]);
    const [last, inside] = [(await box(two)).history.at(-1), (await box(home)).history.at(-1)];
    expect([last?.state, last?.meta]).toEqual([K.orderCancelled, { delivery: code }]);
    expect([inside?.state, inside?.meta]).toEqual([K.orderCancelled, { delivery: code, content: "Akte Schulz" }]);
    const after = [await look(id), await kinds(one), await kinds(home)];
    for (const client of [user, staff]) expect((await cancel(client)).status).toBe(200);
    expect([await look(id), await kinds(one), await kinds(home)]).toEqual(after);
    expect((await events(id)).map(([kind]) => kind)).toEqual(["created", "canceled"]);
    await sound();
  });

  test("makes everything free for the next order", async () => {
    const { one, two, content, path, user, owner } = await open();
    await user.call(postCancelDelivery, { path });
    expect((await ordered({ a, client: user, owner }, [one, two], [content])).state).toBe(0);
    await sound();
  });

  test("is no matter of HEAD, OPTIONS or another method, nor of a cookie without the token", async () => {
    const { id } = await open();
    const url = `/api/v1/deliveries/${id}/cancel/`;
    for (const method of ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"])
      expect((await staff.raw(method, url)).status, method).toBe(405);
    const anybody = new Client(server.url);
    for (const cookie of [
      `token=${staff.token}`,
      `auth=${staff.token}; csrftoken=x`,
      `authorization=Token ${staff.token}`,
    ])
      for (const method of ["GET", "POST"]) {
        const headers = { cookie, "x-csrftoken": "x" };
        expect((await anybody.raw(method, url, { headers })).status).toBe(403);
      }
    expect((await look(id)).state).toBe(0);
  });

  test("is refused once the work has begun", async () => {
    const [started, begun] = [await open(), await open()];
    await staff.call(startDelivery, { path: started.path });
    await pick(begun.id, { code: begun.one.code });
    for (const { path, user, id } of [started, begun]) {
      for (const client of [user, staff])
        expect(await client.refusal(cancelDelivery, { path })).toEqual(notNow("In Bearbeitung"));
      expect((await look(id)).state).toBe(1);
    }
  });

  test("is not for another customer's users, who hear what they hear of a missing one", async () => {
    const { id } = await open();
    const stranger = await server.asCustomer(await a.customer());
    const owner = await a.customer();
    const back = await a.delivery({ owner, kind: 1, boxes: [await a.box({ owner, state: 2 })] });
    const answers = [];
    for (const each of [id, back.id, 2_000_000_000])
      for (const route of [cancelDelivery, postCancelDelivery]) {
        const { status, text } = await stranger.ask(route, { path: { id: each } });
        answers.push(`${status} ${text}`);
      }
    expect(new Set(answers)).toEqual(new Set(['404 {"detail":"Nicht gefunden!"}']));
    expect((await look(id)).state).toBe(0);
    for (const client of [staff, await server.asCustomer(owner)])
      for (const route of [cancelDelivery, postCancelDelivery])
        expect((await client.ask(route, { path: { id: back.id } })).status, "a return").toBe(405);
  });

  test("leaves alone what was reported missing before", async () => {
    const { one, two, id, path } = await open();
    await missing(id, { code: one.code });
    await staff.call(cancelDelivery, { path });
    expect([(await box(one)).state, (await box(two)).state]).toEqual([3, 1]);
    await sound();
  });
});

describe("picking", () => {
  test("begins the work, frees the place at once, and leaves the box ordered", async () => {
    const { one, id, code } = await open();
    const place = one.place as Spot;
    expect(await pick(id, { code: one.code })).toMatchObject(state(4));
    expect(await box(one)).toMatchObject({ state: 4, position: null });
    expect((await box(one)).history.at(-1)).toMatchObject({ state: K.boxPicked, meta: { delivery: code } });
    const next = await a.box();
    const { part, height, row } = place;
    const stored = await scanned(staff, { kind: "store", code: next.code, row: row.id, part, height, move: false });
    expect(stored).toMatchObject(state(1));
    const delivery = await look(id);
    expect([delivery.state, delivery.events.at(-1)?.kind]).toEqual([1, "started"]);
    const line = delivery.boxes.find((each) => each.id === one.id);
    expect(line).toMatchObject({ open: true, picked: true, picked_at: expect.any(String), missing: false });
    await sound();
  });

  test("a content takes it out of its box", async () => {
    const { content, home, id, code } = await open();
    expect(await pick(id, { content: content.id })).toMatchObject(state(1));
    expect((await box(home)).content).toMatchObject([{ state: 1 }]);
    const entry = (await box(home)).history.at(-1);
    expect([entry?.state, entry?.meta]).toEqual([K.contentPicked, { delivery: code, content: "Akte Schulz" }]);
  });

  test("twice, or for another delivery, or of a return, is refused and changes nothing", async () => {
    const [mine, other] = [await open(), await open()];
    await pick(mine.id, { code: mine.one.code });
    await pick(mine.id, { content: mine.content.id });
    const before = [await look(mine.id), await look(other.id), await kinds(mine.one), await kinds(mine.home)];
    const again = refused("picked_already", `Das ist für Lieferung ${mine.shown} schon kommissioniert.`);
    expect(await pick(mine.id, { code: mine.one.code })).toMatchObject(again);
    expect(await pick(mine.id, { content: mine.content.id })).toMatchObject(again);
    const elsewhere = refused("not_in_delivery", `Das steht nicht offen in Lieferung ${other.shown}.`);
    expect(await pick(other.id, { code: mine.two.code })).toMatchObject(elsewhere);
    expect(await pick(other.id, { content: mine.content.id })).toMatchObject(elsewhere);
    expect(await pick(other.id, { code: (await a.box({ state: 1 })).code })).toMatchObject(elsewhere);
    expect(await pick(2_000_000_000, { code: mine.two.code })).toMatchObject(
      refused("unknown_delivery", "Diese Lieferung gibt es nicht."),
    );
    expect(await pick(mine.id, { code: "9999999999" })).toMatchObject(
      refused("unknown_box", "Diese Box gibt es nicht."),
    );
    expect((await pick(mine.id, { content: 2_000_000_000 }))?.status).toBe("refused");
    expect([await look(mine.id), await look(other.id), await kinds(mine.one), await kinds(mine.home)]).toEqual(before);
    const away = await a.box({ state: 2 });
    const back = await a.delivery({ owner: away.owner, kind: 1, boxes: [away] });
    expect((await pick(back.id, { code: away.code }))?.status).toBe("refused");
    expect((await look(back.id)).state).toBe(0);
  });

  test("sent again with the same id answers the same and happens once", async () => {
    const { one, id } = await open();
    const operation = { id: randomUUID(), kind: "pick" as const, delivery: id, code: one.code };
    const send = async () => (await staff.call(scan, { body: { operations: [operation] } })).results[0];
    const first = await send();
    expect(first).toMatchObject({ id: operation.id, ...state(4), again: false });
    const again = { ...first, again: true };
    expect([await send(), await send()]).toEqual([again, again]);
    expect((await kinds(one)).filter((kind) => kind === K.boxPicked).length).toBe(1);
  });

  test.each([
    [{ kind: "pick", code: "0" }, "a delivery"],
    [{ kind: "pick", delivery: 1 }, "a thing"],
    [{ kind: "pick", delivery: 1, code: "0", content: 1 }, "one thing alone"],
    [{ kind: "missing", delivery: 1, code: "0" }, "a reason"],
    [{ kind: "missing", delivery: 1, code: "0", text: " " }, "a reason that says something"],
  ])("%j lacks %s", async (operation, _what) => {
    const id = randomUUID();
    const { body } = await staff.send("POST", "/api/v1/scans/", { operations: [{ id, ...operation }] });
    expect(body).toMatchObject({ results: [{ id, ...refused("invalid", "Bitte ausfüllen") }] });
  });
});

describe("what is not found", () => {
  test("ends its line with the reason: the box is inconsistent, the content does not exist", async () => {
    const { one, two, home, content, id } = await open();
    await pick(id, { code: two.code });
    expect(await missing(id, { code: one.code }, "Platz leer")).toMatchObject(state(3));
    expect(await missing(id, { code: two.code }, "vom Wagen gefallen")).toMatchObject(state(3));
    expect(await missing(id, { content: content.id }, "nicht in der Box")).toMatchObject(state(3));
    expect(await box(one)).toMatchObject({ state: 3, position: null });
    expect((await box(one)).history.at(-1)).toMatchObject({ state: K.inconsistent, text: "Platz leer" });
    expect((await box(home)).content).toMatchObject([{ state: 3 }]);
    expect((await box(home)).history.at(-1)).toMatchObject({ state: K.contentMissing, text: "nicht in der Box" });
    const reasons = everyLine(await look(id)).map(({ open: isOpen, missing: gone, reason }) => [isOpen, gone, reason]);
    expect(reasons).toEqual([
      [false, true, "Platz leer"],
      [false, true, "vom Wagen gefallen"],
      [false, true, "nicht in der Box"],
    ]);
    expect((await missing(id, { code: one.code }))?.status).toBe("refused");
    await sound();
  });

  test("may be reported without its delivery, which hears of it all the same", async () => {
    const { one, id } = await open();
    expect(await scanned(staff, { kind: "missing", code: one.code, text: "weg" })).toMatchObject(state(3));
    expect((await look(id)).boxes[0]).toMatchObject({ open: false, missing: true, reason: "weg" });
  });
});

describe("handing over", () => {
  test("waits until every line is picked or missing, and says for how many it waits", async () => {
    const { one, two, content, id, path } = await open();
    expect(await staff.refusal(completeDelivery, { path })).toEqual(notNow("Offen"));
    await pick(id, { code: one.code });
    expect(await staff.refusal(completeDelivery, { path })).toEqual({
      non_field_errors: ["2 Zeilen sind weder kommissioniert noch als fehlend gemeldet."],
    });
    await missing(id, { code: two.code });
    expect(await staff.refusal(completeDelivery, { path })).toEqual({
      non_field_errors: ["Eine Zeile ist weder kommissioniert noch als fehlend gemeldet."],
    });
    await pick(id, { content: content.id });
    const done = await staff.call(completeDelivery, { path });
    expect([done.state, everyLine(done).some((line) => line.open)]).toEqual([2, false]);
    expect([(await box(one)).state, (await box(two)).state]).toEqual([2, 3]);
    await sound();
  });

  test("lets the picked boxes out, each with the delivery in its history, once", async () => {
    const { one, two, content, id, path, code } = await open();
    for (const thing of [{ code: one.code }, { code: two.code }, { content: content.id }]) await pick(id, thing);
    await staff.call(completeDelivery, { path });
    for (const each of [one, two])
      expect((await box(each)).history.at(-1)).toMatchObject({ state: K.outsourced, meta: { delivery: code } });
    const before = [await look(id), await kinds(one)];
    await staff.call(completeDelivery, { path });
    expect([await look(id), await kinds(one)]).toEqual(before);
    expect((await events(id)).map(([kind]) => kind)).toEqual(["created", "started", "completed"]);
    expect(await staff.refusal(startDelivery, { path })).toEqual(notNow("Abgeschlossen"));
    expect(await staff.refusal(cancelDelivery, { path })).toEqual(notNow("Abgeschlossen"));
    const { price, time } = await look(id);
    for (const body of [{ price: "1" }, { time: `${soon}T09:30:00Z` }])
      expect(await staff.refusal(editDelivery, { path, body })).toEqual(notNow("Abgeschlossen"));
    expect(await look(id)).toMatchObject({ price, time });
  });

  test("and starting are staff's, start has one event, and a cancelled delivery has neither", async () => {
    const { path, user, id } = await open();
    for (const route of [startDelivery, completeDelivery]) expect((await user.ask(route, { path })).status).toBe(403);
    for (const _twice of [1, 2]) expect((await staff.call(startDelivery, { path })).state).toBe(1);
    expect((await events(id)).map(([kind]) => kind)).toEqual(["created", "started"]);
    const other = await open();
    await staff.call(cancelDelivery, { path: other.path });
    for (const route of [startDelivery, completeDelivery])
      expect(await staff.refusal(route, { path: other.path })).toEqual(notNow("Storniert"));
  });

  test("a box that came back from the van stays with the archive", async () => {
    const { one, two, content, id, path } = await open();
    for (const thing of [{ code: one.code }, { code: two.code }, { content: content.id }]) await pick(id, thing);
    expect(await scanned(staff, { kind: "receive", code: one.code })).toMatchObject(state(5));
    expect(await scanned(staff, { kind: "receive", content: content.id })).toMatchObject(state(0));
    await staff.call(completeDelivery, { path });
    expect([(await box(one)).state, (await box(two)).state]).toEqual([5, 2]);
    await sound();
  });
});

test("a delivery keeps what was agreed and ordered, after its option and its contents are gone", async () => {
  const { owner, one, content, id, path, home } = await open();
  const { price, time } = await look(id);
  await staff.call(editContent, { path: { id: content.id }, body: { text: "Akte Schulze" } });
  expect(await pick(id, { content: content.id })).toMatchObject(state(1));
  expect((await box(home)).history.at(-1)?.meta).toMatchObject({ content: "Akte Schulze" });
  await missing(id, { content: content.id });
  await staff.call(deleteContent, { path: { id: content.id } });
  const option = await db.read
    .selectFrom("delivery_options")
    .select("id")
    .where("customer_id", "=", owner.id)
    .executeTakeFirstOrThrow();
  await staff.call(deleteDeliveryOption, { path: { id: option.id } });
  const delivery = await staff.call(getDelivery, { path });
  expect(delivery).toMatchObject({ price, time, delivery_option: null });
  expect(delivery.boxcontents).toMatchObject([
    { id: null, state: null, text: "Akte Schulz", picked: true, missing: true, box: { id: home.id } },
  ]);
  expect((await pick(id, { code: one.code }))?.status).toBe("done");
  await sound();
});
