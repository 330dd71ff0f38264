import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { listScans, scan } from "#contract/calls/scanning/scans.ts";
import type { RequestBody } from "#contract/route.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { forgetOld } from "#server/database/forget-old.ts";
import { verifyHistory } from "#server/database/seals/verify-history.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Spot } from "#test/support/factories.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const colleague = await server.asStaff();

type Given = RequestBody<typeof scan>["operations"][number];
type Sending = Omit<RequestBody<typeof scan>, "operations">;

const send = async (sending: Sending, ...operations: Given[]) =>
  (await staff.call(scan, { body: { ...sending, operations } })).results;
const storing = ({ code }: Box, { row, part, height }: Spot, more: object = {}): Given => ({
  id: randomUUID(),
  kind: "store",
  code,
  row: row.id,
  part,
  height,
  move: false,
  ...more,
});
const detail = ({ id }: Box) => staff.call(getBox, { path: { id } });
const history = async (box: Box) => (await detail(box)).history;
const minutes = (count: number) => count * 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
/** Seconds between an instant and so long ago. */
const off = (instant: string | null | undefined, ms: number) =>
  Math.abs(Date.parse(instant ?? "") - (Date.now() - ms)) / 1000;

test("a scan answers with the box as it is, and whoever is refused reads who was there before, when and with what", async () => {
  const [box, other, place] = [await a.box(), await a.box(), await a.place()];
  const [done] = await send({}, storing(box, place));
  const text = `${place.row.area.name}, Reihe ${place.row.number}, Teil ${place.part}, Höhe ${place.height}`;
  const shown = { row: place.row.id, part: place.part, height: place.height, text };
  const stored = { code: box.code, state: 1, version: 2, place: shown, owner: box.owner.code, delivery: null };
  expect(done).toMatchObject({ status: "done", again: false, by: null, box: stored });
  const operation = storing(other, place);
  const [refused] = await send({}, operation);
  const by = { name: "Erika Muster", text: `Eingelagert: ${text}` };
  expect(refused).toMatchObject({ code: "taken", by, box: { code: other.code, state: 0, version: 1, place: null } });
  expect(await send({}, operation)).toMatchObject([{ code: "taken", again: true, by: refused?.by }]);
  const { code } = await a.delivery({ owner: box.owner, boxes: [box] });
  const [ordered] = await send({}, storing(box, await a.place()));
  expect(ordered).toMatchObject({ code: "ordered", box: { delivery: code, version: 3 } });
  expect(ordered?.by?.text).toContain("angefordert");
  const [unknown, sign] = await send(
    {},
    { id: randomUUID(), kind: "release", code: "9999999999" },
    { id: randomUUID(), kind: "release", code: `MAGAZIN:ROW:${place.row.id}` },
  );
  expect(unknown).toMatchObject({ code: "unknown_box", box: null, by: null });
  expect(sign).toMatchObject({ code: "unknown_box", message: "Das ist das Schild einer Reihe, keine Box." });
});

test("what was scanned without a network happened when it was scanned, also by a clock that is two days off; it is booked when it came", async () => {
  const [box, late, never] = [await a.box(), await a.box(), await a.box()];
  const skew = minutes(2 * 24 * 60);
  const [device, clock] = [randomUUID(), ago(skew)];
  const at = (ms: number) => ({ at: ago(skew + ms) });
  await send(
    { device, clock },
    storing(box, await a.place(), at(minutes(158))),
    storing(late, await a.place(), at(minutes(3))),
    storing(never, await a.place(), at(minutes(90))),
  );
  const [first, second, third] = [await history(box), await history(late), await history(never)].map((it) => it.at(-1));
  expect(off(first?.happened, minutes(158))).toBeLessThan(2);
  expect(off(first?.created, 0)).toBeLessThan(30);
  expect(off(second?.happened, minutes(3))).toBeLessThan(2);
  expect(third?.happened).toBe(second?.happened); // a device's clock that was put back: not before what it did before
  const [future, unsaid] = [await a.box(), await a.box()];
  await send({ device, clock }, storing(future, await a.place(), { at: ago(skew - minutes(60)) }));
  expect((await history(future)).at(-1)).toMatchObject({ happened: null, happened_unknown: true });
  await send({ device }, storing(unsaid, await a.place(), at(5))); // without its clock nobody knows when that was
  expect((await history(unsaid)).map(({ happened }) => happened)).toEqual([null, null]);
});

