import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { resolveScan, scan } from "#contract/calls/scanning/scans.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import type { Reply } from "#contract/route.ts";
import type { RefusalCode } from "#rules/texts/refusals.ts";
import { type Answer, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Spot } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const storing = (code: string, { row, part, height }: Spot, more: { id?: string; move?: boolean } = {}) => ({
  id: randomUUID(),
  kind: "store" as const,
  code,
  row: row.id,
  part,
  height,
  ...more,
});
/** Fields that every client got in an answer before there were devices. */
const old = ({ id, status, state, code, message }: Reply<typeof scan>["results"][number]) => ({
  id,
  status,
  state,
  code,
  message,
});
const send = async (...operations: ReturnType<typeof storing>[]) =>
  (await staff.call(scan, { body: { operations } })).results.map(old);
const store = async (...given: Parameters<typeof storing>) => (await send(storing(...given)))[0];
const detail = (id: number) => staff.call(getBox, { path: { id } });
const kinds = async (id: number) => (await detail(id)).history.map(({ state }) => state);
const done = (state: number) => ({ status: "done", state, code: null, message: null });
const refused = (code: RefusalCode, message: string) => ({ status: "refused", state: null, code, message });
/** Sends what need not fit the contract. */
const sendRaw = async (...operations: unknown[]) => {
  const { status, body } = (await staff.send("POST", "/api/v1/scans/", { operations })) as Answer<Reply<typeof scan>>;
  return { status, body: { results: body.results.map(old) } };
};
const placeText = ({ row, part, height }: Spot) =>
  `${row.area.name}, Reihe ${row.number}, Teil ${part}, Höhe ${height}`;

describe("storing a box", () => {
  test("puts it on its place with one entry in its history", async () => {
    const [box, place] = [await a.box(), await a.place()];
    expect(await store(box.code, place)).toMatchObject(done(1));
    const stored = await detail(box.id);
    expect(stored).toMatchObject({
      state: 1,
      position: { part: place.part, height: place.height, row: { id: place.row.id } },
    });
    expect(stored.history.map(({ state }) => state)).toEqual([HistoryKind.created, HistoryKind.moved]);
    expect(stored.history[1]).toMatchObject({
      user: { first_name: "Erika", last_name: "Muster" },
      meta: { area: place.row.area.name, row: place.row.number, part: place.part, height: place.height },
    });
  });

  test("reads the code with and without dots and spaces", async () => {
    const box = await a.box();
    const shown = ` ${box.code.slice(0, 4)}.${box.code.slice(4, 7)} ${box.code.slice(7)} `;
    expect(await store(shown, await a.place())).toMatchObject(done(1));
  });

  test.each([
    [0, [0, 1]],
    [2, [0, 1, 3, 4, 1]],
    [3, [0, 1, 5, 1]],
    [5, [0, 4, 1]],
  ] as const)("from state %i leaves the history %j", async (state, history) => {
    const box = await a.box({ state });
    expect(await store(box.code, await a.place())).toMatchObject(done(1));
    expect(await kinds(box.id)).toEqual(history);
  });

  test("is refused for a destroyed, a marked and a picked box, and nothing is written", async () => {
    const [destroyed, marked] = [await a.box({ state: 6 }), await a.box({ state: 7, markedFrom: 2 })];
    expect(await store(destroyed.code, await a.place())).toMatchObject(
      refused("state", "Das geht nicht: Die Box ist vernichtet."),
    );
    expect(await store(marked.code, await a.place())).toMatchObject(
      refused("state", "Das geht nicht: Die Box ist markiert zur Vernichtung."),
    );
    expect([await kinds(destroyed.id), await kinds(marked.id)]).toEqual([
      [0, 6],
      [0, 1, 3, 8],
    ]);
  });

  test("on a taken place is refused and names the box that stands there", async () => {
    const [box, other] = [await a.box(), await a.box({ state: 1 })];
    const { code } = other;
    const shown = `${code.slice(0, 4)}.${code.slice(4, 7)}.${code.slice(7)}`;
    expect(await store(box.code, other.place as Spot)).toMatchObject(
      refused("taken", `Platz ist belegt durch ${shown}.`),
    );
    expect(await kinds(box.id)).toEqual([0]);
  });

  test("twice is refused with the place where it stands, and with `move` it moves", async () => {
    const [box, first, second] = [await a.box(), await a.place(), await a.place()];
    await store(box.code, first);
    const row = await a.row();
    const sentence = `Box ist bereits eingelagert: ${placeText(first)}.`;
    expect(await store(box.code, { row, part: 1, height: 1 })).toMatchObject(refused("elsewhere", sentence));
    for (const height of [first.height, first.height + 1]) // its own place, and any other one of its row
      expect(await store(box.code, { ...first, height })).toMatchObject(refused("here", sentence));
    expect(await store(box.code, second, { move: true })).toMatchObject(done(1));
    expect(await kinds(box.id)).toEqual([0, 1, 1]);
    expect((await detail(box.id)).position).toMatchObject({ part: second.part, height: second.height });
    expect(await store((await a.box()).code, first)).toMatchObject(done(1));
  });

  test("of a box that is ordered names the delivery, whether it stands there or elsewhere; with `move` it moves", async () => {
    const box = await a.box({ state: 1 });
    const { code } = await a.delivery({ owner: box.owner, boxes: [box] });
    const ordered = refused("ordered", `Box ist in Lieferung ${String(code).padStart(6, "0")} angefordert.`);
    expect(await store(box.code, box.place as Spot)).toMatchObject(ordered);
    expect(await store(box.code, await a.place())).toMatchObject(ordered);
    expect(await kinds(box.id)).toEqual([0, 1, 2]);
    expect(await store(box.code, await a.place(), { move: true })).toMatchObject(done(4));
  });

  test("with `move` onto its own place changes nothing", async () => {
    const box = await a.box({ state: 1 });
    expect(await store(box.code, box.place as Spot, { move: true })).toMatchObject(done(1));
    expect(await kinds(box.id)).toEqual([0, 1]);
  });

  test("with `move` keeps an ordered box ordered and a marked one marked", async () => {
    const [ordered, marked] = [await a.box({ state: 4 }), await a.box({ state: 7 })];
    expect(await store(ordered.code, await a.place(), { move: true })).toMatchObject(done(4));
    expect(await store(marked.code, await a.place(), { move: true })).toMatchObject(done(7));
    expect([await kinds(ordered.id), await kinds(marked.id)]).toEqual([
      [0, 1, 2, 1],
      [0, 1, 8, 1],
    ]);
  });

  test("is refused where there is no such box or row", async () => {
    const [box, place] = [await a.box(), await a.place()];
    for (const code of ["9999999999", "nonsense", "", "12"])
      expect(await store(code, place)).toMatchObject(refused("unknown_box", "Diese Box gibt es nicht."));
    const nowhere = { ...place, row: { ...place.row, id: 2_000_000_000 } };
    expect(await store(box.code, nowhere)).toMatchObject(refused("unknown_row", "Diese Reihe gibt es nicht."));
  });
});

