import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { editBox, getBox } from "#contract/calls/stock/boxes.ts";
import { createContent } from "#contract/calls/stock/contents.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Spot } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const detail = (id: number) => staff.call(getBox, { path: { id } });
const kinds = async (id: number) => (await detail(id)).history.map(({ state }) => state);
const spotOf = async (id: number) => {
  const { position } = await detail(id);
  return position && { row: position.row.id, part: position.part, height: position.height };
};
const sameSpot = ({ row, part, height }: Spot) => ({ row: row.id, part, height });

async function store({ code }: Box, { row, part, height }: Spot, move = false) {
  const id = randomUUID();
  const { results } = await staff.call(scan, {
    body: { operations: [{ id, kind: "store", code, row: row.id, part, height, move }] },
  });
  expect(results[0]).toMatchObject({ status: "done" });
  return id;
}
async function undo(stored: string, { client = staff, id = randomUUID() } = {}) {
  return (await client.call(scan, { body: { operations: [{ id, kind: "undo", of: stored }] } })).results[0];
}
const changedSince = {
  status: "refused",
  code: "changed",
  message: "Die Box wurde seitdem geändert. Nichts wurde zurückgenommen.",
};
const nothing = { status: "refused", code: "state", message: "Dieser Scan lässt sich nicht zurücknehmen." };

test.each([
  [BoxState.created, BoxState.created, [0, 1, 31]],
  [BoxState.inconsistent, BoxState.inconsistent, [0, 1, 5, 1, 31]],
  [BoxState.retour, BoxState.retour, [0, 4, 1, 31]],
  // it was scanned in the archive: its return stays on record, it is only not on a shelf
  [BoxState.notInStock, BoxState.retour, [0, 1, 3, 4, 1, 31]],
] as const)(
  "a box in state %i that was stored by mistake is in state %i again, without a place",
  async (before, after, history) => {
    const [box, place] = [await a.box({ state: before }), await a.place()];
    const stored = await store(box, place);
    expect(await undo(stored)).toMatchObject({ status: "done", state: after });
    expect(await detail(box.id)).toMatchObject({ state: after, position: null });
    expect(await kinds(box.id)).toEqual(history);
    await store(await a.box(), place); // the place is free for the right box
  },
);

test.each([
  [BoxState.inStock, [0, 1, 1, 31, 1]],
  [BoxState.ordered, [0, 1, 2, 1, 31, 1]],
  [BoxState.marked, [0, 1, 8, 1, 31, 1]],
] as const)(
  "a box in state %i that was moved by mistake stands on its old place again, since the same moment",
  async (state, history) => {
    const [box, place] = [await a.box({ state }), await a.place()];
    const before = await detail(box.id);
    const stored = await store(box, place, true);
    expect(await undo(stored)).toMatchObject({ status: "done", state });
    const { position, state: after } = await detail(box.id);
    expect([position, after]).toEqual([before.position, state]);
    expect(await kinds(box.id)).toEqual(history);
  },
);

test("taking back is sent twice and done once", async () => {
  const [box, id] = [await a.box(), randomUUID()];
  const stored = await store(box, await a.place());
  expect(await undo(stored, { id })).toMatchObject({ status: "done", state: 0 });
  expect(await undo(stored, { id })).toMatchObject({ id, status: "done", state: 0, code: null, message: null });
  expect(await undo(stored)).toMatchObject(changedSince);
  expect(await kinds(box.id)).toEqual([0, 1, 31]);
});

test("what somebody has done to the box since is not undone with it", async () => {
  const changes: ((box: Box) => Promise<unknown>)[] = [
    ({ id }) => staff.call(editBox, { path: { id }, body: { state: BoxState.marked } }),
    ({ id }) => staff.call(createContent, { body: { box_id: id, text: "Akte A" } }),
    async (box) => store(box, await a.place(), true),
    (box) => a.delivery({ owner: box.owner, boxes: [box] }),
  ];
  for (const change of changes) {
    const box = await a.box();
    const stored = await store(box, await a.place());
    await change(box);
    const [history, spot] = [await kinds(box.id), await spotOf(box.id)];
    expect(await undo(stored)).toMatchObject(changedSince);
    expect([await kinds(box.id), await spotOf(box.id)]).toEqual([history, spot]);
  }
});

test("a moved box stays where its old place has been taken, and the box there is named", async () => {
  const [box, place] = [await a.box({ state: 1 }), await a.place()];
  const stored = await store(box, place, true);
  await store(await a.box(), box.place as Spot);
  expect(await undo(stored)).toMatchObject({ status: "refused", code: "taken" });
  expect(await spotOf(box.id)).toEqual(sameSpot(place));
});

test("only who stored a box takes it back, and only what was stored", async () => {
  const box = await a.box();
  const stored = await store(box, await a.place());
  expect(await undo(stored, { client: await server.asStaff() })).toMatchObject(nothing);
  expect(await undo(randomUUID())).toMatchObject(nothing);
  const release = { id: randomUUID(), kind: "release" as const, code: box.code, text: "" };
  await staff.call(scan, { body: { operations: [release] } });
  expect(await undo(release.id)).toMatchObject(nothing);
  const stays = await a.box({ state: 1 });
  expect(await undo(await store(stays, stays.place as Spot, true))).toMatchObject(nothing);
});

test("without the words of taking back, the database leads no stored box back to where it came from", async () => {
  const { id } = await a.box({ state: 1 });
  const back = db.pools.writing.query(
    `update boxes set state = 0, place_area = 0, row_id = null, part = null, height = null, placed = null where id = ${id}`,
  );
  await expect(back).rejects.toThrow("must not change from state 1 to 0");
});

test("what was taken back leaves an archive without a fault", async () => {
  expect(await runChecks(db)).toEqual([]);
});
