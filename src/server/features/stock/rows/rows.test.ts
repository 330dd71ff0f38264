import { describe, expect, test } from "vitest";
import { createRow, deleteRow, editRow, getRow, listRows, rowQrCode } from "#contract/calls/stock/rows.ts";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { getArea } from "#contract/calls/stock/areas.ts";
import { sumCounts } from "#server/database/summed-counts.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

describe("a row", () => {
  test("is created in an area, once per number", async () => {
    const area = await a.area();
    const row = await staff.call(createRow, { body: { areaId: area.id, number: 3, reverse: true } });
    expect(row).toMatchObject({ number: 3, reverse: true, positions_count: 0, area, positions: [] });
    expect(await staff.refusal(createRow, { body: { areaId: area.id, number: 3 } })).toEqual({
      areaId: ["The fields areaId, number must make a unique set."],
    });
    expect((await staff.ask(createRow, { body: { areaId: (await a.area()).id, number: 3 } })).status).toBe(201);
    expect(await staff.refusal(createRow, { body: { areaId: 2_000_000_000, number: 3 } })).toEqual({
      areaId: ["Diesen Bereich gibt es nicht."],
    });
    expect(await staff.refusal(createRow, { body: { areaId: area.id, number: 0 } })).toEqual({ number: ["Ungültig"] });
  });

  test("changes only what was sent", async () => {
    const { id } = await a.row();
    expect(await staff.call(editRow, { path: { id }, body: { reverse: true } })).toMatchObject({
      reverse: true,
      parts: 10,
      heights: 5,
    });
    expect(await staff.call(editRow, { path: { id }, body: {} })).toMatchObject({ reverse: true });
    expect(await staff.call(editRow, { path: { id }, body: { parts: 20 } })).toMatchObject({
      reverse: true,
      parts: 20,
    });
  });

  test("takes another number that is free in its area, and another area while it has no boxes", async () => {
    const [row, taken] = [await a.row({ number: 3 }), await a.row({ number: 3 })];
    const edit = async (body: object) => {
      const answer = await staff.send("PATCH", urlOf(editRow, { path: { id: row.id } }), body);
      return [answer.status, answer.body];
    };
    const exists = ["The fields areaId, number must make a unique set."];
    expect(await edit({ areaId: taken.area.id })).toEqual([400, { areaId: exists }]);
    await a.row({ area: row.area, number: 4 });
    expect(await edit({ number: 4 })).toEqual([400, { number: exists }]);
    expect(await edit({ number: 0 })).toEqual([400, { number: ["Ungültig"] }]);
    expect(await edit({ areaId: 2_000_000_000 })).toEqual([400, { areaId: ["Diesen Bereich gibt es nicht."] }]);
    expect(await edit({ number: 5 })).toMatchObject([200, { number: 5, area: row.area }]);
    expect(await edit({ areaId: taken.area.id })).toMatchObject([200, { number: 5, area: taken.area }]);
    await a.box({ state: 1, place: { row: { ...row, area: taken.area }, part: 1, height: 1 } });
    expect(await edit({ areaId: row.area.id })).toEqual([
      400,
      { areaId: ["Nur Reihen ohne Boxen können in einen anderen Bereich."] },
    ]);
    expect(await edit({ areaId: taken.area.id, number: 6 })).toMatchObject([200, { number: 6, positions_count: 1 }]);
  });

  test("shows its boxes in walking order, from the other end where it is reverse", async () => {
    for (const reverse of [false, true]) {
      const row = await a.row({ reverse });
      for (const [part, height] of [
        [2, 1],
        [1, 2],
        [10, 1],
        [1, 1],
      ] as const)
        await a.box({ state: 1, place: { row, part, height } });
      const { positions, positions_count } = await staff.call(getRow, { path: { id: row.id } });
      expect(positions_count).toBe(4);
      const walked = positions.map(({ part, height }) => `${part}/${height}`);
      expect(walked).toEqual(reverse ? ["10/1", "2/1", "1/1", "1/2"] : ["1/1", "1/2", "2/1", "10/1"]);
    }
  });

  test("has a QR code whose picture only staff may fetch", async () => {
    const { id } = await a.row();
    const { qrcode } = await staff.call(getRow, { path: { id } });
    const { pathname, origin } = new URL(qrcode.image);
    expect(origin).toBe(server.url);
    const picture = await staff.raw("GET", pathname);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(picture.headers.get("cache-control")).toMatch(/^private/);
    expect(picture.text.slice(1, 4)).toBe("PNG");
    expect(pathname).toBe(urlOf(rowQrCode, { path: { id } }));
  });

  test("goes only when it has no boxes", async () => {
    const row = await a.row();
    const box = await a.box({ state: 1, place: { row, part: 1, height: 1 } });
    expect(await staff.refusal(deleteRow, { path: { id: row.id } })).toEqual({
      non_field_errors: ["Nur Reihen ohne Boxen können gelöscht werden."],
    });
    const nowhere = { row_id: null, part: null, height: null, placed: null, place_area: 0, state: 2 as const };
    await db.write((tx) => tx.updateTable("boxes").set(nowhere).where("id", "=", box.id).execute());
    expect((await staff.ask(deleteRow, { path: { id: row.id } })).status).toBe(204);
    expect((await staff.ask(getRow, { path: { id: row.id } })).status).toBe(404);
  });
});