describe("the same scan sent again", () => {
  test("answers what it answered and changes nothing", async () => {
    const [box, place] = [await a.box(), await a.place()];
    const id = randomUUID();
    expect(await store(box.code, place, { id })).toEqual({ id, ...done(1) });
    expect(await store(box.code, place, { id })).toEqual({ id, ...done(1) });
    const whole = { seq: 7, seen: 3, at: "2026-11-22T08:00:00Z", kind: "store", move: false, height: place.height };
    const { body } = await sendRaw({
      ...whole,
      part: place.part,
      row: place.row.id,
      code: box.code,
      id: id.toUpperCase(),
    });
    expect(body.results).toEqual([{ id: id.toUpperCase(), ...done(1) }]);
    expect(await kinds(box.id)).toEqual([0, 1]);
  });

  test("with anything else in it is refused, changes nothing and leaves the answer as it was", async () => {
    const [box, other, place, elsewhere] = [await a.box(), await a.box(), await a.place(), await a.place()];
    const id = randomUUID();
    await store(box.code, place, { id });
    const reused = { id, ...refused("id_reused", "Unter dieser Kennung wurde schon etwas anderes gesendet.") };
    expect(await store(other.code, place, { id })).toEqual(reused);
    expect(await store(box.code, elsewhere, { id })).toEqual(reused);
    expect(await store(box.code, place, { id, move: true })).toEqual(reused);
    expect((await sendRaw({ id, kind: "release", code: box.code })).body.results).toEqual([reused]);
    expect(await store(box.code, place, { id })).toEqual({ id, ...done(1) });
    expect([await kinds(box.id), await kinds(other.id)]).toEqual([[0, 1], [0]]);
  });

  test("twice at once with different things in it: one is carried out, the other is refused", async () => {
    for (let round = 0; round < 10; round++) {
      const [boxes, id] = [[await a.box(), await a.box()], randomUUID()];
      const results = await Promise.all(boxes.map(async ({ code }) => store(code, await a.place(), { id })));
      expect(results.map((result) => String(result?.code)).toSorted()).toEqual(["id_reused", "null"]);
    }
  });

  test("answers as before where an earlier version carried it out and kept neither hash nor code", async () => {
    const [box, place, id] = [await a.box(), await a.place(), randomUUID()];
    const result = { status: "refused" as const, state: null, message: "Diese Box gibt es nicht." };
    await db.write((tx) =>
      tx
        .insertInto("scans")
        .values({ id, user_id: staff.userId, result: JSON.stringify(result) })
        .execute(),
    );
    expect(await store(box.code, place, { id })).toEqual({ id, ...result, code: null });
    expect(await kinds(box.id)).toEqual([0]);
  });

  test("stays refused although it would work by now", async () => {
    const [box, other] = [await a.box(), await a.box({ state: 1 })];
    const id = randomUUID();
    const first = await store(box.code, other.place as Spot, { id });
    expect(first?.status).toBe("refused");
    await store(other.code, await a.place(), { move: true });
    expect(await store(box.code, other.place as Spot, { id })).toEqual(first);
  });

  test("twenty times at the same moment stores once", async () => {
    const [box, place] = [await a.box(), await a.place()];
    const operation = storing(box.code, place);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(operation)));
    expect(answers).toEqual(Array.from({ length: 20 }, () => [{ id: operation.id, ...done(1) }]));
    expect(await kinds(box.id)).toEqual([0, 1]);
  });

  test("within one request answers twice and stores once", async () => {
    const operation = storing((await a.box()).code, await a.place());
    const [first, second] = await send(operation, operation);
    expect(second).toEqual(first);
  });
});

