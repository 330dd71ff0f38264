import { describe, expect, test } from "vitest";
import { boxesOverview, getBox } from "#contract/calls/stock/boxes.ts";
import { createDelivery, getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { deleteDeliveryOption } from "#contract/calls/deliveries/delivery-options.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { boxStateText } from "#rules/stock/box-state.ts";
import { addDays, berlinDay, isoWeekday, showDate } from "#rules/dates.ts";
import { nextDeliveryDay } from "#rules/deliveries/delivery-date.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { anyDay, ordered } from "#test/life/box-life-orders.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

type Body = Record<string, unknown>;
const send = (client: Client, body: Body) => client.send("POST", "/api/v1/deliveries/", body);
const made = async (client: Client, body: Body) => {
  const { status, text, body: reply } = await send(client, body);
  if (status !== 201) throw new Error(`answered ${status}: ${text}`);
  return reply as DeliveryDetail;
};

/** A customer with an option, a user, boxes in stock and a content in one of them. */
async function customer(option: Parameters<typeof a.option>[0] = anyDay) {
  const owner = await a.customer();
  const boxes = [await a.box({ owner, state: 1 }), await a.box({ owner, state: 1 }), await a.box({ owner, state: 1 })];
  const [first, second, third] = boxes as [(typeof boxes)[0], (typeof boxes)[0], (typeof boxes)[0]];
  const content = await a.content({ box: third, text: "Röntgenbild" });
  const choice = await a.option({ owner, ...option });
  const basic = { kind: 0, customer: owner.id, delivery_option: choice.id, boxes: [first.id] };
  return { owner, first, second, third, content, option: choice, basic, user: await server.asCustomer(owner) };
}

const history = async ({ id }: { id: number }) =>
  (await staff.call(getBox, { path: { id } })).history.map(({ state, meta }) => [state, meta]);
const plain = (code: string) => `${code.slice(0, 4)}.${code.slice(4, 7)}.${code.slice(7)}`;

/** Counts the rows of everything that an order could leave behind. */
async function rowsStored() {
  const tables = ["deliveries", "delivery_boxes", "delivery_contents", "delivery_events", "history"];
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
  const states = "(select json_agg((id, state, history_count) order by id)::text from boxes) as boxes";
  const inside = "(select json_agg((id, state) order by id)::text from contents) as contents";
  return (await db.pools.writing.query(`select ${[...counts, states, inside].join(", ")}`)).rows as unknown[];
}

/** The messages with which an order is refused, of which nothing may be stored. */
async function refusalOf(client: Client, body: Body): Promise<unknown> {
  const before = await rowsStored();
  const answer = await send(client, body);
  expect(answer.status, answer.text).toBe(400);
  expect(await rowsStored()).toEqual(before);
  return answer.body;
}

describe.each(["staff", "a customer user"])("an order by %s", (who) => {
  test("of boxes and contents makes an open delivery, and every one of them is ordered", async () => {
    const { owner, first, second, third, content, option, user } = await customer();
    const client = who === "staff" ? staff : user;
    const overview = await client.call(boxesOverview, {});
    const now = new Date();
    const delivery = await made(client, {
      customer: owner.id,
      delivery_option: option.id,
      boxes: [second.id, first.id],
      boxcontents: [content.id],
      comment: " Bitte klingeln ",
    });
    const lines = { open: true, picked: false, missing: false, received: false, reason: null };
    expect(delivery).toMatchObject({
      code: expect.any(Number),
      kind: 0,
      state: 0,
      price: "12.50",
      comment: "Bitte klingeln",
      customer: { id: owner.id, code: owner.code, name: owner.name },
      boxes_count: 2,
      boxcontents_count: 1,
      delivery_option: { id: option.id, customer: owner.id, price: "12.50" },
      boxes: [
        { id: first.id, code: first.code, state: 4, content_count: 0, ...lines },
        { id: second.id, code: second.code, state: 4, ...lines },
      ],
      boxcontents: [
        { id: content.id, text: "Röntgenbild", state: 2, box: { id: third.id, code: third.code, state: 1 }, ...lines },
      ],
    });
    expect(delivery.events).toMatchObject([
      { kind: "created", user: { first_name: "Erika", last_name: "Muster" }, from: null, to: null },
    ]);
    const day = nextDeliveryDay(anyDay, now);
    expect(new Date(delivery.time ?? 0).toLocaleString("sv-SE", { timeZone: "Europe/Berlin" })).toBe(`${day} 08:00:00`);
    const meta = { delivery: delivery.code };
    expect((await history(first)).at(-1)).toEqual([HistoryKind.ordered, meta]);
    expect((await history(second)).at(-1)).toEqual([HistoryKind.ordered, meta]);
    expect((await history(third)).at(-1)).toEqual([HistoryKind.ordered, { ...meta, content: "Röntgenbild" }]);
    const { boxes_in_stock_count: stored, boxes_ordered_count: asked } = overview;
    expect(await client.call(boxesOverview, {})).toEqual({
      ...overview,
      boxes_in_stock_count: stored - 2,
      boxes_ordered_count: asked + 2,
    });
    expect((await client.call(getDelivery, { path: { id: delivery.id } })).boxes).toEqual(delivery.boxes);
  });

  expensive("two deliveries for each person, with the histories of boxes")(
    "may be of boxes only, of contents only, and name things twice or as objects",
    async () => {
      const { basic, owner, first, content, user, option } = await customer();
      const client = who === "staff" ? staff : user;
      const boxes = await made(client, {
        ...basic,
        customer: { id: owner.id },
        delivery_option: { id: option.id, description: "ignored" },
        boxes: [first.id, { id: first.id, code: first.code }, first.id],
      });
      expect([boxes.boxes_count, boxes.boxcontents_count]).toEqual([1, 0]);
      const contents = await made(client, { ...basic, boxes: [], boxcontents: [content.id, { id: content.id }] });
      expect([contents.boxes_count, contents.boxcontents_count]).toEqual([0, 1]);
      expect((await history(first)).filter(([kind]) => kind === HistoryKind.ordered).length).toBe(1);
      expect((await history(content.box)).filter(([kind]) => kind === HistoryKind.ordered).length).toBe(1);
      expect(contents.code).toBeGreaterThan(boxes.code);
    },
  );
});

describe("the price", () => {
  test("is the option's, unless staff name another one; a customer user may only say it", async () => {
    const { basic, second, user, content } = await customer({ ...anyDay, price: "7.05" });
    expect(await refusalOf(user, { ...basic, price: "0.01" })).toEqual({
      price: ["Der Preis dieser Lieferoption ist jetzt 7,05\u00a0€."],
    });
    expect((await made(user, { ...basic, price: 7.05 })).price).toBe("7.05");
    expect((await made(staff, { ...basic, boxes: [second.id], price: "12.5" })).price).toBe("12.50");
    expect((await made(staff, { ...basic, boxes: [], boxcontents: [content.id], price: null })).price).toBe("7.05");
  });

  test.each([
    ["0.10", "0.10"],
    ["0.2", "0.20"],
    [0.1, "0.10"],
    [0, "0.00"],
    ["0", "0.00"],
    [12, "12.00"],
    [99999999.99, "99999999.99"],
    ["99999999.99", "99999999.99"],
  ])("%j is kept as %j", async (price, kept) => {
    const { basic } = await customer();
    expect((await made(staff, { ...basic, price })).price).toBe(kept);
  });

  test("adds up exactly: 0.10 and 0.20 are 0.30", async () => {
    const { basic, second, owner } = await customer();
    await made(staff, { ...basic, price: "0.10" });
    await made(staff, { ...basic, boxes: [second.id], price: "0.20" });
    const { rows } = await db.pools.writing.query(
      "select sum(price)::text as sum from deliveries where customer_id = $1",
      [owner.id],
    );
    expect(rows).toEqual([{ sum: "0.30" }]);
  });

  test.each(["-1", "1.234", "1,50", "abc", "123456789.00", -1, 1e9, 1.005])("%j is refused", async (price) => {
    const { basic } = await customer();
    expect(Object.keys((await refusalOf(staff, { ...basic, price })) as object)).toEqual(["price"]);
  });
});

describe("the date", () => {
  const late = { days: [1, 3, 5], to: "16:00", prior: 48 }; // 48 hours before: never today

  test("is the next possible one where none is named, and the time is the option's from time in Berlin", async () => {
    const { basic } = await customer({ ...late, from: "07:30" });
    const day = nextDeliveryDay(late, new Date());
    const { time } = await made(staff, basic);
    expect(new Date(time ?? 0).toLocaleString("sv-SE", { timeZone: "Europe/Berlin" })).toBe(`${day} 07:30:00`);
  });

  const nextYear = Number(berlinDay(new Date()).slice(0, 4)) + 1;
  const mondayFrom = (day: string) => addDays(day, (8 - isoWeekday(day)) % 7);
  const [winter, summer] = [mondayFrom(`${nextYear}-01-04`), mondayFrom(`${nextYear}-07-01`)];

  test.each([
    [winter, `${winter}T06:30:00.000Z`],
    [summer, `${summer}T05:30:00.000Z`],
  ])("%s may be later on one of the option's days, winter and summer alike", async (date, time) => {
    const { basic } = await customer({ ...late, from: "07:30" });
    expect((await made(staff, { ...basic, date })).time).toBe(time);
  });

  test("before the next possible one is refused, and the answer names that", async () => {
    const { basic, user } = await customer(late);
    const next = nextDeliveryDay(late, new Date());
    const sentence = { date: [`Der nächste mögliche Liefertermin ist der ${showDate(next)}.`] };
    for (const date of [addDays(next, -1), berlinDay(new Date()), "2020-01-06", "0001-01-01"]) {
      expect(await refusalOf(user, { ...basic, date }), date).toEqual(sentence);
      expect(await refusalOf(staff, { ...basic, date }), date).toEqual(sentence);
    }
  });

  test("on another weekday is refused, and the answer names the days and the next possible one", async () => {
    const { basic, user } = await customer(late);
    const next = nextDeliveryDay(late, new Date());
    const sentence = `Geliefert wird nur an diesen Tagen: MO MI FR. Der nächste mögliche Liefertermin ist der ${showDate(next)}.`;
    for (const date of [addDays(next, 1), addDays(next, 7 * 52 + 1)])
      expect(await refusalOf(user, { ...basic, date }), date).toEqual({ date: [sentence] });
  });

  test("is at most two years ahead, of an order and of a return", async () => {
    const { basic, user, owner } = await customer({ ...late, days: [1, 2, 3, 4, 5, 6, 7] });
    const tooFar = { date: ["Das Datum ist mehr als zwei Jahre von heute entfernt."] };
    const today = berlinDay(new Date());
    for (const date of ["9999-12-31", addDays(today, 732)]) {
      expect(await refusalOf(user, { ...basic, date }), date).toEqual(tooFar);
      expect(await refusalOf(staff, { kind: 1, customer: owner.id, boxes: [], boxcontents: [], date }), date).toEqual(
        tooFar,
      );
    }
    expect((await made(user, { ...basic, date: addDays(today, 731) })).time).toContain(addDays(today, 731));
  });

  test.each(["2027-02-29", "24.12.2026", "2026-12-24T00:00:00", "", 20_261_224])("%j is none", async (date) => {
    const { basic } = await customer();
    expect(Object.keys((await refusalOf(staff, { ...basic, date })) as object)).toEqual(["date"]);
  });
});

describe("an order is refused, and stores nothing,", () => {
  const others = [0, 2, 3, 4, 5, 6, 7] as const;
  test.each(others)("of a box in state %i", async (state) => {
    const { basic, owner, second, user } = await customer();
    const box = await a.box({ owner, state });
    const sentence = `Box ${plain(box.code)} ist ${boxStateText[state]}.`;
    for (const client of [staff, user])
      expect(await refusalOf(client, { ...basic, boxes: [second.id, box.id] })).toEqual({ boxes: [sentence] });
  });

  test.each(others)("of a content of a box in state %i", async (state) => {
    const { basic, owner, user } = await customer();
    const box = await a.box({ owner, state });
    const { id } = await a.content({ box });
    expect(await refusalOf(user, { ...basic, boxcontents: [id] })).toEqual({
      boxcontents: [`Box ${showBoxCode(box.code)} ist ${boxStateText[state]}.`],
    });
  });

  test.each([
    [1, "Inhalt wurde bereits ausgeliefert"],
    [2, "Inhalt wurde bereits angefordert"],
    [3, "Inhalt existiert nicht"],
  ] as const)("of a content in state %i: %s", async (state, notice) => {
    const { basic, third, user } = await customer();
    const { id } = await a.content({ box: third, state });
    for (const client of [staff, user])
      expect(await refusalOf(client, { ...basic, boxcontents: [id] })).toEqual({ boxcontents: [notice] });
  });

  test("of a box of which a content is ordered, and of a content of a box in the same basket", async () => {
    const { basic, third, content, user, owner } = await customer();
    expect(await refusalOf(user, { ...basic, boxes: [third.id], boxcontents: [content.id] })).toEqual({
      boxcontents: [`Box ${plain(third.code)} wird schon als Ganzes angefordert.`],
    });
    await ordered({ a, client: user, owner }, [], [content]);
    expect(await refusalOf(user, { ...basic, boxes: [third.id] })).toEqual({
      boxes: [`Aus Box ${plain(third.code)} ist bereits ein einzelner Inhalt angefordert.`],
    });
    const other = await a.content({ box: third });
    expect((await made(user, { ...basic, boxes: [], boxcontents: [other.id] })).state).toBe(0);
  });

  test("of what is not there, another customer's, or a deleted option, each alike", async () => {
    const [mine, theirs] = [await customer(), await customer()];
    const { basic } = mine;
    const gone = await a.option({ owner: mine.owner });
    await staff.call(deleteDeliveryOption, { path: { id: gone.id } });
    const unknown = 2_000_000_000;
    const cases = [
      ["boxes", [theirs.first.id], [unknown], "Diese Box gibt es nicht."],
      ["boxcontents", [theirs.content.id], [unknown], "Diesen Inhalt gibt es nicht."],
      ["delivery_option", theirs.option.id, unknown, "Diese Lieferoption gibt es nicht."],
      ["delivery_option", gone.id, unknown, "Diese Lieferoption gibt es nicht."],
    ] as const;
    for (const client of [staff, mine.user])
      for (const [field, foreign, missing, sentence] of cases)
        for (const value of [foreign, missing])
          expect(await refusalOf(client, { ...basic, [field]: value })).toEqual({ [field]: [sentence] });
    const sentence = { customer: ["Diesen Kunden gibt es nicht."] };
    for (const id of [theirs.owner.id, unknown])
      expect(await refusalOf(mine.user, { ...basic, customer: id })).toEqual(sentence);
    expect(await refusalOf(staff, { ...basic, customer: unknown })).toEqual(sentence);
  });

  test("of one customer with another one's things, though the user has both", async () => {
    const [one, two] = [await customer(), await customer()];
    const user = await server.asCustomer(one.owner, two.owner);
    expect(await refusalOf(user, { ...one.basic, boxes: [two.first.id] })).toEqual({
      boxes: ["Diese Box gibt es nicht."],
    });
  });

  test("of nothing, or for a customer without options", async () => {
    const { basic, user } = await customer();
    const empty = { boxes: ["Bitte wählen Sie mindestens eine Box oder einen Inhalt aus."] };
    expect(await refusalOf(user, { ...basic, boxes: [] })).toEqual(empty);
    expect(await refusalOf(user, { ...basic, boxes: undefined })).toEqual(empty);
    const owner: Customer = await a.customer();
    const box = await a.box({ owner, state: 1 });
    const sentence = "Für einen Kunden ohne Lieferoptionen kann keine Lieferung erstellt werden.";
    for (const client of [staff, await server.asCustomer(owner)])
      expect(
        await refusalOf(client, { customer: owner.id, delivery_option: basic.delivery_option, boxes: [box.id] }),
      ).toEqual({ non_field_errors: [sentence] });
    expect(await refusalOf(user, { ...basic, delivery_option: undefined })).toEqual({
      delivery_option: ["Bitte auswählen"],
    });
    expect(await refusalOf(user, { ...basic, customer: null })).toEqual({ customer: ["Bitte auswählen"] });
  });

  test("of more than 10,000 things, naming the first fifty that stand in the way", async () => {
    const { basic } = await customer();
    const many = (count: number) => Array.from({ length: count }, (_, index) => 1_000_000_000 + index);
    expect(await refusalOf(staff, { ...basic, boxes: many(10_001) })).toEqual({ boxes: ["Ungültig"] });
    expect(await refusalOf(staff, { ...basic, boxcontents: many(10_001) })).toEqual({ boxcontents: ["Ungültig"] });
    const { boxes } = (await refusalOf(staff, { ...basic, boxes: many(10_000) })) as { boxes: string[] };
    expect(boxes.length).toBe(50);
  });

  test("names everything that stands in the way, boxes and contents", async () => {
    const { basic, owner, third, user } = await customer();
    const [out, gone] = [await a.box({ owner, state: 2 }), await a.box({ owner, state: 6 })];
    const content = await a.content({ box: third, state: 3 });
    expect(
      await refusalOf(user, { ...basic, boxes: [gone.id, third.id, out.id], boxcontents: [content.id] }),
    ).toMatchObject({
      boxes: [`Box ${plain(gone.code)} ist vernichtet.`, `Box ${plain(out.code)} ist nicht eingelagert.`],
      boxcontents: ["Inhalt existiert nicht"],
    });
  });
});

expensive("750 boxes in one delivery")("a delivery of 750 boxes takes as many statements as one of ten", async () => {
  const sizes = [10, 750];
  const statements: number[] = [];
  const owner = await a.customer();
  const user = await server.asCustomer(owner);
  for (const size of sizes) {
    const boxes = [];
    for (let index = 0; index < size; index++) boxes.push(await a.box({ owner, state: 1 }));
    let count = 0;
    const listen = (client: { query: unknown }) => {
      const query = client.query as (...given: unknown[]) => unknown;
      client.query = (...given: unknown[]) => {
        count++;
        return query.apply(client, given);
      };
      return query;
    };
    const pools = Object.values(db.pools);
    const clients = await Promise.all(
      pools.flatMap((pool) => Array.from({ length: pool.options.max }, () => pool.connect())),
    );
    const originals = clients.map((client) => [client, listen(client)] as const);
    for (const client of clients) client.release();
    const option = await a.option({ owner, ...anyDay });
    count = 0;
    const body = { customer: owner.id, delivery_option: option.id, boxes: boxes.map(({ id }) => id) };
    const delivery = await user.call(createDelivery, { body });
    statements.push(count);
    expect(delivery.boxes_count).toBe(size);
    for (const [client, query] of originals) client.query = query as typeof client.query;
  }
  expect(statements[1]).toBe(statements[0]);
  expect(statements[0]).toBeLessThan(40);
});
