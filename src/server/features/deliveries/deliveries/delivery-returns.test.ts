import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { boxesOverview, editBox, getBox } from "#contract/calls/stock/boxes.ts";
import {
  completeDelivery,
  createDelivery,
  editDelivery,
  getDelivery,
  startDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { boxStateText } from "#rules/stock/box-state.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { HistoryKind as K } from "#rules/stock/history.ts";
import { anyDay, ordered, scanned } from "#test/life/box-life-orders.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Spot } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

/** A customer with two boxes out and a content outside its box. */
async function away() {
  const owner = await a.customer();
  const [one, two, home] = [
    await a.box({ owner, state: 2 }),
    await a.box({ owner, state: 2 }),
    await a.box({ owner, state: 1 }),
  ];
  const content = await a.content({ box: home, text: "Akte Schulz" });
  await a.delivery({ owner, contents: [content], state: 2 });
  return { owner, one, two, home, content };
}

const announce = (body: object, client = staff) => client.send("POST", "/api/v1/deliveries/", { kind: 1, ...body });
async function announced(body: object): Promise<DeliveryDetail> {
  const { status, text, body: reply } = await announce(body);
  if (status !== 201) throw new Error(text);
  return reply as DeliveryDetail;
}
const look = (id: number) => staff.call(getDelivery, { path: { id } });
const box = ({ id }: { id: number }) => staff.call(getBox, { path: { id } });
const kinds = async (thing: { id: number }) => (await box(thing)).history.map(({ state }) => state);
const receive = (thing: { code: string } | { content: number }) => scanned(staff, { kind: "receive", ...thing });
const plain = (code: string) => `${code.slice(0, 4)}.${code.slice(4, 7)}.${code.slice(7)}`;

describe("an announced return", () => {
  test("changes no state, and stands in the history of each box", async () => {
    const { owner, one, two, home, content } = await away();
    const back = await announced({ customer: owner.id, boxes: [two.id, one.id], boxcontents: [content.id] });
    expect(back).toMatchObject({ kind: 1, state: 0, time: null, price: "0.00", delivery_option: null });
    expect(back.boxes.map((line) => [line.state, line.open, line.received])).toEqual([
      [2, true, false],
      [2, true, false],
    ]);
    expect(back.boxcontents).toMatchObject([{ state: 1, open: true }]);
    const meta = { delivery: back.code };
    expect((await box(one)).history.at(-1)).toMatchObject({ state: K.returnAnnounced, meta });
    expect((await box(home)).history.at(-1)).toMatchObject({
      state: K.returnAnnounced,
      meta: { ...meta, content: "Akte Schulz" },
    });
    expect(await runChecks(db)).toEqual([]);
  });

  test("has no option, and its day may be left open", async () => {
    const { owner, one } = await away();
    const body = { customer: owner.id, boxes: [one.id] };
    const { id: delivery_option } = await a.option({ owner });
    const refused = await announce({ ...body, delivery_option });
    expect([refused.status, refused.body]).toEqual([
      400,
      { delivery_option: ["Eine Rückgabe hat keine Lieferoption."] },
    ]);
    const { id, time } = await announced({ ...body, delivery_option: null });
    const edit = (value: string | null) => staff.send("PATCH", `/api/v1/deliveries/${id}/`, { time: value });
    expect([time, (await edit(null)).status]).toEqual([null, 200]);
    expect((await edit(new Date().toISOString())).status).toBe(200);
    expect((await edit(null)).body).toEqual({ time: ["Bitte ausfüllen"] });
  });

  test("completes itself with its last line, received or missing", async () => {
    const { owner, one, two, content } = await away();
    const { id } = await announced({ customer: owner.id, boxes: [one.id, two.id], boxcontents: [content.id] });
    expect(await receive({ code: one.code })).toMatchObject({ status: "done", state: 5 });
    expect(await receive({ content: content.id })).toMatchObject({ status: "done", state: 0 });
    expect((await look(id)).state).toBe(0);
    const lost = await scanned(staff, { kind: "missing", delivery: id, code: two.code, text: "beim Kunden verloren" });
    expect(lost).toMatchObject({ status: "done", state: 3 });
    const back = await look(id);
    expect([back.state, back.events.map(({ kind }) => kind)]).toEqual([2, ["created", "completed"]]);
    expect(back.boxes).toMatchObject([
      { open: false, received: true, missing: false },
      { open: false, received: false, missing: true, reason: "beim Kunden verloren" },
    ]);
    expect((await kinds(one)).slice(-2)).toEqual([K.returnAnnounced, K.retour]);
    expect((await kinds(content.box)).slice(-2)).toEqual([K.returnAnnounced, K.contentPutIn]);
    expect(await runChecks(db)).toEqual([]);
  });

  test("of a box that is stored at once is received all the same", async () => {
    const { owner, one } = await away();
    const { id } = await announced({ customer: owner.id, boxes: [one.id] });
    const { row, part, height } = await a.place();
    const stored = await scanned(staff, { kind: "store", code: one.code, row: row.id, part, height, move: false });
    expect(stored).toMatchObject({ status: "done", state: 1 });
    expect(await look(id)).toMatchObject({ state: 2, boxes: [{ received: true, state: 1 }] });
  });

  test("may have a day, today or later", async () => {
    const { owner, one } = await away();
    const today = berlinDay(new Date());
    const body = { customer: owner.id, boxes: [one.id] };
    const { body: refusal } = await announce({ ...body, date: addDays(today, -1) });
    expect(refusal).toEqual({ date: ["Das Datum liegt in der Vergangenheit."] });
    const { time } = await announced({ ...body, date: addDays(today, 1) });
    expect(new Date(time ?? 0).toLocaleString("sv-SE", { timeZone: "Europe/Berlin" })).toBe(
      `${addDays(today, 1)} 00:00:00`,
    );
  });

  test("is staff's alone, says nothing of whose things it names, and is never handed over", async () => {
    const { owner, one, two } = await away();
    const user = await server.asCustomer(owner);
    const answers = [];
    for (const customer of [owner.id, (await a.customer()).id, 2_000_000_000]) {
      const { status, text } = await announce({ customer, boxes: [one.id] }, user);
      answers.push(`${status} ${text}`);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^403 /);
    const { id } = await announced({ customer: owner.id, boxes: [one.id, two.id] });
    expect(await staff.refusal(completeDelivery, { path: { id } })).toEqual({
      non_field_errors: ["Eine Rückgabe ist abgeschlossen, sobald alles zurückgekommen oder als fehlend gemeldet ist."],
    });
    expect((await staff.ask(startDelivery, { path: { id } })).status).toBe(405);
    expect((await staff.call(editDelivery, { path: { id }, body: { price: "5" } })).price).toBe("5.00");
    expect((await look(id)).state).toBe(0);
  });

  test.each([0, 1, 3, 4, 5, 6, 7] as const)("is refused for a box in state %i", async (state) => {
    const each = await a.box({ state });
    const { status, body } = await announce({ customer: each.owner.id, boxes: [each.id] });
    expect([status, body]).toEqual([400, { boxes: [`Box ${plain(each.code)} ist ${boxStateText[state]}.`] }]);
  });

  test.each([
    [0, "in Box"],
    [2, "angefordert"],
    [3, "existiert nicht"],
  ] as const)("is refused for a content in state %i", async (state, word) => {
    const { id, text, customer_id } = await a.content({ state });
    const { body } = await announce({ customer: customer_id, boxcontents: [id] });
    expect(body).toEqual({ boxcontents: [`„${text}“ hat den Status „${word}“.`] });
  });

  test("is refused for what another delivery has open, and names that", async () => {
    const { owner, one, content } = await away();
    const { code } = await announced({ customer: owner.id, boxes: [one.id], boxcontents: [content.id] });
    const { body } = await announce({ customer: owner.id, boxes: [one.id], boxcontents: [content.id] });
    expect(body).toEqual({
      boxes: [`Box ${plain(one.code)} steht schon in Lieferung ${showDeliveryCode(code)}.`],
      boxcontents: [`„Akte Schulz“ steht schon in Lieferung ${showDeliveryCode(code)}.`],
    });
  });

  test("can always be brought to its end, whatever becomes of the boxes meanwhile", async () => {
    const { owner, one, two, home, content } = await away();
    const body = { customer: owner.id, boxes: [one.id, two.id], boxcontents: [content.id] };
    const { id } = await announced(body);
    await staff.call(editBox, { path: { id: one.id }, body: { state: 7 } });
    await staff.call(editBox, { path: { id: two.id }, body: { state: 6 } });
    await staff.call(editBox, { path: { id: home.id }, body: { state: 6 } });
    for (const thing of [{ code: one.code }, { code: two.code }, { content: content.id }]) {
      const result = await scanned(staff, { kind: "missing", delivery: id, ...thing, text: "kommt nicht mehr" });
      expect(result, JSON.stringify(thing)).toMatchObject({ status: "done" });
    }
    expect((await look(id)).state).toBe(2);
    expect([(await box(one)).state, (await box(two)).state, (await box(home)).state]).toEqual([7, 6, 6]);
    expect(await runChecks(db)).toEqual([]);
  });
});

test("what comes back unannounced makes a completed return of its own", async () => {
  const { owner, one, content } = await away();
  await receive({ code: one.code });
  await receive({ content: content.id });
  const { body } = await staff.raw("GET", `/api/v1/deliveries/?box=${one.code}`);
  const [back] = (body as { results: DeliveryDetail[] }).results;
  expect(back).toMatchObject({ kind: 1, state: 2, customer: owner, boxes_count: 1, boxcontents_count: 0 });
  expect((await look(back?.id ?? 0)).events.map(({ kind }) => kind)).toEqual(["created", "completed"]);
  expect(await runChecks(db)).toEqual([]);
});

describe("the whole loop", () => {
  const counts = ["created", "in_stock", "not_in_stock", "inconsistent", "ordered", "retour", "destroyed"] as const;

  /** Returns how the counts of the overview differ from those of a step before. */
  async function stepsOf(client: Client) {
    let last = await client.call(boxesOverview, {});
    return async () => {
      const now = await client.call(boxesOverview, {});
      const changes = counts.flatMap((name) => {
        const change = now[`boxes_${name}_count`] - last[`boxes_${name}_count`];
        return change === 0 ? [] : [[name, change] as const];
      });
      last = now;
      expect(await runChecks(db)).toEqual([]);
      return Object.fromEntries(changes);
    };
  }

  expensive("a whole delivery and return, counted at each step")(
    "order, pick, hand over, receive, store: every entry and every count at each step",
    async () => {
      const owner = await a.customer();
      const each = await a.box({ owner, state: 1 });
      const home = await a.box({ owner, state: 1 });
      const content = await a.content({ box: home, text: "Akte Schulz" });
      const user = await server.asCustomer(owner);
      const [ofStaff, ofUser] = [await stepsOf(staff), await stepsOf(user)];
      const step = async () => {
        const change = await ofStaff();
        expect(await ofUser()).toEqual(change);
        return change;
      };
      const history = async () => [(await kinds(each)).slice(2), (await kinds(home)).slice(3)];

      const { id, code } = await ordered({ a, client: user, owner }, [each], [content]);
      expect(await step()).toEqual({ in_stock: -1, ordered: 1 });
      expect(await history()).toEqual([[2], [2]]);

      await scanned(staff, { kind: "pick", delivery: id, code: each.code });
      await scanned(staff, { kind: "pick", delivery: id, content: content.id });
      expect(await step()).toEqual({});
      expect(await history()).toEqual([
        [2, 17],
        [2, 18],
      ]);
      expect((await box(home)).content).toMatchObject([{ state: 1 }]);

      await staff.call(completeDelivery, { path: { id } });
      expect(await step()).toEqual({ ordered: -1, not_in_stock: 1 });
      expect(await history()).toEqual([
        [2, 17, 3],
        [2, 18],
      ]);

      const back = await announced({ customer: owner.id, boxes: [each.id], boxcontents: [content.id] });
      expect(back.code).toBeGreaterThan(code);
      expect(await step()).toEqual({});

      await receive({ code: each.code });
      await receive({ content: content.id });
      expect(await step()).toEqual({ not_in_stock: -1, retour: 1 });
      expect((await look(back.id)).state).toBe(2);

      const { row, part, height } = each.place as Spot; // free since it was picked
      await scanned(staff, { kind: "store", code: each.code, row: row.id, part, height, move: false });
      expect(await step()).toEqual({ retour: -1, in_stock: 1 });
      expect(await history()).toEqual([
        [2, 17, 3, 22, 4, 1],
        [2, 18, 22, 19],
      ]);
      expect((await box(home)).content).toMatchObject([{ state: 0 }]);
      const option = await a.option({ owner, ...anyDay });
      const again = { customer: owner.id, delivery_option: option.id, boxes: [each.id], boxcontents: [content.id] };
      expect((await user.call(createDelivery, { body: again })).state).toBe(0);
      expect(await step()).toEqual({ in_stock: -1, ordered: 1 });
    },
  );
});