describe("two workers at the same moment", () => {
  expensive("a race of three boxes for one place, ten times")(
    "on one place: one stores, the other hears who was first",
    async () => {
      for (let round = 0; round < 10; round++) {
        const [place, boxes] = [await a.place(), [await a.box(), await a.box(), await a.box()]];
        const results = await Promise.all(boxes.map(({ code }) => store(code, place)));
        expect(results.map((result) => String(result?.status)).toSorted()).toEqual(["done", "refused", "refused"]);
        for (const result of results)
          if (result?.status === "refused")
            expect(result.message).toMatch(/^Platz ist belegt durch \d{4}\.\d{3}\.\d{3}\.$/);
      }
    },
  );

  test("with one box: it is stored once", async () => {
    const [box, places] = [await a.box(), [await a.place(), await a.place()]];
    const results = await Promise.all(places.map((place) => store(box.code, place)));
    expect(results.map((result) => String(result?.status)).toSorted()).toEqual(["done", "refused"]);
    expect(await kinds(box.id)).toEqual([0, 1]);
  });

  expensive("sixty moves of six boxes at once")(
    "swapping boxes back and forth never fails and leaves every box on a place of its own",
    async () => {
      const row = await a.row();
      const places = Array.from({ length: 8 }, (_, index) => ({ row, part: 1, height: index + 1 }));
      const boxes: Box[] = [];
      for (let index = 0; index < 6; index++) boxes.push(await a.box({ state: 1, place: places[index] as Spot }));
      const moves = Array.from({ length: 60 }, (_, index) => ({
        box: boxes[index % 6],
        place: places[(index * 5) % 8],
      }));
      const results = await Promise.all(
        moves.map(({ box, place }) => store(box?.code ?? "", place as Spot, { move: true })),
      );
      for (const result of results) expect(["done", "refused"]).toContain(result?.status);
      const entries = await Promise.all(boxes.map(({ id }) => kinds(id)));
      const spots = await Promise.all(boxes.map(async ({ id }) => (await detail(id)).position?.height));
      expect(new Set(spots).size).toBe(6);
      for (const history of entries) expect(new Set(history)).toEqual(new Set([0, 1]));
    },
  );
});

