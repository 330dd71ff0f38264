import { describe, expect, test } from "vitest";
import { getArea, listAreas, mapOfArea } from "#contract/calls/stock/areas.ts";
import { deleteRow, getRow } from "#contract/calls/stock/rows.ts";
import {
  acceptResults,
  beginRow,
  closeStocktake,
  createStocktake,
  discardStocktake,
  editStocktake,
  getStocktake,
  listResults,
  listStocktakes,
  sheetOfResults,
  stocktakeReport,
  worklist,
} from "#contract/calls/stocktake/stocktakes.ts";
import { resultClasses } from "#rules/stocktake/results.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { textOf } from "#test/support/pdf.ts";
import { seededRow } from "#test/support/seeded-row.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const create = (body: { rows?: number[]; area?: number; blind?: boolean; name?: string }) =>
  staff.call(createStocktake, { body });
const at = (id: number) => ({ path: { id } });

describe("a stocktake", () => {
  test("is made of rows, or of all rows of an area, and of nothing else", async () => {
    const [one, two] = [await a.row(), await a.row()];
    const three = await a.row({ area: two.area });
    const made = await create({ rows: [one.id, two.id], name: "Herbst" });
    expect(made).toMatchObject({ name: "Herbst", state: 0, blind: false, rows_count: 2, rows_ended: 0, open: 0 });
    expect(made.number).toMatch(/^I-\d{6}$/);
    expect((await create({ area: two.area.id })).rows.map(({ id }) => id)).toEqual([two.id, three.id]);
    const refusal = (body: object) => staff.refusal(createStocktake, { body });
    expect(await refusal({})).toEqual({ rows: ["Bitte wählen Sie Reihen aus, oder einen Bereich."] });
    expect(await refusal({ rows: [] })).toEqual({ rows: ["Bitte wählen Sie Reihen aus, oder einen Bereich."] });
    expect(await refusal({ rows: [one.id], area: one.area.id })).toMatchObject({ rows: [expect.any(String)] });
    expect(await refusal({ rows: [one.id, one.id] })).toEqual({ rows: ["Eine Reihe ist zweimal gewählt."] });
    expect(await refusal({ rows: [2_000_000_000] })).toEqual({ rows: ["Diese Reihe gibt es nicht."] });
    expect(await refusal({ area: (await a.area()).id })).toEqual({ area: ["Dieser Bereich hat keine Reihen."] });
    expect(await refusal({ area: 2_000_000_000 })).toEqual({ area: ["Diesen Bereich gibt es nicht."] });
  });

  test("changes its rows until they are begun", async () => {
    const [one, two, three] = [await a.row(), await a.row(), await a.row()];
    const { id } = await create({ rows: [one.id, two.id] });
    const edited = await staff.call(editStocktake, {
      ...at(id),
      body: { add: [three.id], remove: [one.id], blind: true },
    });
    expect(edited).toMatchObject({ blind: true, rows_count: 2 });
    await staff.call(beginRow, { path: { id, row: two.id }, body: { again: false } });
    const refusal = (body: object) => staff.refusal(editStocktake, { ...at(id), body });
    expect(await refusal({ remove: [two.id] })).toEqual({
      remove: [`${two.area.name}, Reihe ${two.number} ist schon begonnen.`],
    });
    expect(await refusal({ blind: false })).toEqual({
      blind: ["Eine Reihe ist schon begonnen: Ob blind gezählt wird, lässt sich nicht mehr ändern."],
    });
    const alone = await create({ rows: [one.id] });
    expect(await staff.refusal(editStocktake, { ...at(alone.id), body: { remove: [one.id] } })).toEqual({
      remove: ["Eine Inventur braucht mindestens eine Reihe."],
    });
  });

  test("is named by each of its rows until it is over, the one that counts the row first", async () => {
    const row = await a.row();
    const named = async () => (await staff.call(getRow, at(row.id))).stocktake;
    expect(await named()).toBeNull();
    const [first, second] = [await create({ rows: [row.id] }), await create({ rows: [row.id] })];
    expect(await named()).toEqual({ id: first.id });
    await staff.call(beginRow, { path: { id: second.id, row: row.id }, body: { again: false } });
    expect(await named()).toEqual({ id: second.id });
    for (const { id } of [first, second]) await staff.call(discardStocktake, { ...at(id), body: { reason: "x" } });
    expect(await named()).toBeNull();
  });

  test("is given up as long as nothing was accepted, and lets its rows go", async () => {
    const { stocktake: id, row } = await a.count({ until: "begun" });
    const given = await staff.call(discardStocktake, { ...at(id), body: { reason: "Falsche Halle" } });
    expect(given).toMatchObject({ state: 9, discard_reason: "Falsche Halle", closed: expect.any(String) });
    expect(given.actions).toEqual({
      edit: "Die Inventur ist verworfen.",
      discard: "Die Inventur ist verworfen.",
      close: "Die Inventur ist verworfen.",
    });
    expect(await staff.refusal(beginRow, { path: { id, row: row.id }, body: { again: false } })).toEqual({
      non_field_errors: ["Das geht nicht: Die Inventur ist verworfen."],
    });
    const again = await create({ rows: [row.id] });
    expect((await staff.ask(beginRow, { path: { id: again.id, row: row.id }, body: { again: false } })).status).toBe(
      200,
    );
  });

  test("is closed when everything is accepted, and its rows are counted then", async () => {
    const row = await a.row();
    const box = await a.box({ state: 1, place: { row, part: 1, height: 1 } });
    const places = [{ part: 1, height: 1, code: box.code }];
    const { stocktake: id } = await a.count({ row, places, until: "ended" });
    expect(await staff.refusal(closeStocktake, at(id))).toEqual({
      non_field_errors: ["Es ist noch nicht alles gezählt und übernommen."],
    });
    const area = async () => (await staff.call(listAreas, {})).results.find((each) => each.id === row.area.id);
    expect((await area())?.last_verified).toBeNull();
    await staff.call(acceptResults, { ...at(id), body: { classes: ["right"] } });
    expect(await staff.refusal(discardStocktake, { ...at(id), body: { reason: "Doch nicht" } })).toEqual({
      non_field_errors: ["Von dieser Inventur ist schon etwas übernommen."],
    });
    expect(await staff.call(closeStocktake, at(id))).toMatchObject({ state: 4, closed: expect.any(String) });
    expect(await staff.call(closeStocktake, at(id))).toMatchObject({ state: 4 });
    const { last_verified } = await staff.call(getRow, at(row.id));
    expect(last_verified).toBe((await staff.call(getStocktake, at(id))).rows[0]?.ended);
    expect((await area())?.last_verified).toBe(last_verified);
    expect((await staff.call(getArea, at(row.area.id))).rows[0]?.last_verified).toBe(last_verified);
    const { rows } = await staff.call(mapOfArea, { query: { area: row.area.id } });
    expect(rows[0]?.last_verified).toBe(last_verified);
    await a.row({ area: row.area });
    expect((await area())?.last_verified).toBeNull(); // one of its rows was never counted
  });

  test("says of an empty row that it is checked, and keeps the row's name when that goes", async () => {
    const { stocktake: id, row } = await a.count({ until: "ended" });
    expect((await staff.ask(deleteRow, at(row.id))).status).toBe(204);
    expect(await staff.call(getStocktake, at(id))).toMatchObject({
      state: 3,
      rows: [{ id: row.id, state: 3, open: 0 }],
    });
  });
});

