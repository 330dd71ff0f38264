import { randomUUID } from "node:crypto";
import { scan } from "#contract/calls/scanning/scans.ts";
import type { Client, TestServer } from "#test/support/client.ts";
import type { Box, Spot } from "#test/support/factories.ts";
import type { Counted } from "#test/support/factories/stocktake-factories.ts";

/** A scan of places of a row, as a phone sends it. */
export const counting = (row: { readonly id: number }, places: readonly Counted[], more: object = {}) => ({
  id: randomUUID(),
  kind: "count" as const,
  row: row.id,
  places: places.map((place) => ({ hand: false, ...place })),
  ...more,
});

/** Sends scans and answers what came of each: `done`, or the sentence. */
export async function send(client: Client, ...operations: object[]): Promise<(string | null)[]> {
  const { results } = await client.call(scan, { body: { operations: operations as never } });
  return results.map(({ status, message }) => (status === "done" ? status : message));
}

export const storing = (box: { readonly code: string }, { row, part, height }: Spot) => ({
  id: randomUUID(),
  kind: "store" as const,
  code: box.code,
  row: row.id,
  part,
  height,
  move: true,
});
export const releasing = ({ code }: { readonly code: string }) => ({
  id: randomUUID(),
  kind: "release" as const,
  code,
});

/** A row in which something of every kind is wrong, and what somebody scans there: 2 boxes are right, of each other class there is one. */
export async function seededRow({ a }: TestServer) {
  const row = await a.row();
  const at = (part: number, height: number): Spot => ({ row, part, height });
  const stored = (place: Spot) => a.box({ state: 1, place });
  const boxes = {
    right: await stored(at(1, 1)),
    byHand: await stored(at(1, 2)),
    misplaced: await stored(at(2, 1)),
    missing: await stored(at(3, 1)),
    moved: await stored(at(4, 1)),
    doubled: await stored(at(5, 1)),
    fromElsewhere: await a.box({ state: 1 }),
    away: await a.box({ state: 2 }),
    picked: await a.box({ state: 1 }),
    destroyed: await a.box({ state: 6 }),
  };
  await a.delivery({ owner: boxes.picked.owner, boxes: [boxes.picked], state: 1 });
  const on = (part: number, height: number, { code }: Box, hand = false): Counted => ({ part, height, code, hand });
  const places: Counted[] = [
    on(1, 1, boxes.right),
    on(1, 2, boxes.byHand, true),
    { part: 2, height: 1, code: null },
    on(2, 2, boxes.misplaced),
    { part: 3, height: 1, code: null },
    on(5, 1, boxes.doubled),
    on(5, 2, boxes.doubled),
    on(6, 1, boxes.fromElsewhere),
    on(6, 2, boxes.away),
    on(7, 1, boxes.picked),
    on(7, 2, boxes.destroyed),
    { part: 8, height: 1, code: "9999.888.777" },
  ];
  return { row, boxes, places, at };
}