test("a clock that was wrong at the scan and right at the sending is understood by what the device knew, or the history says that nobody knows", async () => {
  const [known, unknown] = [await a.box(), await a.box()];
  const device = randomUUID();
  const fresh = 1_000_000; // ms since 1970, by a phone that has just been set up
  const at = new Date(fresh).toISOString();
  const offset = Date.now() - minutes(30) - fresh;
  await send(
    { device, clock: ago(0) },
    storing(known, await a.place(), { at, offset, after: ago(minutes(31)) }),
    storing(unknown, await a.place(), { at }),
  );
  const [dated, undated] = [(await history(known)).at(-1), (await history(unknown)).at(-1)];
  expect(off(dated?.happened, minutes(30))).toBeLessThan(2);
  expect(dated?.happened_unknown).toBe(false);
  expect(undated).toMatchObject({ happened: null, happened_unknown: true });
});

test("a clock that believes in any year at all is understood, or refused, and nothing else stops", async () => {
  const box = await a.box();
  const place = await a.place();
  for (const [clock, at] of [
    ["1970-01-01T00:00:10Z", "1970-01-01T00:00:00Z"],
    ["9999-12-31T23:59:59Z", "1970-01-01T00:00:00Z"],
    ["1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"],
  ] as const)
    expect(await send({ clock }, storing(box, place, { at, move: true }))).toMatchObject([{ status: "done" }]);
  expect(await send({}, storing(box, place, { at: "0000-01-01T00:00:00Z" }))).toMatchObject([{ code: "invalid" }]);
  expect(await send({}, storing(box, place, { seq: -1 }))).toMatchObject([{ code: "invalid" }]);
  for (const [field, body] of [
    ["clock", { clock: "gestern" }],
    ["device", { device: "Scanner 3" }],
    ["app", { app: "x".repeat(300) }],
  ] as const) {
    const { status, body: said } = await staff.send("POST", "/api/v1/scans/", {
      ...body,
      operations: [storing(box, place)],
    });
    expect([status, Object.keys(said as object)]).toEqual([400, [field]]);
  }
});

test("a box that somebody else has changed since its worker saw it stays as it is, and the worker reads who it was", async () => {
  const [box, place, target] = [await a.box(), await a.place(), await a.place()];
  const [device, others] = [randomUUID(), randomUUID()];
  await send({ device }, storing(box, place));
  await colleague.call(scan, {
    body: { device: others, operations: [storing(box, await a.place(), { move: true })] },
  });
  const moved = await detail(box);
  const changed = { status: "refused", code: "changed", message: "Die Box wurde inzwischen geändert." };
  for (const late of [
    storing(box, target, { move: true, seen: 2 }),
    { id: randomUUID(), kind: "release", code: box.code, seen: 2 } as const,
    { id: randomUUID(), kind: "missing", code: box.code, text: "weg", seen: 2 } as const,
  ]) {
    const [answer] = await send({ device }, late);
    expect(answer).toMatchObject({ ...changed, by: { name: "Erika Muster" }, box: { version: 3 } });
  }
  expect(await detail(box)).toEqual(moved);
  expect(await send({ device }, storing(box, target, { move: true, seen: 3 }))).toMatchObject([{ status: "done" }]);
  // what this device itself did last it knows, also before its answer has come
  const next = storing(box, place, { move: true, seen: 3 });
  expect(await send({ device }, next, { id: randomUUID(), kind: "release", code: box.code, seen: 3 })).toMatchObject([
    { status: "done", box: { version: 6 } },
    { status: "done", state: 2 },
  ]);
  const content = await a.content({ box: await a.box({ state: 1 }), state: 1 });
  expect(await send({ device }, { id: randomUUID(), kind: "receive", content: content.id, seen: 0 })).toMatchObject([
    { code: "changed" },
  ]);
});

