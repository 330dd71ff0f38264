import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { scan } from "#contract/calls/scanning/scans.ts";
import {
  beginRow,
  createStocktake,
  endRow,
  getCountedRow,
  getStocktake,
  listResults,
  listStocktakes,
  secondLooks,
} from "#contract/calls/stocktake/stocktakes.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Row, Spot } from "#test/support/factories.ts";
import type { Counted } from "#test/support/factories/stocktake-factories.ts";
import { counting, releasing, seededRow, send, storing } from "#test/support/seeded-row.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const other = await server.asStaff();

const none = {
  right: 0,
  other_place: 0,
  other_row: 0,
  missing: 0,
  away: 0,
  ordered: 0,
  destroyed: 0,
  unknown: 0,
  twice: 0,
  moved: 0,
};
const make = async (row: Row, blind = false) =>
  (await staff.call(createStocktake, { body: { rows: [row.id], blind } })).id;
const path = (id: number, row: Row) => ({ path: { id, row: row.id } });
const begin = (id: number, row: Row) => staff.call(beginRow, { ...path(id, row), body: { again: false } });
const end = (id: number, row: Row) => staff.call(endRow, path(id, row));
const results = async (id: number) => (await staff.call(listResults, { path: { id }, query: { limit: 1000 } })).results;
const filled = async (amount: number) => {
  const row = await a.row();
  const boxes = [];
  for (let nth = 0; nth < amount; nth++)
    boxes.push(await a.box({ state: 1, place: { row, part: Math.floor(nth / 5) + 1, height: (nth % 5) + 1 } }));
  return { row, boxes };
};
const asTheyStand = (boxes: readonly { code: string; place: Spot | null }[]): Counted[] =>
  boxes.map(({ code, place }) => ({ part: place?.part ?? 0, height: place?.height ?? 0, code }));

describe("what comes of a count", () => {
  expensive("a row with every fault, counted place by place")(
    "is exactly one result of each class for a row in which everything is wrong",
    async () => {
      const { row, boxes, places } = await seededRow(server);
      const id = await make(row);
      expect(await begin(id, row)).toMatchObject({ state: 1, expected: 6, scanned: 0, counts: null });
      expect(await send(other, releasing(boxes.moved))).toEqual(["done"]);
      expect(await send(staff, ...places.map((place) => counting(row, [place], { session: id })))).toEqual(
        places.map(() => "done"),
      );
      const ended = await end(id, row);
      const each = { other_place: 1, other_row: 1, missing: 1, away: 1, ordered: 1, destroyed: 1, unknown: 1 };
      expect(ended).toMatchObject({ state: 2, scanned: 12, expected: 6, open: 10 });
      expect(ended.counts).toEqual({ ...none, ...each, right: 2, twice: 1, moved: 1 });
      const found = new Map((await results(id)).map((result) => [result.code, result]));
      expect(found.size).toBe(11);
      expect(found.get(boxes.byHand.code)).toMatchObject({ class: "right", hand: true });
      expect(found.get(boxes.misplaced.code)).toMatchObject({
        class: "other_place",
        expected: { part: 2, height: 1 },
        found: [{ part: 2, height: 2 }],
      });
      expect(found.get(boxes.missing.code)).toMatchObject({ class: "missing", looked: true, found: [] });
      expect(found.get(boxes.doubled.code)).toMatchObject({ class: "twice", found: [{ height: 1 }, { height: 2 }] });
      expect(found.get("9999888777")).toMatchObject({ class: "unknown", box: null });
      expect((await staff.call(getStocktake, { path: { id } })).counts).toEqual(ended.counts);
    },
  );

  expensive("fifty boxes moved while their row is counted")(
    "is nothing missing while somebody else stores, picks and moves 50 boxes of the row",
    async () => {
      const { row, boxes } = await filled(50);
      const [target, id] = [await a.row(), await make(row)];
      const newcomers = [];
      while (newcomers.length < 10) newcomers.push(await a.box({ state: 1 }));
      await begin(id, row);
      const halfway = boxes.slice(0, 25);
      const moving = boxes.map((box, nth) =>
        nth % 2 === 0
          ? releasing(box)
          : storing(box, { row: target, part: Math.floor(nth / 5) + 1, height: (nth % 5) + 1 }),
      );
      const coming = newcomers.map((box, nth) => storing(box, { row, part: 20 + nth, height: 1 }));
      const [scanned, moved] = await Promise.all([
        send(staff, ...asTheyStand(halfway).map((place) => counting(row, [place], { session: id }))),
        send(other, ...moving, ...coming),
      ]);
      expect(new Set([...scanned, ...moved])).toEqual(new Set(["done"]));
      await send(staff, counting(row, [{ part: 20, height: 1, code: newcomers[0]?.code ?? "" }], { session: id }));
      const { counts } = await end(id, row);
      // what was scanned where it was expected was there, whatever became of it; the rest somebody has moved
      expect(counts).toEqual({ ...none, right: 25, moved: 26 });
    },
  );

  test("goes on after a pause where it was left, and comes to the same", async () => {
    const { row, boxes } = await filled(4);
    const id = await make(row);
    await begin(id, row);
    await send(staff, counting(row, asTheyStand(boxes.slice(0, 2)), { session: id }));
    const later = await server.as({ id: staff.userId }); // another tab, another day: nothing but the row itself is known
    const resumed = await later.call(beginRow, { ...path(id, row), body: { again: false } });
    expect(resumed.places.map(({ code }) => code)).toEqual(boxes.slice(0, 2).map(({ code }) => code));
    expect(resumed.run).toBe(1);
    await send(later, counting(row, asTheyStand(boxes.slice(2, 3)), { session: id }));
    expect((await end(id, row)).counts).toEqual({ ...none, right: 3, missing: 1 });
  });

  test("takes the last scan of a place, and the code of another customer as any other", async () => {
    const { row, boxes } = await filled(2);
    const id = await make(row);
    await begin(id, row);
    const [first, second] = asTheyStand(boxes);
    await send(
      staff,
      counting(row, [{ ...(first as Counted), code: boxes[1]?.code ?? "" }], { session: id }),
      counting(row, [first as Counted, second as Counted], { session: id }),
    );
    expect((await end(id, row)).counts).toEqual({ ...none, right: 2 });
  });
});

