import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { closeLines, getBatch, listBatchLines } from "#contract/calls/destruction/destruction-batches.ts";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { createStocktake, getStocktake } from "#contract/calls/stocktake/stocktakes.ts";
import type { RequestBody } from "#contract/route.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const colleague = await server.asStaff();

type Sending = Omit<RequestBody<typeof scan>, "operations">;
type Id = { readonly id: number };

const send = async (sending: Sending, operation: RequestBody<typeof scan>["operations"][number], by = staff) => {
  const { results } = await by.call(scan, { body: { ...sending, operations: [operation] } });
  const [result] = results;
  if (!result) throw new Error("No answer.");
  return result;
};
const staging = ({ id: batch }: Id, { code }: { readonly code: string }, more: object = {}) =>
  ({ id: randomUUID(), kind: "stage", batch, code, ...more }) as const;
const shredding = (batch: Id, box: Box, more: object = {}) =>
  ({ ...staging(batch, box, more), kind: "shred" }) as const;

async function aBatch(count: number, wish: Partial<Parameters<typeof a.batch>[0]> = {}) {
  const owner = await a.customer();
  const boxes: Box[] = [];
  for (let index = 0; index < count; index++) boxes.push(await a.box({ owner, state: 7 }));
  return { owner, boxes, batch: await a.batch({ owner, boxes, until: "confirmed", ...wish }) };
}
const detailOf = ({ id }: Id) => staff.call(getBatch, { path: { id } });
const linesOf = async ({ id }: Id, by = staff) => (await by.call(listBatchLines, { path: { id } })).results;
const stagedOf = async (batch: Id, box: Box) => (await linesOf(batch)).find(({ code }) => code === box.code)?.staged;
const nameOf = async ({ userId }: { readonly userId: number }) => {
  const names = db.read.selectFrom("users").select(["first_name", "last_name"]).where("id", "=", userId);
  const { first_name, last_name } = await names.executeTakeFirstOrThrow();
  return `${first_name} ${last_name}`;
};
const boxOf = ({ id }: Box) => staff.call(getBox, { path: { id } });

describe("a box of a batch is made ready", () => {
  test("once: the line says who did it and when, and the box, its place and its history stay as they are", async () => {
    const { boxes, batch } = await aBatch(2, { waitingDays: 7 });
    const [box, other] = boxes as [Box, Box];
    const before = await boxOf(box);
    const [operation, clock] = [
      staging(batch, box, { at: new Date(Date.now() - 90 * 60_000).toISOString() }),
      new Date(),
    ];
    const sending = { device: randomUUID(), clock: clock.toISOString() };
    expect(await send(sending, operation)).toMatchObject({
      status: "done",
      state: 7,
      again: false,
      box: { code: box.code },
    });
    const staged = await stagedOf(batch, box);
    expect(staged?.by).toBe(await nameOf(staff));
    expect(Math.abs(Date.parse(staged?.at ?? "") - (clock.getTime() - 90 * 60_000))).toBeLessThan(5_000);
    expect(await boxOf(box)).toEqual(before);
    expect(await stagedOf(batch, other)).toBeNull();
    expect(await detailOf(batch)).toMatchObject({ staged: 1, left: 2, state: 3 });

    expect(await send(sending, operation)).toMatchObject({ status: "done", again: true });
    expect(await send({}, staging(batch, box), colleague)).toMatchObject({ status: "done", again: false });
    expect(await stagedOf(batch, box), "who was first stays").toEqual(staged);
    expect(await send(sending, { ...operation, code: other.code })).toMatchObject({ code: "id_reused" });
  });

  expensive("ten marks of one box at once")("by many at once: one mark, and nobody is refused", async () => {
    const { boxes, batch } = await aBatch(1);
    const [box] = boxes as [Box];
    const all = await Promise.all(Array.from({ length: 10 }, () => send({}, staging(batch, box))));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["done"]));
    expect(await stagedOf(batch, box)).not.toBeNull();
  });

  test("and then destroyed; the line shows both, and a customer's user sees no name of the archive", async () => {
    const { owner, boxes, batch } = await aBatch(2);
    const [box, left] = boxes as [Box, Box];
    await send({}, staging(batch, box));
    await send({}, staging(batch, left));
    expect(await send({}, shredding(batch, box))).toMatchObject({ status: "done", state: 6 });
    const [line] = (await linesOf(batch)).filter(({ code }) => code === box.code);
    expect([line?.staged?.by, line?.scanned]).toEqual([expect.any(String), expect.any(String)]);
    expect(await detailOf(batch)).toMatchObject({ staged: 1, scanned: 1, left: 1 });
    const customer = await server.asCustomer(owner);
    for (const seen of await linesOf(batch, customer)) expect(seen).not.toHaveProperty("staged");
    expect(await runChecks(db)).toEqual([]);
  });
});

test("a box that is made ready is not missed when its row is counted", async () => {
  const owner = await a.customer();
  const row = await a.row();
  const boxes = [
    await a.box({ owner, state: 7, place: { row, part: 1, height: 1 } }),
    await a.box({ owner, state: 7, place: { row, part: 2, height: 1 } }),
  ] as const;
  const [staged] = boxes;
  const batch = await a.batch({ owner, boxes, until: "confirmed" });
  await send({}, staging(batch, staged));
  const { id } = await staff.call(createStocktake, { body: { rows: [row.id] } });
  await send({}, { id: randomUUID(), kind: "count", session: id, row: row.id, places: [], close: true });
  const { counts, open } = await staff.call(getStocktake, { path: { id } });
  expect([counts.moved, counts.missing, open]).toEqual([1, 1, 1]);
});