test("an ordered box goes back on the shelf when its worker insists, and is to be fetched again", async () => {
  const box = await a.box({ state: 1 });
  const { id, code } = await a.delivery({ owner: box.owner, boxes: [box] });
  const [first, second] = [await a.place(), await a.place()];
  expect(await send({}, storing(box, first))).toMatchObject([{ code: "ordered", box: { delivery: code } }]);
  expect(await send({}, storing(box, first, { anyway: true }))).toMatchObject([{ status: "done", state: 4 }]);
  const pick = { kind: "pick", delivery: id, code: box.code } as const;
  expect(await send({}, { id: randomUUID(), ...pick })).toMatchObject([{ status: "done", box: { place: null } }]);
  expect(await send({}, storing(box, second))).toMatchObject([{ code: "state", box: { delivery: code } }]);
  const back = storing(box, second, { anyway: true });
  expect(await send({}, back)).toMatchObject([{ status: "done", state: 4, box: { place: { part: second.part } } }]);
  expect(await send({}, { id: randomUUID(), kind: "undo", of: back.id })).toMatchObject([{ code: "state" }]);
  expect(await send({}, { id: randomUUID(), ...pick })).toMatchObject([{ status: "done" }]);
  const stands = await a.box({ state: 1 });
  expect(await send({}, storing(stands, first, { anyway: true }))).toMatchObject([{ code: "here" }]);
});

test("two boxes change places in one scan, or neither does", async () => {
  const [one, other, nowhere] = [await a.box({ state: 1 }), await a.box({ state: 4 }), await a.box({ state: 2 })];
  const swap = (code: string, second: string) => send({}, { id: randomUUID(), kind: "swap", code, with: second });
  const spots = async () => (await Promise.all([one, other].map(detail))).map(({ position }) => position?.row.id);
  const [from, to] = await spots();
  expect(await swap(one.code, other.code)).toMatchObject([{ status: "done", state: 1, box: { version: 3 } }]);
  expect(await spots()).toEqual([to, from]);
  expect((await history(other)).at(-1)).toMatchObject({ state: 1, meta: { part: one.place?.part } });
  expect(await swap(one.code, one.code)).toMatchObject([{ code: "invalid" }]);
  expect(await swap(one.code, nowhere.code)).toMatchObject([
    { code: "state", message: `Box ${showBoxCode(nowhere.code)} hat keinen Platz.` },
  ]);
  expect(await swap(one.code, "9999999999")).toMatchObject([{ code: "unknown_box" }]);
  expect(await spots()).toEqual([to, from]);
  const answers = await Promise.all([
    swap(one.code, other.code),
    swap(other.code, one.code),
    swap(one.code, other.code),
  ]);
  expect(answers.flat().map(({ status }) => status)).toEqual(["done", "done", "done"]);
  expect(await spots()).toEqual([from, to]);
});

test("a whole row moves to the same places of another one, or none of it where one of them is taken", async () => {
  const [row, target] = [await a.row(), await a.row()];
  const at = (where: typeof row, part: number): Spot => ({ row: where, part, height: 1 });
  const boxes = [
    await a.box({ state: 1, place: at(row, 1) }),
    await a.box({ state: 7, place: at(row, 3) }),
    await a.box({ state: 4, place: at(row, 2) }),
  ];
  const inTheWay = await a.box({ state: 1, place: at(target, 3) });
  const move = (from: number, to: number) => send({}, { id: randomUUID(), kind: "move_row", row: from, to_row: to });
  expect(await move(row.id, target.id)).toMatchObject([
    { code: "taken", message: `Platz ist belegt durch ${showBoxCode(inTheWay.code)}.` },
  ]);
  expect((await history(boxes[0] as Box)).length).toBe(2);
  await send({}, storing(inTheWay, at(target, 9), { move: true }));
  expect(await move(row.id, target.id)).toMatchObject([{ status: "done", state: null, box: null }]);
  for (const [index, box] of boxes.entries()) {
    const { position, history: entries } = await detail(box);
    expect([position?.row.id, position?.part]).toEqual([target.id, [1, 3, 2][index]]);
    expect(entries.at(-1)).toMatchObject({ state: 1, meta: { row: target.number, part: position?.part, height: 1 } });
  }
  expect(await move(row.id, target.id)).toMatchObject([{ code: "state", message: "In dieser Reihe steht keine Box." }]);
  expect(await move(target.id, target.id)).toMatchObject([{ code: "invalid" }]);
  expect(await move(target.id, 2_000_000_000)).toMatchObject([{ code: "unknown_row" }]);
});