describe("a list of scans", () => {
  test("is carried out in order, each for itself: a refused one does not hold up the others", async () => {
    const [first, second, place] = [await a.box(), await a.box(), await a.place()];
    const next = await a.place();
    const results = await send(
      storing(first.code, place),
      storing(second.code, place),
      storing("0", next),
      storing(second.code, next),
    );
    expect(results.map(({ status }) => status)).toEqual(["done", "refused", "refused", "done"]);
  });

  test("is carried out but for the malformed ones, each of which says what is wrong under its id, or else its number", async () => {
    const [first, second] = [await a.box(), await a.box()];
    const [one, two] = [storing(first.code, await a.place()), storing(second.code, await a.place())];
    const ids = Array.from({ length: 9 }, () => randomUUID());
    const wrong = [
      { ...one, id: ids[0], part: 0 },
      { ...one, id: ids[1], kind: "fetch" },
      { id: ids[2] },
      { ...one, id: ids[3], code: undefined },
      { ...one, id: ids[4], code: "a\0b", height: "x" },
      { id: ids[5], kind: "pick", delivery: 1, code: first.code, content: 1 },
      { id: ids[6], kind: "missing", code: first.code, text: " " },
      { id: ids[7], kind: "receive" },
      { ...one, id: ids[8], row: null },
      { ...one, id: "no uuid" },
      { ...one, id: undefined },
      null,
      17,
      "text",
      [],
      [one],
    ];
    const { status, body } = await sendRaw(one, ...wrong, { ...two, unknown: { deep: [1] }, constructor: 1 });
    expect(status).toBe(200);
    const messages = ["Ungültig", "Ungültig", "Bitte ausfüllen", "Bitte ausfüllen", "Ungültige Zeichen"];
    messages.push("Bitte ausfüllen", "Bitte ausfüllen", "Bitte ausfüllen", "Bitte ausfüllen");
    messages.push("Ungültig", "Bitte ausfüllen", "Bitte ausfüllen", "Ungültig", "Ungültig", "Ungültig", "Ungültig");
    expect(body.results).toEqual([
      { id: one.id, ...done(1) },
      ...messages.map((message, index) => ({ id: ids[index] ?? String(index + 1), ...refused("invalid", message) })),
      { id: two.id, ...done(1) },
    ]);
  });

  test("keeps nothing of a malformed one: its id is free for the right one", async () => {
    const right = storing((await a.box()).code, await a.place());
    expect((await sendRaw({ ...right, height: 0 })).body.results[0]).toMatchObject({ id: right.id, code: "invalid" });
    expect(await send(right)).toEqual([{ id: right.id, ...done(1) }]);
    expect((await sendRaw({ ...right, height: 0 })).body.results[0]).toMatchObject({ id: right.id, code: "invalid" });
    expect(await send(right)).toEqual([{ id: right.id, ...done(1) }]);
  });

  test.each([[{}], [{ operations: null }], [{ operations: {} }], [{ operations: "text" }], [[]]])(
    "that is none, as %j, is a 400",
    async (body) => {
      const { status, headers } = await staff.send("POST", "/api/v1/scans/", body);
      expect([status, headers.get("x-magazin-code")]).toEqual([400, "invalid"]);
    },
  );

  expensive("500 scans in one list")("has 1 to 500 of them", async () => {
    const operation = storing("0", await a.place());
    expect(await staff.refusal(scan, { body: { operations: [] } })).toEqual({ operations: ["Ungültig"] });
    const many = Array.from({ length: 501 }, () => ({ ...operation, id: randomUUID() }));
    expect(await staff.refusal(scan, { body: { operations: many } })).toEqual({ operations: ["Ungültig"] });
    expect((await send(...many.slice(1))).length).toBe(500);
  });
});

describe("what a scanned text is", () => {
  const resolve = (code: string, client = staff) => client.call(resolveScan, { query: { code } });

  test("shows staff a box with its place, and a row", async () => {
    const box = await a.box({ state: 1 });
    const place = box.place as Spot;
    const { id, code, owner } = box;
    expect(await resolve(code)).toEqual({
      kind: "box",
      box: { id, code, state: 1, owner, place: placeText(place), version: 2 },
    });
    expect((await resolve((await a.box()).code)).box?.place).toBeNull();
    const { row } = place;
    expect(await resolve(`MAGAZIN:ROW:${row.id}`)).toEqual({
      kind: "row",
      row: { id: row.id, number: row.number, area: row.area },
    });
  });

  test.each(["nonsense", "9999999999", "MAGAZIN:ROW:2000000000", "MAGAZIN:ROW:999999999999999", "MAGAZIN:ROW:x", "%"])(
    "knows nothing of %j",
    async (text) => {
      expect(await resolve(text)).toEqual({ kind: "unknown" });
    },
  );

  test("shows a customer user the own boxes without a place, and no row", async () => {
    const [box, other] = [await a.box({ state: 1 }), await a.box({ state: 1 })];
    const client = await server.asCustomer(box.owner);
    const { id, code, owner } = box;
    expect(await resolve(code, client)).toEqual({ kind: "box", box: { id, code, state: 1, owner } });
    expect(await resolve(other.code, client)).toEqual({ kind: "unknown" });
    expect(await resolve(`MAGAZIN:ROW:${box.place?.row.id}`, client)).toEqual({ kind: "unknown" });
  });
});