describe("what a stocktake says", () => {
  expensive("a counted row in lists, a spreadsheet and a report")(
    "is listed, filtered, paged, a spreadsheet, a report and work",
    async () => {
      const { row, places, boxes } = await seededRow(server);
      const before = await staff.call(worklist, {});
      const { stocktake: id } = await a.count({ row, places, until: "ended" });
      const work = await staff.call(worklist, {});
      expect([work.to_check - before.to_check, work.counting - before.counting]).toEqual([1, 0]);
      const ask = (query: object) => staff.call(listResults, { ...at(id), query });
      expect((await ask({})).count).toBe(11);
      expect((await ask({ limit: 5, offset: 10 })).results).toHaveLength(1);
      expect((await ask({ class: "missing" })).results.map(({ code }) => code).sort()).toEqual(
        [boxes.missing.code, boxes.moved.code].sort(),
      );
      expect((await ask({ state: "accepted" })).count).toBe(0);
      expect((await ask({ code: boxes.right.code.replace(/(.{4})/, "$1.") })).count).toBe(1);
      const codes = (await ask({ order_by: "-code" })).results.map(({ code }) => code);
      expect(codes).toEqual(codes.toSorted().toReversed());
      await staff.call(acceptResults, { ...at(id), body: { classes: [...resultClasses] } });
      expect((await ask({ state: "open" })).results.map(({ class: of }) => of)).toEqual(["missing", "missing"]);
      expect((await ask({ state: "look" })).count).toBe(2);
      expect((await staff.call(worklist, {})).second_looks).toBe(before.second_looks + 2);
      const csv = await staff.raw("GET", `/api/v1/stocktakes/${id}/results/sheet/?format=csv`);
      expect(csv.text.trim().split("\r\n")).toHaveLength(12);
      expect(csv.text).toContain("vernichtet");
      const sheet = await staff.download(sheetOfResults, { ...at(id), query: { format: "xlsx" } });
      expect([sheet.status, sheet.bytes.subarray(0, 2).toString()]).toEqual([200, "PK"]);
      const report = await staff.download(stocktakeReport, at(id));
      const text = textOf(report.bytes);
      const shown = boxes.missing.code.replace(/(.{4})(.{3})/, "$1.$2.");
      for (const part of [`Inventurbericht I-${String(id).padStart(6, "0")}`, "nachzusehen", "Klärfall K-", shown])
        expect(text).toContain(part);
      const list = await staff.call(listStocktakes, { query: { state: 2 } });
      expect(list.results.map((each) => each.id)).toContain(id);
      expect((await staff.ask(listResults, at(2_000_000_000))).status).toBe(404);
      expect((await staff.ask(stocktakeReport, at(2_000_000_000))).status).toBe(404);
    },
  );
});