describe("a phone without a network", () => {
  test("sends what it has counted twice, and nothing is counted twice", async () => {
    const { row, boxes, places } = await seededRow(server);
    const at = new Date().toISOString();
    const operations = [
      ...places.map((place, nth) => counting(row, [place], { at, seq: nth + 1, mode: "target" })),
      counting(row, [], { at, seq: 99, close: true }),
    ];
    expect(await send(other, releasing(boxes.moved))).toEqual(["done"]); // after the count had begun, and before the phone was heard of
    const sent = Date.now();
    const body = { device: randomUUID(), clock: new Date(sent).toISOString(), operations };
    const first = await staff.call(scan, { body });
    const onItsWay = Date.now() - sent; // by so much at the most the phone's clock seems to be late
    expect(new Set(first.results.map(({ status }) => status))).toEqual(new Set(["done"]));
    const { results: list } = await staff.call(listStocktakes, {});
    const id = list[0]?.id ?? 0;
    const before = await results(id);
    const again = await staff.call(scan, { body });
    expect(again.results.every((result) => result.again)).toBe(true);
    expect(await results(id)).toEqual(before);
    const counted = await staff.call(getCountedRow, path(id, row));
    expect(counted).toMatchObject({ state: 2, scanned: 12, run: 1 });
    expect(counted.counts).toMatchObject({ right: 2, missing: 1, moved: 0, twice: 1 });
    expect(Date.parse(counted.begun ?? "")).toBeLessThanOrEqual(Date.parse(at) + onItsWay);
  });

  test("begins a stocktake of one row by itself, and goes on in it", async () => {
    const { row, boxes } = await filled(2);
    const [first, second] = asTheyStand(boxes);
    await send(staff, counting(row, [first as Counted], { mode: "blind" }));
    await send(staff, counting(row, [second as Counted], { close: true }));
    const [newest] = (await staff.call(listStocktakes, {})).results;
    expect(newest).toMatchObject({ blind: true, rows_count: 1, rows_ended: 1, state: 2 });
    expect((await staff.call(getStocktake, { path: { id: newest?.id ?? 0 } })).counts).toEqual({ ...none, right: 2 });
  });
});

