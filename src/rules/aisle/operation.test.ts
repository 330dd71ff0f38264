import { expect, test } from "vitest";
import * as z from "zod/mini";
import { uuid } from "#test/support/aisle.ts";
import { idAt } from "./steps.ts";
import { holdOf, needsNetwork, type Operation } from "./operation.ts";
import { chainOf } from "./chains.ts";

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
  expect([1, 2, 3, 5, 9].map((n) => chainOf(all, uuid(n)))).toEqual([
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
  expect([holdOf(missing), holdOf(receive(2, a))]).toEqual([10_000, 6000]);
  const kinds = ["store", "pick", "missing", "receive", "swap", "undo", "load", "unload", "release", "stage"] as const;
  expect(kinds.filter(needsNetwork)).toEqual([]);
  expect((["create", "move_row", "handover", "shred"] as const).every(needsNetwork)).toBe(true);
});
