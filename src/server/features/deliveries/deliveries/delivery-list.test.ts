import { beforeAll, describe, expect, test } from "vitest";
import type { Delivery } from "#contract/schemas/deliveries/deliveries.ts";
import { getDelivery, listCollect, listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { anyDay, ordered, scanned } from "#test/life/box-life-orders.ts";
import { emptyRange } from "#rules/texts/refusal-texts.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

interface Plain {
  readonly id: number;
  readonly code: number;
  readonly kind: 0 | 1;
  readonly state: number;
  readonly time: string;
  readonly owner: Customer;
  readonly boxes: readonly Box[];
  readonly contents: readonly { readonly text: string; readonly box: Box }[];
}

const texts = ["Lohn MÜLLER 2019", "100 % bezahlt", "100 Prozent", "unter_strich", "unterXstrich", "Größe XL", "C:\\x"];
const plain: Plain[] = [];
let own: Customer;
let user: Client;

beforeAll(async () => {
  const names = ["Ärztehaus 10", "zebra", "Öl & Gas", "Oel & Gas"];
  const owners = await Promise.all(names.map((name, index) => a.customer({ name, code: 42 + 100 * index })));
  own = owners[2] as Customer;
  for (let index = 0; index < 40; index++) {
    const owner = owners[index % 4] as Customer;
    const [kind, state] = [index % 5 === 4 ? 1 : 0, ([0, 0, 1, 2, 3] as const)[index % 5]] as const;
    const boxes = [await a.box({ owner, state: kind === 1 ? 2 : 1 })];
    const home = await a.box({ owner, state: 1 });
    const contents =
      kind === 1 ? [] : [{ ...(await a.content({ box: home, text: texts[index % 7] ?? "" })), box: home }];
    const time = `2026-0${1 + (index % 3)}-15T08:00:00.000Z`;
    const option = await a.option({ owner, ...anyDay });
    const wish = { owner, kind, boxes, contents, time, option, price: "12.50", comment: "Pforte" } as const;
    const { id, code } = await a.delivery({ ...wish, state: kind === 1 ? 0 : (state ?? 0) });
    plain.push({ id, code, kind, state: kind === 1 ? 0 : (state ?? 0), time, owner, boxes, contents });
  }
  user = await server.asCustomer(own);
});

type Query = NonNullable<Parameters<typeof staff.call<typeof listDeliveries>>[1]["query"]>;
const list = (query: Query, client = staff) => client.call(listDeliveries, { query });
const ids = async (query: Query, client = staff) =>
  (await list({ limit: 1000, ...query }, client)).results.map(({ id }) => id);
const idsOf = (which: (delivery: Plain) => boolean) =>
  plain
    .filter(which)
    .map(({ id }) => id)
    .toReversed();

describe("the list of deliveries", () => {
  test("shows the newest first, thirty a page, with what stands in the contract and no more", async () => {
    const [first, second] = [await list({}), await list({ offset: 30 })];
    expect([first.count, first.count_pages, first.current_page, second.current_page]).toEqual([40, 2, 1, 2]);
    expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(idsOf(() => true));
    const last = plain.at(-2) as Plain;
    expect(first.results[1]).toEqual({
      id: last.id,
      code: last.code,
      created: expect.any(String),
      kind: 0,
      state: last.state,
      time: last.time,
      price: "12.50",
      comment: "Pforte",
      cost_centre: "",
      customer: last.owner,
      boxes_count: 1,
      boxcontents_count: 1,
    });
    expect(await list({ limit: 7, offset: 21 })).toMatchObject({ count_pages: 6, current_page: 4 });
    expect(await list({ offset: 1000 })).toMatchObject({ count: 40, results: [] });
  });

  const german = new Intl.Collator("de", { numeric: true });
  const orders: Record<string, (one: Delivery, other: Delivery) => number> = {
    code: (one, other) => one.code - other.code,
    kind: (one, other) => one.kind - other.kind,
    state: (one, other) => one.state - other.state,
    time: (one, other) => String(one.time).localeCompare(String(other.time)),
    customer: (one, other) => german.compare(one.customer.name, other.customer.name),
  };

  test.each(Object.keys(orders).flatMap((order) => [order, `-${order}`]))(
    "ordered by %s is the same on every page size, ties by id",
    async (order_by) => {
      const order = orders[order_by.replace("-", "")];
      const descending = order_by.startsWith("-");
      for (const client of [staff, user]) {
        const { results: all } = await list({ limit: 1000 }, client);
        const sorted = all
          .toSorted((one, other) => (order?.(one, other) || one.id - other.id) * (descending ? -1 : 1))
          .map(({ id }) => id);
        const paged = [];
        for (let offset = 0; offset < all.length; offset += 7)
          paged.push(
            ...(await list({ limit: 7, offset, order_by: order_by as "code" }, client)).results.map(({ id }) => id),
          );
        expect(paged).toEqual(sorted);
      }
    },
  );

  test.each(["boxes", "price", "created", "id", "-", "code,time"])("cannot be ordered by %j", async (order_by) => {
    expect(await staff.refusal(listDeliveries, { query: { order_by: order_by as "code" } })).toEqual({
      order_by: ["Ungültig"],
    });
  });

  test("finds a box by its code, with dots and without, and by a piece of it; also by the box of a content", async () => {
    for (const { boxes, contents, id } of [plain[0], plain[17], plain[39]] as Plain[]) {
      for (const { code } of [...boxes, ...contents.map(({ box }) => box)]) {
        expect(await ids({ box: code })).toEqual([id]);
        expect(await ids({ box: ` ${code.slice(0, 4)}.${code.slice(4, 7)} ${code.slice(7)}` })).toEqual([id]);
      }
    }
    expect(await ids({ box: "0142.000" })).toEqual(idsOf(({ owner }) => owner.code === 142));
    const whole = (piece: string) =>
      idsOf(({ boxes, contents }) =>
        [...boxes, ...contents.map(({ box }) => box)].some(({ code }) => code.includes(piece)),
      );
    for (const piece of ["0", "42", "0001", "000011"]) expect(await ids({ box: piece })).toEqual(whole(piece));
    for (const nothing of ["9999999999", "12345678901", "%", "_", "abc", "\\"])
      expect(await ids({ box: nothing }), nothing).toEqual([]);
    expect((await list({ box: "0142", limit: 2 })).count).toBe(10);
  });

  test.each([
    ["müller", ["Lohn MÜLLER 2019"]],
    ["MULLER", ["Lohn MÜLLER 2019"]],
    ["grosse", ["Größe XL"]],
    ["größe", ["Größe XL"]],
    ["100", ["100 % bezahlt", "100 Prozent"]],
    ["%", ["100 % bezahlt"]],
    ["_", ["unter_strich"]],
    ["unter", ["unter_strich", "unterXstrich"]],
    ["C:\\", ["C:\\x"]],
    ["nirgends", []],
  ])("finds contents by %j: %j", async (content, found) => {
    const expected = idsOf(({ contents }) => contents.some(({ text }) => found.includes(text)));
    expect(await ids({ content })).toEqual(expected);
    expect((await list({ content, limit: 1 })).count).toBe(expected.length);
  });

  test("finds a content by the text that it was ordered under, after it has changed", async () => {
    const [content] = plain[0]?.contents ?? [];
    await db.write((tx) =>
      tx
        .updateTable("contents")
        .set({ text: "Ganz anders" })
        .where("box_id", "=", content?.box.id ?? 0)
        .execute(),
    );
    expect(await ids({ content: "Ganz anders" })).toEqual([]);
    expect(await ids({ content: "MÜLLER" })).toContain(plain[0]?.id);
  });

  test("finds by state, and by everything at once", async () => {
    for (const state of [0, 1, 2, 3] as const)
      expect(await ids({ state })).toEqual(idsOf((delivery) => delivery.state === state));
    expect(await ids({ state: 2, content: "unter", box: "0142" })).toEqual(
      idsOf(
        ({ state, contents, owner }) =>
          state === 2 && owner.code === 142 && contents.some(({ text }) => text.startsWith("unter")),
      ),
    );
    expect(Object.keys((await staff.refusal(listDeliveries, { query: { state: 4 as 3 } })) as object)).toEqual([
      "state",
    ]);
  });

  test("finds by customer, kind and day in Berlin, alone and together", async () => {
    expect(await ids({ customer: 142 })).toEqual(idsOf(({ owner }) => owner.code === 142));
    expect(await ids({ customer: 9999 })).toEqual([]);
    for (const kind of [0, 1] as const)
      expect(await ids({ kind })).toEqual(idsOf((delivery) => delivery.kind === kind));
    expect(await ids({ day: "2026-02-15" })).toEqual(idsOf(({ time }) => time.startsWith("2026-02")));
    expect(await ids({ day: "2026-02-14" })).toEqual([]);
    const between = { day_from: "2026-01-16", day_to: "2026-02-15" };
    expect(await ids(between)).toEqual(idsOf(({ time }) => time.startsWith("2026-02")));
    const upsideDown = { query: { day_from: "2026-02-15", day_to: "2026-02-14" } };
    expect(await staff.refusal(listDeliveries, upsideDown)).toEqual({ day_to: [emptyRange.message] });
    const together = { customer: 142, kind: 0, day: "2026-01-15", state: 0, box: "0142" } as const;
    expect(await ids(together)).toEqual(
      idsOf((one) => one.owner.code === 142 && one.kind === 0 && one.time.startsWith("2026-01") && one.state === 0),
    );
    await db.write((tx) =>
      tx
        .updateTable("deliveries")
        .set({ time: "2026-03-15T23:30:00Z" })
        .where("id", "=", plain[2]?.id ?? 0)
        .execute(),
    );
    expect(await ids({ day: "2026-03-16" })).toEqual([plain[2]?.id]);
    expect(await ids({ day: "2026-03-15" })).not.toContain(plain[2]?.id);
    for (const [field, value] of [
      ["customer", "10000"],
      ["customer", "x"],
      ["kind", "4"],
      ["day", "2026-02-30"],
      ["day", "heute"],
    ] as const) {
      const refused = await staff.raw("GET", `/api/v1/deliveries/?${field}=${value}`);
      expect([refused.status, Object.keys(refused.body as object)]).toEqual([400, [field]]);
    }
  });

  test("answers only the fields that are asked for", async () => {
    const { results } = await list({ query: "{id,customer{name}}", limit: 1 });
    expect(results).toEqual([{ id: plain.at(-1)?.id, customer: { name: plain.at(-1)?.owner.name } }]);
    expect(await staff.refusal(listDeliveries, { query: { query: "{user_id}" } })).toEqual({
      query: ["Ungültig: user_id"],
    });
    const path = { id: plain[0]?.id ?? 0 };
    expect(await staff.call(getDelivery, { path, query: { query: "{boxes{code,picked},events{kind}}" } })).toEqual({
      boxes: [{ code: plain[0]?.boxes[0]?.code, picked: false }],
      events: [{ kind: "created" }],
    });
    const refused = { path, query: { query: "{boxes{row_id}}" } };
    expect(await staff.refusal(getDelivery, refused)).toEqual({ query: ["Ungültig: row_id"] });
  });
});

describe("a customer user", () => {
  test("finds and counts only the own deliveries, whatever is asked for", async () => {
    const mine = idsOf(({ owner }) => owner.id === own.id);
    expect(await ids({}, user)).toEqual(mine);
    expect((await list({ limit: 1 }, user)).count).toBe(mine.length);
    const theirs = plain.find(({ owner, contents }) => owner.id !== own.id && contents.length > 0) as Plain;
    for (const query of [{ box: theirs.boxes[0]?.code ?? "" }, { box: theirs.contents[0]?.box.code ?? "" }])
      expect(await list(query, user)).toMatchObject({ count: 0, results: [] });
    expect(await list({ customer: theirs.owner.code }, user)).toMatchObject({ count: 0, results: [] });
    const text = texts[2] ?? "";
    expect(await ids({ content: text }, user)).toEqual(
      idsOf(({ owner, contents }) => owner.id === own.id && contents.some((content) => content.text === text)),
    );
    for (const state of [0, 1, 2, 3] as const)
      expect((await list({ state, limit: 1 }, user)).count).toBe(
        idsOf((delivery) => delivery.owner.id === own.id && delivery.state === state).length,
      );
  });

  test("without customers finds nothing, and with two finds both", async () => {
    const nobody = await server.asCustomer();
    expect(await list({}, nobody)).toMatchObject({ count: 0, results: [] });
    const [first, second] = [plain[0], plain[1]] as [Plain, Plain];
    const both = await server.asCustomer(first.owner, second.owner);
    expect((await ids({}, both)).length).toBe(20);
  });

  test("reads a delivery without places and with `Archiv` instead of a staff member's name", async () => {
    const delivery = plain.find(({ owner, state, kind }) => owner.id === own.id && state === 2 && kind === 0) as Plain;
    const [mine, whole] = [
      await user.call(getDelivery, { path: { id: delivery.id } }),
      await staff.call(getDelivery, { path: { id: delivery.id } }),
    ];
    expect(JSON.stringify(mine)).not.toMatch(/"(position|row|area|part|height)"/);
    expect(mine.events.map(({ kind, user: by }) => [kind, by])).toEqual([
      ["created", null],
      ["started", { first_name: "Archiv", last_name: "" }],
      ["completed", { first_name: "Archiv", last_name: "" }],
    ]);
    expect(whole.events[1]?.user).toEqual({ first_name: "Erika", last_name: "Muster" });
    expect(whole.boxes[0]?.position).toBeNull();
    expect(whole.boxcontents[0]?.box.position).toMatchObject({ part: expect.any(Number), row: { area: {} } });
    const { position: _hidden, version: _version, ...rest } = whole.boxes[0] ?? {};
    expect(mine.boxes).toEqual([rest]);
  });

  test("reads the names of colleagues, and `Archiv` once they see the customer no more", async () => {
    const colleague = await server.asCustomer(own);
    const box = await a.box({ owner: own, state: 1 });
    const option = await a.option({ owner: own, ...anyDay });
    const body = { customer: own.id, delivery_option: option.id, boxes: [box.id] };
    const { body: delivery } = await colleague.send("POST", "/api/v1/deliveries/", body);
    const author = async () => {
      const { id } = delivery as Delivery;
      return (await user.call(getDelivery, { path: { id } })).events[0]?.user;
    };
    expect(await author()).toEqual({ first_name: "Erika", last_name: "Muster" });
    await db.write((tx) => tx.deleteFrom("customer_users").where("user_id", "=", colleague.userId).execute());
    expect(await author()).toEqual({ first_name: "Archiv", last_name: "" });
  });

  test("gets a 404 for another customer's delivery, as for a missing one", async () => {
    const theirs = plain.find(({ owner }) => owner.id !== own.id) as Plain;
    const answers = [];
    for (const id of [theirs.id, 2_000_000_000]) {
      const { status, text } = await user.ask(getDelivery, { path: { id } });
      answers.push([status, text]);
    }
    expect(answers).toEqual([
      [404, '{"detail":"Nicht gefunden!"}'],
      [404, '{"detail":"Nicht gefunden!"}'],
    ]);
    expect((await staff.raw("PUT", `/api/v1/deliveries/${theirs.id}/`)).status).toBe(405);
    expect((await staff.raw("DELETE", `/api/v1/deliveries/${theirs.id}/`)).status).toBe(405);
    expect((await staff.raw("GET", "/api/v1/deliveries/abc/")).status).toBe(404);
  });
});

test("what is to be collected is every line that is not picked, in walking order", async () => {
  const owner = await a.customer();
  const area = await a.area({ name: "0 Erste Halle" });
  const [row, reverse] = [await a.row({ area, number: 2 }), await a.row({ area, number: 10, reverse: true })];
  const at = (where: typeof row, part: number, height: number) =>
    a.box({ owner, state: 1, place: { row: where, part, height } });
  const walked = [await at(row, 1, 2), await at(row, 2, 1), await at(reverse, 3, 1), await at(reverse, 1, 1)];
  const [first, second, third, fourth] = walked as [
    (typeof walked)[0],
    (typeof walked)[0],
    (typeof walked)[0],
    (typeof walked)[0],
  ];
  const content = await a.content({ box: second, text: "Akte Schulz" });
  const { id, code, time } = await ordered({ a, client: staff, owner }, [fourth, first, third], [content]);
  const mine = async () =>
    (await staff.call(listCollect, {})).results.filter((line) => line.delivery.id === id).map((line) => line.box.code);
  expect(await mine()).toEqual(walked.map((each) => each.code));
  const { results } = await staff.call(listCollect, {});
  expect(results.find((line) => line.box.id === second.id)).toEqual({
    delivery: { id, code, time },
    customer: owner,
    box: { id: second.id, code: second.code },
    content: { id: content.id, text: "Akte Schulz" },
    position: {
      id: second.id,
      part: 2,
      height: 1,
      created: expect.any(String),
      row: { id: row.id, number: 2, reverse: false, area },
    },
  });
  await scanned(staff, { kind: "pick", delivery: id, code: third.code });
  await scanned(staff, { kind: "missing", delivery: id, code: first.code, text: "nicht da" });
  expect(await mine()).toEqual([second.code, fourth.code]);
  await scanned(staff, { kind: "pick", delivery: id, content: content.id });
  await scanned(staff, { kind: "pick", delivery: id, code: fourth.code });
  expect(await mine()).toEqual([]);
  expect((await (await server.asCustomer(owner)).ask(listCollect, {})).status).toBe(403);
});
