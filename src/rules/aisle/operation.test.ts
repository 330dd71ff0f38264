import { expect, test } from "vitest";
import * as z from "zod/mini";
import { aBox, anArchive, codeIn, Device, uuid } from "#test/support/aisle.ts";
import { idAt } from "./steps.ts";
import type { Data, KnownLine } from "./stock-data.ts";
import { withPendingScans } from "./with-pending-scans.ts";
import { type OperationDraft, undoWindow, needsNetwork, type Operation } from "./operation.ts";
import { findChain } from "./chains.ts";

const [a, b, c] = ["0042000001", "0042000002", "0042000003"] as const;
const receive = (n: number, code: string): Operation => ({ id: uuid(n), kind: "receive", code });

test("what is taken back takes what came after it with the same boxes along, and leaves the others", () => {
  const all: Operation[] = [
    receive(1, a),
    receive(2, b),
    { id: uuid(3), kind: "swap", code: a, with: c },
    receive(4, b),
    receive(5, c),
  ];
  expect([1, 2, 3, 5, 9].map((n) => findChain(all, uuid(n)))).toEqual([
    [uuid(1), uuid(3), uuid(5)],
    [uuid(2), uuid(4)],
    [uuid(3), uuid(5)],
    [uuid(5)],
    [],
  ]);
});

test("what an event leads to has ids of its own, the same ones each time, and the first one is the event's", () => {
  const event = { id: "01234567-89ab-4cde-8f01-23456789afff", at: 0 };
  const ids = Array.from({ length: 200 }, (_, index) => idAt(event, index));
  expect(ids[0]).toBe(event.id);
  expect(new Set(ids).size).toBe(200);
  for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
});

test("what the server does not take back is held for a moment, and only what could collide asks for a network", () => {
  const missing: Operation = { id: uuid(1), kind: "missing", code: a, text: "Nicht da" };
  expect([undoWindow(missing), undoWindow(receive(2, a))]).toEqual([10_000, 6000]);
  const kinds = ["store", "pick", "missing", "receive", "swap", "undo", "load", "unload", "release", "stage"] as const;
  expect(kinds.filter(needsNetwork)).toEqual([]);
  expect((["create", "move_row", "handover", "shred"] as const).every(needsNetwork)).toBe(true);
});

const [mine, other, wanted] = ["0042000201", "0042000202", "0042000203"] as const;
const line = (delivery: number, code: string): KnownLine => ({ delivery, code, content: null, state: "open" });
const about = { code: 1, state: 0, time: null, customer: 42 } as const;
const archive = anArchive({
  boxes: [...anArchive().boxes, aBox(wanted, 4, { row: 1, part: 2, height: 1 })],
  deliveries: [
    { ...about, id: 1, kind: 0, lines: [line(1, wanted)] },
    { ...about, id: 2, kind: 1, lines: [line(2, codeIn(2))] },
  ],
});
const drafts: readonly OperationDraft[] = [
  { kind: "store", code: mine, row: 1, part: 1, height: 2, move: false },
  { kind: "pick", delivery: 1, code: wanted },
  { kind: "store", code: other, row: 2, part: 1, height: 1, move: false },
  { kind: "swap", code: mine, with: other },
  { kind: "receive", code: codeIn(2) },
  { kind: "load", delivery: 1, code: wanted },
  { kind: "release", code: other, text: "" },
];
const operations = drafts.map((draft, index): Operation => ({ ...draft, id: uuid(index + 1) }));

const seen = (data: Data) => ({
  boxes: [mine, other, wanted, codeIn(2)].map((code) => data.box(code)),
  rows: [1, 2].map((row) => data.boxesIn(row).toSorted((one, two) => one.code.localeCompare(two.code))),
  deliveries: data.deliveries(),
});

test("what is laid over what was laid over is as if all had been laid over at once", () => {
  const { data } = new Device(archive);
  const whole = seen(withPendingScans(data, operations));
  expect(whole.deliveries.flatMap(({ lines }) => lines.map(({ state }) => state))).toEqual(["loaded", "done"]);
  for (let below = 0; below <= operations.length; below++) {
    const first = withPendingScans(data, operations.slice(0, below));
    expect(seen(withPendingScans(first, operations.slice(below))), `${below} below`).toEqual(whole);
  }
});