test("a label that is there already makes its box, for the customer whose number it bears", async () => {
  const owner = await a.customer();
  const code = `${String(owner.code).padStart(4, "0")}000777`;
  const create = (customer: number, label: string) =>
    send({}, { id: randomUUID(), kind: "create", customer, code: label });
  expect(await create(owner.code + 1, code)).toMatchObject([{ code: "invalid" }]);
  expect(await create(owner.code, code)).toMatchObject([
    { status: "done", state: 0, box: { code, version: 1, owner: owner.code } },
  ]);
  expect(await create(owner.code, code)).toMatchObject([{ code: "exists", by: { text: "Box erstellt" } }]);
  expect(await create(9999, "9999000001")).toMatchObject([{ code: "unknown_customer" }]);
});

test("the foreman sees who scanned what by which device, and which numbers never came", async () => {
  const [device, box] = [randomUUID(), await a.box()];
  const [place, next] = [await a.place(), await a.place()];
  const row = randomUUID();
  await send({ device, app: "1.2.0" }, storing(box, place, { seq: 4, of: row }), storing(box, next, { seq: 5 }));
  await colleague.call(scan, { body: { device, operations: [storing(box, next, { seq: 9, move: true })] } });
  const found = await staff.call(listScans, { query: { device } });
  expect(found.results.map(({ seq, status, code, kind }) => [seq, status, code, kind])).toEqual([
    [9, "done", null, "store"],
    [5, "refused", "here", "store"],
    [4, "done", null, "store"],
  ]);
  expect(found.results.at(-1)).toMatchObject({ box: box.code, user: { id: staff.userId }, of: row, app: "1.2.0" });
  expect(found.gaps).toEqual([{ device, first: 6, last: 8 }]);
  const mine = await staff.call(listScans, { query: { device, user: colleague.userId } });
  expect(mine.results.map(({ seq }) => seq)).toEqual([9]);
  expect((await staff.call(listScans, { query: { device, from: ago(-minutes(1)) } })).results).toEqual([]);
  expect(await staff.refusal(listScans, { query: { device: "x" } })).toEqual({ device: ["Ungültig"] });
});

test("after 400 days only the id of a scan is left, and it is still not done again", async () => {
  const [box, place] = [await a.box(), await a.place()];
  const operation = storing(box, place);
  await send({ device: randomUUID() }, operation);
  const age = (days: number) =>
    db.write((tx) =>
      sql`update scans set created = now() - make_interval(days => ${days}) where id = ${operation.id}`.execute(tx),
    );
  await age(399);
  await db.write(forgetOld);
  expect(await send({}, operation)).toMatchObject([{ status: "done", again: true }]);
  await age(401);
  await db.write(forgetOld);
  const { rows } = await sql`select * from scans where id = ${operation.id}`.execute(db.read);
  const left = Object.entries(rows[0] as object).flatMap(([name, value]) => (value === null ? [] : [name]));
  expect([left, (rows[0] as { result: object }).result]).toEqual([["id", "result", "created"], {}]);
  expect(await send({}, operation)).toMatchObject([{ status: "refused", code: "too_late", again: true }]);
  expect((await history(box)).length).toBe(2);
});

test("what devices said is part of what the history proves: another hour or another device is found out", async () => {
  expect(await verifyHistory(db)).toMatchObject({ faults: 0 });
  expect(await runChecks(db)).toEqual([]);
  const superuser = new pg.Client({ ...inject("postgres").superuser, database: connection.database });
  await superuser.connect();
  for (const forged of [
    "happened = happened - interval '1 hour'",
    "device = gen_random_uuid()",
    "device = null",
    "happened = null, device = null",
  ]) {
    await superuser.query("begin; set local session_replication_role = replica");
    const { rows } = await superuser.query<{ box_id: string; seq: number }>(
      `update history set ${forged} where (box_id, seq) = (
        select box_id, seq from history where happened is not null and device is not null limit 1) returning box_id, seq`,
    );
    await superuser.query("commit");
    const [entry] = rows;
    expect((await verifyHistory(db)).first).toContainEqual({
      boxId: Number(entry?.box_id),
      what: `entry ${entry?.seq} is not what was written`,
    });
  }
  await superuser.end();
});
