import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { getCase, listCases } from "#contract/calls/stocktake/cases.ts";
import { getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { getRow, listRows } from "#contract/calls/stock/rows.ts";
import { acceptResults, closeStocktake, getStocktake, secondLooks } from "#contract/calls/stocktake/stocktakes.ts";
import type { Input } from "#contract/route.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { type ResultClass, resultClasses } from "#rules/stocktake/results.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { repeated } from "#test/support/extent.ts";
import type { Box, Row } from "#test/support/factories.ts";
import type { Counted } from "#test/support/factories/stocktake-factories.ts";
import { fc } from "#test/support/random.ts";
import { expensive } from "#test/support/tiers.ts";
import { counting, releasing, seededRow, send } from "#test/support/seeded-row.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const other = await server.asStaff();

type Body = Input<typeof acceptResults>["body"];
const accept = (id: number, classes: readonly ResultClass[], more: Partial<Body> = {}) =>
  staff.call(acceptResults, { path: { id }, body: { classes: [...classes], ...more } });
const all = resultClasses;
const box = (of: { readonly id: number }) => staff.call(getBox, { path: { id: of.id } });
const counted = async (row: Row, places: readonly Counted[]) =>
  (await a.count({ row, places, counter: { id: staff.userId }, until: "ended" })).stocktake;
const spot = (part: number, height: number, of: { readonly code: string } | null): Counted => ({
  part,
  height,
  code: of?.code ?? null,
});
const placeOf = async (of: Box) => {
  const { position } = await box(of);
  return position && [position.row.id, position.part, position.height];
};

describe("accepting", () => {
  test("mends each class in its own way, once, and leaves what was moved", async () => {
    const { row, boxes, places } = await seededRow(server);
    const { stocktake: id } = await a.count({ row, counter: { id: staff.userId }, until: "begun" });
    await send(other, releasing(boxes.moved));
    await send(staff, counting(row, places, { session: id, close: true }));
    const first = await accept(id, all, { row: row.id });
    expect(first).toMatchObject({ accepted: 9, second_look: 1, left: [], open: 1, state: 2 });
    expect(await accept(id, all, { row: row.id })).toMatchObject({ accepted: 0, second_look: 0, open: 1 });
    for (const right of [boxes.right, boxes.byHand]) {
      const { history } = await box(right);
      expect(history.map(({ state }) => state)).toEqual([0, 1, HistoryKind.verified]);
      expect(history.at(-1)?.meta).toMatchObject({ row: row.number, part: 1, stocktake: id });
    }
    expect(await placeOf(boxes.misplaced)).toEqual([row.id, 2, 2]);
    expect(await placeOf(boxes.fromElsewhere)).toEqual([row.id, 6, 1]);
    expect(await box(boxes.away)).toMatchObject({ state: 1, position: { part: 6, height: 2 } });
    expect((await box(boxes.away)).history.slice(-2).map(({ state }) => state)).toEqual([4, 1]);
    expect(await box(boxes.picked)).toMatchObject({ state: 4, position: { part: 7, height: 1 } });
    expect(await box(boxes.destroyed)).toMatchObject({ state: 6 });
    expect(await box(boxes.missing)).toMatchObject({ state: 1, position: { part: 3 } });
    expect(await box(boxes.moved)).toMatchObject({ state: 2 });
    const { results: cases } = await staff.call(listCases, { query: { open: "all" } });
    const kinds = new Map(cases.map(({ code, kind }) => [code, kind]));
    expect(kinds).toEqual(
      new Map([
        [boxes.doubled.code, 2],
        [boxes.destroyed.code, 3],
        ["9999888777", 4],
      ]),
    );
    expect(await runChecks(db)).toEqual([]);
  });

  test("of what is missing asks for a second look first, and then makes a case of it", async () => {
    const row = await a.row();
    const ordered = await a.box({ state: 4, place: { row, part: 1, height: 1 } });
    const marked = await a.box({ state: 7, place: { row, part: 1, height: 2 } });
    const found = await a.box({ state: 1, place: { row, part: 2, height: 1 } });
    const id = await counted(row, [spot(1, 1, null)]);
    expect(await accept(id, ["missing"], { looked_again: true })).toMatchObject({ accepted: 0, second_look: 3 });
    const looks = (await staff.call(secondLooks, { query: { stocktake: id } })).results;
    expect(looks.map(({ code, part, height }) => [code, part, height])).toEqual([
      [ordered.code, 1, 1],
      [marked.code, 1, 2],
      [found.code, 2, 1],
    ]);
    // somebody looks again, and finds one behind another place
    expect(await send(other, counting(row, [spot(3, 1, found), spot(1, 1, null)], { session: id }))).toEqual(["done"]);
    expect(await accept(id, ["missing"])).toMatchObject({ accepted: 0, second_look: 0 });
    const done = await accept(id, all, { looked_again: true });
    expect(done).toMatchObject({ accepted: 3, left: [], open: 0, state: 3 });
    expect(await placeOf(found)).toEqual([row.id, 3, 1]);
    expect(await box(ordered)).toMatchObject({ state: 3, position: null });
    expect((await box(marked)).history.slice(-2).map(({ state }) => state)).toEqual([9, 5]);
    const [missing] = (await staff.call(listCases, { query: { code: ordered.code } })).results;
    const detail = await staff.call(getCase, { path: { id: missing?.id ?? 0 } });
    expect(detail).toMatchObject({
      kind: 0,
      state: 0,
      stocktake: { id },
      last_seen: { row: row.id, part: 1, height: 1 },
    });
    expect(detail.last_seen?.place).toBe(`${row.area.name}, Reihe ${row.number}, Teil 1, Höhe 1`);
    await staff.call(closeStocktake, { path: { id } });
    expect(await staff.call(getRow, { path: { id: row.id } })).toMatchObject({ last_verified: expect.any(String) });
    const { results } = await staff.call(listRows, { query: { order_by: "-last_verified", limit: 1 } });
    expect(results[0]).toMatchObject({ id: row.id });
    expect(await runChecks(db)).toEqual([]);
  });

  test("closes the line of a delivery whose box is missing", async () => {
    const row = await a.row();
    const ordered = await a.box({ state: 1, place: { row, part: 1, height: 1 } });
    const delivery = await a.delivery({ owner: ordered.owner, boxes: [ordered] });
    const id = await counted(row, []);
    await accept(id, ["missing"]);
    await accept(id, ["missing"], { looked_again: true });
    const { boxes } = await staff.call(getDelivery, { path: { id: delivery.id } });
    expect(boxes).toMatchObject([{ id: ordered.id, missing: true }]);
  });

  test("turns boxes that stand in each other's way, however many", async () => {
    const row = await a.row();
    const boxes: Box[] = [];
    for (let part = 1; part <= 5; part++) boxes.push(await a.box({ state: 1, place: { row, part, height: 1 } }));
    const turned = boxes.map((_, nth) => spot(nth + 1, 1, boxes[(nth + 1) % 5] ?? null));
    const id = await counted(row, turned);
    expect(await accept(id, all)).toMatchObject({ accepted: 5, left: [], state: 3 });
    for (const [nth, each] of boxes.entries()) expect(await placeOf(each)).toEqual([row.id, ((nth + 4) % 5) + 1, 1]);
    expect(await runChecks(db)).toEqual([]);
  });

  test("leaves what cannot go where it was found, and says why", async () => {
    const row = await a.row();
    const missing = await a.box({ state: 1, place: { row, part: 1, height: 1 } });
    const stranger = await a.box({ state: 1 });
    const marked = await a.box({ state: 7, markedFrom: 2 });
    const id = await counted(row, [spot(1, 1, stranger), spot(2, 1, marked)]);
    const { left, accepted } = await accept(id, ["other_row"]);
    expect(accepted).toBe(0);
    expect(new Map(left.map(({ code, message }) => [code, message]))).toEqual(
      new Map([
        [stranger.code, `Platz ist belegt durch ${missing.code.replace(/(.{4})(.{3})/, "$1.$2.")}.`],
        [marked.code, "Das geht nicht: Die Box ist markiert zur Vernichtung."],
      ]),
    );
    await accept(id, ["missing"]);
    expect(
      await accept(id, ["missing", "other_row"], { looked_again: true, codes: [missing.code, stranger.code] }),
    ).toMatchObject({
      accepted: 2,
      left: [],
    });
    expect(await placeOf(stranger)).toEqual([row.id, 1, 1]);
  });

  test("of a whole stocktake moves a box from one of its rows to the other", async () => {
    const [one, two] = [await a.row(), await a.row()];
    const wanderer = await a.box({ state: 1, place: { row: one, part: 1, height: 1 } });
    const id = await counted(one, []);
    await db.write((tx) =>
      tx
        .insertInto("stocktake_rows")
        .values({ stocktake_id: id, row_id: two.id, area_id: two.area.id, area: two.area.name, number: two.number })
        .execute(),
    );
    await send(staff, counting(two, [spot(4, 2, wanderer)], { session: id, close: true }));
    const { counts } = await staff.call(getStocktake, { path: { id } });
    expect(counts).toMatchObject({ missing: 0, other_row: 1 });
    expect(await accept(id, all)).toMatchObject({ accepted: 1, state: 3 });
    expect(await placeOf(wanderer)).toEqual([two.id, 4, 2]);
  });
});

describe("a second person", () => {
  test("accepts where one is wanted: neither whoever counted nor whoever helped", async () => {
    const row = await a.row();
    const placed = await a.box({ state: 1, place: { row, part: 1, height: 1 } });
    const wish = { row, places: [spot(1, 1, placed)], counter: { id: staff.userId }, secondPerson: true };
    const { stocktake: id } = await a.count({ ...wish, until: "ended" });
    const body = { classes: ["right" as const] };
    const message = `${row.area.name}, Reihe ${row.number} haben Sie gezählt: Übernehmen muss eine zweite Person.`;
    expect(await staff.refusal(acceptResults, { path: { id }, body })).toEqual({ non_field_errors: [message] });
    expect((await staff.call(getStocktake, { path: { id } })).rows[0]?.accept).toBe(
      "Sie haben diese Reihe gezählt: Übernehmen muss eine zweite Person.",
    );
    expect(await other.call(acceptResults, { path: { id }, body })).toMatchObject({ accepted: 1, state: 3 });
    const byHand = {
      stocktake_id: id,
      row_id: row.id,
      code: "x",
      class: "right" as const,
      case_id: null,
      by: staff.userId,
    };
    await expect(db.write((tx) => tx.insertInto("stocktake_accepted").values(byHand).execute())).rejects.toThrow(
      /another person/,
    );
  });
});

test("a row that is still counted, of another stocktake, or with nothing to accept is refused", async () => {
  const row = await a.row();
  const { stocktake: id } = await a.count({ row, until: "begun" });
  const refusal = (body: Body) => staff.refusal(acceptResults, { path: { id }, body });
  expect(await refusal({ classes: ["right"], row: row.id })).toEqual({
    row: ["Die Reihe ist noch nicht zu Ende gezählt."],
  });
  expect(await refusal({ classes: ["right"], row: (await a.row()).id })).toEqual({
    row: ["Diese Reihe gehört nicht zu dieser Inventur."],
  });
  expect(await refusal({ classes: ["moved"] })).toEqual({
    classes: ["Was bewegt wurde, braucht niemand zu übernehmen."],
  });
  expect((await staff.ask(acceptResults, { path: { id: 2_000_000_000 }, body: { classes: ["right"] } })).status).toBe(
    404,
  );
});

test("two that accept the same at once do it once", async () => {
  const { row, places } = await seededRow(server);
  const id = await counted(row, places);
  const answers = await Promise.all(
    [staff, other].map((client) => client.call(acceptResults, { path: { id }, body: { classes: [...all] } })),
  );
  expect(answers.map(({ accepted }) => accepted).toSorted((one, two) => one - two)).toEqual([0, 9]);
  expect(await runChecks(db)).toEqual([]);
});

/** Thing on one of twelve places: a box of the archive by its number, nothing, or something unknown. */
const scanned = fc.option(fc.nat({ max: 17 }), { nil: null });

expensive("a hundred random stocktakes and all proofs")(
  "whatever was counted and accepted, every proof holds",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(scanned, { minLength: 12, maxLength: 12 }),
        fc.array(
          fc.subarray(
            all.filter((each) => each !== "moved"),
            { minLength: 1 },
          ),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        async (read, steps) => {
          const row = await a.row();
          const boxes: Box[] = [];
          for (let nth = 0; nth < 8; nth++)
            boxes.push(
              await a.box({ state: ([1, 1, 4, 7] as const)[nth % 4] ?? 1, place: { row, part: nth + 1, height: 1 } }),
            );
          for (const state of [0, 1, 2, 3, 4, 5, 6, 7] as const) boxes.push(await a.box({ state }));
          const places = read.map(
            (nth, part): Counted => ({
              part: part + 1,
              height: 1,
              code: nth === null ? null : (boxes[nth]?.code ?? `?${nth}`),
            }),
          );
          const id = await counted(row, places);
          for (const classes of steps) await accept(id, classes, { looked_again: true });
          await accept(id, all);
          await accept(id, all, { looked_again: true });
          const { open, counts } = await staff.call(getStocktake, { path: { id } });
          const last = await accept(id, all, { looked_again: true });
          expect([last.open, last.accepted, last.left.length]).toEqual([open, 0, open]); // all that is open is reported
          expect(counts.missing + counts.right).toBeLessThanOrEqual(8);
          expect(await runChecks(db)).toEqual([]);
        },
      ),
      { numRuns: repeated(6, 100) },
    );
  },
  repeated(180_000, 1_800_000),
);
