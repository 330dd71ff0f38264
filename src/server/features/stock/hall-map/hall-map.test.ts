import { expect, test } from "vitest";
import { mapOfArea } from "#contract/calls/stock/areas.ts";
import { editBox } from "#contract/calls/stock/boxes.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { placeNumber } from "#rules/stock/places/place-number.ts";
import { randomUUID } from "node:crypto";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const mapOf = (query: { area?: number; customer?: number } = {}) => staff.call(mapOfArea, { query });
const ascending = (numbers: number[]) => numbers.toSorted((one, other) => one - other);
const at = (part: number, height: number) => placeNumber({ part, height });

test("an archive without an area has an empty map, and the first area by name is drawn where none is named", async () => {
  expect(await mapOf()).toEqual({ area: null, areas: [], rows: [], customers: [], lost: [] });
  await a.area({ name: "Halle 10" });
  const { id, name } = await a.area({ name: "Halle 2" });
  const map = await mapOf();
  expect(map.area).toEqual({ id, name });
  expect(map.areas.map((area) => area.name)).toEqual(["Halle 2", "Halle 10"]);
});

test("each taken place of an area stands in its row, by what stands on it and whose it is", async () => {
  const [area, owner] = [await a.area({ name: "Halle 3" }), await a.customer()];
  const [first, second] = [await a.row({ area, number: 1 }), await a.row({ area, number: 2 })];
  const on = (part: number, height: number) => ({ place: { row: first, part, height } });
  await a.box({ state: BoxState.inStock, owner, ...on(1, 1) });
  await a.box({ state: BoxState.inStock, ...on(2, 1) });
  await a.box({ state: BoxState.ordered, owner, ...on(3, 2) });
  await a.box({ state: BoxState.marked, ...on(12, 6) }); // beyond what the row is drawn with
  await a.box({ state: BoxState.inStock, owner }); // elsewhere
  const { rows, areas, customers } = await mapOf({ area: area.id, customer: owner.id });
  expect(
    rows.map(({ stored, theirs, ...row }) => ({ ...row, stored: ascending(stored), theirs: ascending(theirs) })),
  ).toEqual([
    {
      id: first.id,
      number: 1,
      reverse: false,
      parts: 12,
      heights: 6,
      last_verified: null,
      stored: [at(1, 1), at(2, 1)],
      ordered: [at(3, 2)],
      marked: [at(12, 6)],
      theirs: [at(1, 1), at(3, 2)],
    },
    {
      id: second.id,
      number: 2,
      reverse: false,
      parts: 10,
      heights: 5,
      last_verified: null,
      stored: [],
      ordered: [],
      marked: [],
      theirs: [],
    },
  ]);
  expect(customers[0]).toEqual({ id: owner.id, code: owner.code, name: owner.name, boxes_count: 2 });
  expect(areas.find(({ id }) => id === area.id)).toMatchObject({ places_count: 100, boxes_count: 4, theirs_count: 2 });
  expect(areas.reduce((sum, { theirs_count }) => sum + theirs_count, 0)).toBe(3);
  expect((await mapOf({ area: area.id })).rows.flatMap(({ theirs }) => theirs)).toEqual([]);
});

test("a box that nobody finds is shown where it stood last, until it is found, and not where its storing was taken back", async () => {
  const area = await a.area({ name: "Halle 4" });
  const row = await a.row({ area });
  const [lost, undone] = [await a.box({ state: 1, place: { row, part: 2, height: 3 } }), await a.box({ state: 5 })];
  const id = randomUUID();
  const store = { id, kind: "store" as const, code: undone.code, row: row.id, part: 1, height: 1 };
  await staff.call(scan, { body: { operations: [store, { id: randomUUID(), kind: "undo", of: id }] } });
  for (const box of [lost, undone, await a.box({ state: 1 })])
    await staff.call(editBox, { path: { id: box.id }, body: { state: BoxState.inconsistent, text: "leer" } });
  const query = { area: area.id };
  expect((await mapOf(query)).lost).toEqual([{ id: lost.id, code: lost.code, row: row.id, part: 2, height: 3 }]);
  const found = { id: randomUUID(), kind: "store" as const, code: lost.code, row: row.id, part: 5, height: 1 };
  await staff.call(scan, { body: { operations: [found] } });
  expect((await mapOf(query)).lost).toEqual([]);
});

test("an area that there is not is refused by its field", async () => {
  expect(await staff.refusal(mapOfArea, { query: { area: 2_000_000_000 } })).toEqual({
    area: ["Diesen Bereich gibt es nicht."],
  });
});