describe("a row that is counted blind", () => {
  test("shows nobody what is expected before it has ended", async () => {
    const { row, boxes } = await filled(6);
    const id = await make(row, true);
    const answers = [await staff.ask(beginRow, { ...path(id, row), body: { again: false } })];
    const seen = boxes.slice(0, 2);
    const body = { operations: asTheyStand(seen).map((place) => counting(row, [place], { session: id })) };
    answers.push((await staff.ask(scan, { body })) as never);
    answers.push(await other.ask(beginRow, { ...path(id, row), body: { again: false } }));
    answers.push(await staff.ask(getCountedRow, path(id, row)));
    const asked = [
      await staff.ask(getStocktake, { path: { id } }),
      await staff.ask(listResults, { path: { id } }),
      await staff.ask(listStocktakes, {}),
      await staff.ask(secondLooks, {}),
    ];
    const sheet = await staff.raw("GET", `/api/v1/stocktakes/${id}/results/sheet/?format=csv`);
    const answered = [...answers, ...asked, sheet].map(({ text }) => text).join("\n");
    for (const { code } of boxes.slice(2)) {
      expect(answered).not.toContain(code);
      expect(answered).not.toContain(code.replace(/(.{4})(.{3})/, "$1.$2."));
    }
    expect(answers.at(-1)?.body).toMatchObject({ expected: null, target: null, counts: null, open: null });
    expect(asked[0]?.body).toMatchObject({ rows: [{ expected: null }], counts: none });
    const ended = await end(id, row);
    expect(ended).toMatchObject({ expected: 6, counts: { right: 2, missing: 4 } });
    expect(ended.target?.map(({ code }) => code)).toEqual(boxes.map(({ code }) => code));
  });
});

describe("a row", () => {
  test("is begun by one of many at once, and all others read who that is", async () => {
    const { row } = await filled(1);
    const id = await make(row);
    const workers = await Promise.all(Array.from({ length: 12 }, () => server.asStaff()));
    const answers = await Promise.all(
      workers.map((one) => one.ask(beginRow, { ...path(id, row), body: { again: false } })),
    );
    const refusals = answers.filter(({ status }) => status === 400).map(({ body }) => JSON.stringify(body));
    expect(refusals).toHaveLength(answers.length - 1);
    for (const refusal of refusals) expect(refusal).toMatch(/Diese Reihe zählt gerade Erika Muster, seit /);
  });

  test("is counted by one person at a time, in whatever stocktake", async () => {
    const { row } = await filled(1);
    const [id, second] = [await make(row), await make(row)];
    await begin(id, row);
    const counts = { non_field_errors: [expect.stringMatching(/^Diese Reihe zählt gerade Erika Muster, seit /)] };
    expect(await other.refusal(beginRow, { ...path(id, row), body: { again: false } })).toEqual(counts);
    expect(await other.refusal(beginRow, { ...path(second, row), body: { again: false } })).toEqual(counts);
    expect(await other.refusal(endRow, path(id, row))).toEqual(counts);
    const [refused] = (
      await other.call(scan, {
        body: { operations: [counting(row, [{ part: 1, height: 1, code: null }], { session: id })] },
      })
    ).results;
    expect(refused).toMatchObject({ status: "refused", code: "counting" });
    await other.call(beginRow, { ...path(id, row), body: { again: false, take_over: true } });
    expect(await staff.refusal(endRow, path(id, row))).toEqual(counts);
  });

  test("that two begin at once has one counter, and the other is refused", async () => {
    const { row } = await filled(1);
    const id = await make(row);
    const answers = await Promise.all(
      [staff, other].map((client) => client.ask(beginRow, { ...path(id, row), body: { again: false } })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 400]);
  });

  test("that is counted is counted anew only on purpose, and keeps what was scanned", async () => {
    const { row, boxes } = await filled(2);
    const id = await make(row);
    await begin(id, row);
    await end(id, row);
    expect(await staff.refusal(beginRow, { ...path(id, row), body: { again: false } })).toEqual({
      non_field_errors: [expect.stringMatching(/^Diese Reihe ist schon gezählt \(Erika Muster, /)],
    });
    expect(await send(staff, counting(row, asTheyStand(boxes), { session: id }))).toEqual([
      expect.stringMatching(/^Diese Reihe ist schon gezählt/),
    ]);
    const again = await staff.call(beginRow, { ...path(id, row), body: { again: true } });
    expect(again).toMatchObject({ state: 1, run: 2, places: [] });
    await send(staff, counting(row, asTheyStand(boxes), { session: id }));
    expect((await end(id, row)).counts).toEqual({ ...none, right: 2 });
  });

  test("and a stocktake that do not exist are refused with a sentence", async () => {
    const [row, stranger] = [await a.row(), await a.row()];
    const id = await make(row);
    expect(await send(staff, counting(row, [], { session: 2_000_000_000 }))).toEqual(["Diese Inventur gibt es nicht."]);
    expect(await send(staff, counting(stranger, [], { session: id }))).toEqual([
      "Diese Reihe gehört nicht zu dieser Inventur.",
    ]);
    expect(await send(staff, counting({ id: 2_000_000_000 }, []))).toEqual(["Diese Reihe gibt es nicht."]);
    expect((await staff.ask(beginRow, { ...path(id, stranger), body: { again: false } })).status).toBe(404);
    expect(await staff.refusal(endRow, path(id, row))).toEqual({
      non_field_errors: ["Diese Reihe hat noch niemand begonnen."],
    });
  });
});
