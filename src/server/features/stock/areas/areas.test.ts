import { describe, expect, test } from "vitest";
import { createArea, deleteArea, getArea, listAreas } from "#contract/calls/stock/areas.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

describe("areas", () => {
  test("are created with a name, and the name is taken then", async () => {
    const area = await staff.call(createArea, { body: { name: "  Halle 1 " } });
    expect(area).toMatchObject({ name: "Halle 1", rows_count: 0, boxes_count: 0, rows: [] });
    expect(await staff.refusal(createArea, { body: { name: "Halle 1" } })).toEqual({
      name: ["area with this name already exists."],
    });
    expect(await staff.refusal(createArea, { body: { name: "   " } })).toEqual({ name: ["Bitte ausfüllen"] });
    expect(await staff.refusal(createArea, { body: { name: "x".repeat(201) } })).toEqual({
      name: ["Höchstens 200 Zeichen"],
    });
  });

  test("have names that are alike where they look alike, whichever system they were typed on", async () => {
    const name = "Außenlager Süd";
    const { id } = await staff.call(createArea, { body: { name: name.normalize("NFD") } });
    expect((await staff.call(getArea, { path: { id } })).name).toBe(name);
    expect(await staff.refusal(createArea, { body: { name } })).toEqual({
      name: ["area with this name already exists."],
    });
    await db.write((tx) =>
      tx
        .updateTable("areas")
        .set({ name: "Übergang".normalize("NFD") })
        .where("id", "=", id)
        .execute(),
    );
    expect((await staff.call(getArea, { path: { id } })).name).toBe("Übergang");
  });

  test("are created only once, also by two people at the same moment", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => staff.ask(createArea, { body: { name: "Halle 99" } })),
    );
    expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([201, ...Array(9).fill(400)]);
  });

  test("count their rows and boxes, and show the rows by number", async () => {
    const area = await a.area();
    const [second, first] = [await a.row({ area, number: 2, reverse: true }), await a.row({ area, number: 1 })];
    for (let count = 0; count < 3; count++) await a.box({ state: 1, place: await a.place({ row: second }) });
    const detail = await staff.call(getArea, { path: { id: area.id } });
    expect(detail).toMatchObject({ rows_count: 2, boxes_count: 3 });
    expect(
      detail.rows.map(({ id, number, reverse, positions_count }) => [id, number, reverse, positions_count]),
    ).toEqual([
      [first.id, 1, false, 0],
      [second.id, 2, true, 3],
    ]);
  });

  test("are listed as Germans sort names, numbers by their value, all of them without a limit", async () => {
    const names = ["Keller 10", "Keller 2", "Ärchiv", "Archiv", "Zelle", "Öl", "Keller 1"];
    for (const name of names) await a.area({ name });
    const { results, count, count_pages } = await staff.call(listAreas, {});
    expect([count, count_pages]).toEqual([results.length, 1]);
    expect(results.map(({ name }) => name).filter((name) => names.includes(name))).toEqual([
      "Archiv",
      "Ärchiv",
      "Keller 1",
      "Keller 2",
      "Keller 10",
      "Öl",
      "Zelle",
    ]);
    const page = await staff.call(listAreas, { query: { limit: 2, offset: 2, order_by: "-name" } });
    expect(page.results).toEqual(results.toReversed().slice(2, 4));
    expect([page.count, page.current_page]).toEqual([count, 2]);
  });

  test("are sorted by their counts in both directions", async () => {
    for (const column of ["rows_count", "boxes_count"] as const) {
      const { results } = await staff.call(listAreas, { query: { order_by: `-${column}` } });
      const counts = results.map((area) => area[column]);
      expect(counts).toEqual([...counts].sort((x, y) => y - x));
    }
  });

  test("go only when they have no rows", async () => {
    const area = await a.area();
    const row = await a.row({ area });
    expect(await staff.refusal(deleteArea, { path: { id: area.id } })).toEqual({
      non_field_errors: ["Nur Bereiche ohne Reihen können gelöscht werden."],
    });
    await db.write((tx) => tx.deleteFrom("rows").where("id", "=", row.id).execute());
    expect((await staff.ask(deleteArea, { path: { id: area.id } })).status).toBe(204);
    expect((await staff.ask(getArea, { path: { id: area.id } })).status).toBe(404);
    expect((await staff.ask(deleteArea, { path: { id: area.id } })).status).toBe(404);
  });
});
