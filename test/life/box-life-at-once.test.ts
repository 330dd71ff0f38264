import { randomUUID } from "node:crypto";
import { afterAll, expect } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { destroyMarked, editMeta, getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { Database, type Transaction } from "#server/database/database.ts";
import { look, outcomeOf } from "./box-life-actions.ts";
import { present, replayed } from "./box-life-history.ts";
import { type Answer, type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { repeated } from "#test/support/extent.ts";
import type { Box, Spot } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

/** Counts how often work had to be done again, which only a deadlock or a conflict makes necessary. */
class Watched extends Database {
  repeated = 0;

  override write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    let attempts = 0;
    return super.write((tx) => {
      if (attempts++ > 0) this.repeated++;
      return work(tx);
    });
  }
}

const longest = repeated(180_000, 1_800_000);
const { connection } = await testDatabase();
const db = new Watched(connection);
afterAll(() => db.close());
const server = await testServer(db);
const { a } = server;

const patch = (client: Client, { id }: Box, body: object) => client.send("PATCH", `/api/v1/boxes/${id}/`, body);
const operationOf = ({ code }: Box, { row, part, height }: Spot) => ({
  id: randomUUID(),
  kind: "store" as const,
  code,
  row: row.id,
  part,
  height,
  move: true,
});

/** Every entry of these boxes' histories, by who made it. */
async function entriesByUser(boxes: readonly Box[]): Promise<Map<number | null, { box: number; kind: number }[]>> {
  const ids = boxes.map(({ id }) => id);
  const rows = await db.read
    .selectFrom("history")
    .select(["user_id", "box_id as box", "kind"])
    .where("box_id", "in", ids)
    .orderBy("box_id")
    .orderBy("seq")
    .execute();
  return Map.groupBy(rows, ({ user_id }) => user_id);
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

expensive("twenty people at one box, round after round")(
  "twenty at once on one box: each change happened whole or not at all, with one entry each",
  async () => {
    const clients = await Promise.all(times(20, () => server.asStaff()));
    const spots = await Promise.all(times(20, () => a.place()));
    const acts: ((client: Client, box: Box, index: number) => Promise<Answer>)[] = [
      (client, box) => patch(client, box, { state: 7 }),
      (client, box) => patch(client, box, { state: 0 }),
      (client, box, index) => client.ask(scan, { body: { operations: [operationOf(box, spots[index] as Spot)] } }),
      (client, box, index) => (index % 8 === 3 ? client.ask(destroyMarked, {}) : patch(client, box, { state: 6 })),
    ];
    for (let round = 0; round < repeated(3, 40); round++) {
      const box = await a.box({ state: 1 });
      const answers = await Promise.all(
        clients.map((client, index) => (acts[(index + round) % 4] as (typeof acts)[0])(client, box, index)),
      );
      const entries = await entriesByUser([box]);
      for (const [index, answer] of answers.entries()) {
        expect([200, 400], answer.text).toContain(answer.status);
        const made = entries.get(clients[index]?.userId ?? 0) ?? [];
        const list = (answer.body as { count?: number }).count;
        const changes = list ?? (outcomeOf(answer) === "done" ? 1 : 0);
        expect(made.length, `${index}: ${answer.text}`).toBe(changes);
      }
      const now = await look(clients[0] as Client, box);
      expect(now && present(now)).toEqual(now && replayed(now, 400));
      if (now?.state === 1 || now?.state === 7) await patch(clients[0] as Client, box, { state: 6 });
    }
    expect(await runChecks(db)).toEqual([]);
    expect(db.repeated).toBe(0);
  },
  longest,
);

const amount = repeated(100, 400);

expensive("eight people at once at 100 boxes")(
  `many at once on ${amount} boxes in opposite orders: nothing is lost, nothing half done, nobody deadlocks`,
  async () => {
    const owner = await a.customer();
    const boxes: Box[] = [];
    for (const state of times(amount, (index) => ([0, 1, 2, 3, 5] as const)[index % 5] ?? 0))
      boxes.push(await a.box({ owner, state }));
    const places = await Promise.all(boxes.map(() => a.place()));
    const backwards = boxes.toReversed();
    /** In an order in which nobody is ahead of somebody else all the time. */
    const scattered = boxes.map((_, index) => boxes[(index * 37) % amount] as Box);
    const [up, down, receiving, meta, other, destroying, marker, resetting] = await Promise.all(
      times(8, () => server.asStaff()),
    );

    const storeAll = (client: Client | undefined, list: readonly Box[], from: number) =>
      client?.call(scan, {
        body: { operations: list.map((box, index) => operationOf(box, places[(index + from) % amount] as Spot)) },
      });
    const receiveAll = (client: Client | undefined) =>
      client?.call(scan, {
        body: { operations: boxes.map(({ code }) => ({ id: randomUUID(), kind: "receive" as const, code })) },
      });
    const patchAll = async (client: Client | undefined, list: readonly Box[], body: object) => {
      const answers = [];
      for (const box of list) answers.push(await patch(client as Client, box, body));
      return answers;
    };
    const metaAll = async (client: Client | undefined, body: (round: number) => object) => {
      let changed = 0;
      for (let round = 0; round < 12; round++)
        changed +=
          (await client?.call(editMeta, { body: { customer: { id: owner.id }, ...body(round) } }))?.changed ?? 0;
      return changed;
    };
    const end = new AbortController();
    const destroyAll = async (client: Client | undefined) => {
      let destroyed = 0;
      while (!end.signal.aborted) destroyed += (await client?.call(destroyMarked, {}))?.count ?? 0;
      return destroyed;
    };

    const [stored, storedDown, received, changed, changedOther, destroyed, marked, reset] = await Promise.all([
      storeAll(up, boxes, 0),
      storeAll(down, backwards, amount / 2),
      receiveAll(receiving),
      metaAll(meta, (round) => ({
        meta_year: 2000 + (round % 2),
        size: 300 + (round % 3),
        meta_destroy_year: 2030 + (round % 2),
      })),
      metaAll(other, (round) =>
        round % 2 === 0
          ? { action: "reset_year", size: 310, meta_destroy_year: 2050 }
          : { size: 311, from: amount / 4, to: (amount * 3) / 4, meta_year: 1990 },
      ),
      destroyAll(destroying),
      patchAll(marker, scattered, { state: 7 }).finally(() => end.abort()),
      patchAll(resetting, boxes, { state: 1 }),
    ]);

    const entries = await entriesByUser(boxes);
    const made = (client: Client | undefined) => entries.get(client?.userId ?? 0) ?? [];
    const done = (results: { status: string }[] | undefined) =>
      results?.filter(({ status }) => status === "done").length;
    // a box that was out comes back before it is stored: two entries for one scan (product 4)
    const moves = (client: Client | undefined) => made(client).filter(({ kind }) => kind === 1).length;
    expect([moves(up), moves(down)]).toEqual([done(stored?.results), done(storedDown?.results)]);
    expect(made(receiving).length).toBe(done(received?.results));
    expect([made(meta).length, made(other).length]).toEqual([changed, changedOther]);
    expect(made(destroying).length).toBe(destroyed);
    for (const [client, answers] of [
      [marker, marked],
      [resetting, reset],
    ] as const) {
      for (const { status, text } of answers) expect([200, 400], text).toContain(status);
      expect(made(client).length).toBe(answers.filter(({ status }) => status === 200).length);
    }
    expect([moves(up) > 0, moves(down) > 0, changed > 0, destroyed > 0]).toEqual([true, true, true, true]);
    const staff = up as Client;
    const { results } = await staff.call(listBoxes, { query: { owner_id: owner.id, limit: 1000 } });
    expect(results.length).toBe(amount);
    for (const { id } of results) {
      const now = await staff.call(getBox, { path: { id } });
      expect(present(now)).toEqual(replayed(now, 400));
    }
    expect(await runChecks(db)).toEqual([]);
    expect(db.repeated).toBe(0);
  },
  longest,
);