describe("is refused, and nothing changes,", () => {
  test.each(["draft", "proposed", "approved", "shredded", "destroyed"] as const)(
    "in a batch that is %s",
    async (until) => {
      const { boxes, batch } = await aBatch(1, { until });
      const [box] = boxes as [Box];
      const before = await linesOf(batch);
      expect((await send({}, staging(batch, box))).status).toBe("refused");
      expect(await linesOf(batch)).toEqual(before);
    },
  );

  test("a box of no batch, of another one, of nobody, taken out, or held since; a batch that is none", async () => {
    const { owner, boxes, batch } = await aBatch(3);
    const [held, out, kept] = boxes as [Box, Box, Box];
    const other = await aBatch(1);
    const [theirs] = other.boxes as [Box];
    await a.hold({ owner, boxes: [held] });
    await staff.call(closeLines, { path: batch, body: { boxes: [out.id], reason: "Doch aufheben" } });
    const tried = async (box: { readonly code: string }, of = batch) => {
      const { status, code, message } = await send({}, staging(of, box));
      return [status, code, message];
    };
    const not = (box: Box) => `Box ${showBoxCode(box.code)} gehört nicht zu ${showBatch(batch.id)}.`;
    const lone = await a.box({ state: 7 });
    expect(await tried(theirs)).toEqual(["refused", "not_in_batch", not(theirs)]);
    expect(await tried(lone)).toEqual(["refused", "not_in_batch", not(lone)]);
    expect((await tried({ code: "9999999999" })).slice(0, 2)).toEqual(["refused", "unknown_box"]);
    const noMore = `Box ${showBoxCode(out.code)} gehört nicht mehr zu ${showBatch(batch.id)}.`;
    expect(await tried(out)).toEqual(["refused", "not_in_batch", noMore]);
    const { by } = (await send({}, staging(batch, out))) ?? {};
    expect(by?.text, "who took it out").toBe("Markierung zur Vernichtung aufgehoben");
    expect((await tried(held)).slice(0, 2)).toEqual(["refused", "held"]);
    expect((await tried(kept, { id: 2_000_000_000 })).slice(0, 2)).toEqual(["refused", "unknown_batch"]);
    expect((await linesOf(batch)).map(({ staged }) => staged)).toEqual([null, null, null]);
    expect(await tried(kept)).toEqual(["done", null, null]);
  });

  test("whoever writes past the program: a mark on a new line, on one that is closed, or another one than there is", async () => {
    const { boxes, batch } = await aBatch(2);
    const [box, out] = boxes as [Box, Box];
    await send({}, staging(batch, box));
    await staff.call(closeLines, { path: batch, body: { boxes: [out.id], reason: "Doch aufheben" } });
    const set = (what: ReturnType<typeof sql>, { id }: Box) =>
      db.write((tx) =>
        sql`update destruction_lines set ${what} where batch_id = ${batch.id}::int and box_id = ${id}::bigint`.execute(
          tx,
        ),
      );
    await expect(set(sql`staged_at = now()`, box)).rejects.toThrow("stays");
    await expect(set(sql`staged_at = null, staged_by = null`, box)).rejects.toThrow("stays");
    await expect(set(sql`staged_at = now(), staged_by = ${staff.userId}::bigint`, out)).rejects.toThrow("stays");
    const early = await aBatch(1, { until: "approved" });
    await expect(
      db.write((tx) =>
        sql`update destruction_lines set staged_at = now(), staged_by = ${staff.userId}::bigint where batch_id = ${early.batch.id}::int`.execute(
          tx,
        ),
      ),
    ).rejects.toThrow("stays");
  });
});

describe("at the shredder", () => {
  test("a scan before the day is refused with the day, however the box was made ready", async () => {
    const { boxes, batch } = await aBatch(1, { waitingDays: 3 });
    const [box] = boxes as [Box];
    await send({}, staging(batch, box));
    const { wait_until } = await detailOf(batch);
    const day = showDate(berlinDay(new Date(wait_until ?? "")));
    expect(await send({}, shredding(batch, box))).toMatchObject({
      status: "refused",
      code: "too_early",
      message: `Die Wartezeit läuft: ab ${day}.`,
    });
    expect((await boxOf(box)).state).toBe(7);
  });

  test("a scan that was under way for too long destroys nothing, and one more does", async () => {
    const { boxes, batch } = await aBatch(1);
    const [box] = boxes as [Box];
    const sent = (minutes: number) => {
      const now = Date.now() - 5 * 24 * 3_600_000; // whatever the device believes it is
      const sending = { device: randomUUID(), clock: new Date(now).toISOString() };
      return send(sending, shredding(batch, box, { at: new Date(now - minutes * 60_000).toISOString() }));
    };
    expect(await sent(11)).toMatchObject({ status: "refused", code: "too_late" });
    expect((await boxOf(box)).state).toBe(7);
    expect(await sent(9)).toMatchObject({ status: "done", state: 6 });
  });

  test("a hold that was set after the box was made ready keeps it", async () => {
    const { owner, boxes, batch } = await aBatch(2);
    const [box, other] = boxes as [Box, Box];
    for (const one of [box, other]) await send({}, staging(batch, one));
    await a.hold({ owner, boxes: [box] });
    expect(await send({}, shredding(batch, box))).toMatchObject({ status: "refused", code: "held" });
    expect(await send({}, shredding(batch, other))).toMatchObject({ status: "done" });
    expect([(await boxOf(box)).state, (await boxOf(other)).state]).toEqual([7, 6]);
  });
});