describe("the list of rows", () => {
  test("counts the boxes that stand in each row, and goes on when the counts are summed up", async () => {
    const [one, other, empty] = [await a.row(), await a.row(), await a.row()];
    const counts = async () => {
      const { results } = await staff.call(listRows, { query: { limit: 1000, order_by: "-positions_count" } });
      const listed = new Map(results.map(({ id, positions_count }) => [id, positions_count]));
      const detail = await staff.call(getArea, { path: { id: one.area.id } });
      expect(detail.rows).toMatchObject([{ id: one.id, positions_count: listed.get(one.id) }]);
      return [one, other, empty].map(({ id }) => listed.get(id));
    };
    const boxes = [];
    for (const part of [1, 2, 3]) boxes.push(await a.box({ state: 1, place: { row: one, part, height: 1 } }));
    expect(await counts()).toEqual([3, 0, 0]);
    const [moved, gone] = boxes.map(({ id }) => id);
    const to = { row_id: other.id, place_area: other.area.id };
    const nowhere = { row_id: null, part: null, height: null, placed: null, place_area: 0, state: 2 as const };
    await db.write((tx) => tx.updateTable("boxes").set(to).where("id", "=", moved!).execute());
    await db.write((tx) => tx.updateTable("boxes").set(nowhere).where("id", "=", gone!).execute());
    await db.write((tx) => tx.updateTable("boxes").set({ part: 9 }).where("row_id", "=", one.id).execute());
    expect(await counts()).toEqual([1, 1, 0]);
    await db.write(sumCounts);
    expect(await counts()).toEqual([1, 1, 0]);
    const entries = () =>
      db.read.selectFrom("row_counts").selectAll().where("row_id", "in", [one.id, other.id]).orderBy("boxes").execute();
    expect(await entries()).toHaveLength(2);
    await db.write((tx) => tx.updateTable("boxes").set(nowhere).where("row_id", "is not", null).execute());
    await Promise.all([db.write(sumCounts), db.write(sumCounts)]);
    expect([await counts(), await entries()]).toEqual([[0, 0, 0], []]);
  });

  test("is paged, sorted and filtered as the plain data says", async () => {
    for (const name of ["Lager 2", "Lager 10", "Äußeres Lager"]) {
      const area = await a.area({ name });
      for (const number of [10, 1, 2, 33]) await a.row({ area, number });
    }
    const first = await staff.call(listRows, {});
    expect(first.results.length).toBe(Math.min(30, first.count));
    const { results: all, count } = await staff.call(listRows, { query: { limit: 1000 } });
    expect(all.length).toBe(count);
    const { compare } = new Intl.Collator("de", { numeric: true });
    const orders = {
      area: (x: (typeof all)[number], y: (typeof all)[number]) =>
        compare(x.area.name, y.area.name) || x.number - y.number,
      number: (x: (typeof all)[number], y: (typeof all)[number]) =>
        x.number - y.number || compare(x.area.name, y.area.name),
      positions_count: (x: (typeof all)[number], y: (typeof all)[number]) => x.positions_count - y.positions_count,
    };
    for (const [name, order] of Object.entries(orders) as [keyof typeof orders, (typeof orders)["area"]][]) {
      for (const descending of [false, true]) {
        const sorted = [...all].sort((x, y) => (descending ? -order(x, y) : order(x, y)) || x.id - y.id);
        const query = { order_by: descending ? (`-${name}` as const) : name, limit: 5, offset: 5 };
        const page = await staff.call(listRows, { query });
        expect(
          page.results.map(({ id }) => id),
          query.order_by,
        ).toEqual(sorted.slice(5, 10).map(({ id }) => id));
      }
    }
    const area = all.at(-1)?.area ?? { id: 0 };
    const own = await staff.call(listRows, { query: { area: area.id } });
    expect(own.results.map(({ id }) => id)).toEqual(all.filter((row) => row.area.id === area.id).map(({ id }) => id));
    expect((await staff.call(listRows, { query: { area: 2_000_000_000 } })).count).toBe(0);
  });
});
