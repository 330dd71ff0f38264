import { expect, test } from "vitest";
import type { CollectLine } from "#contract/schemas/deliveries/deliveries.ts";
import { collectKey, nextOpen, groupByRow } from "./collect-walk.ts";

interface Wish {
  readonly area?: string;
  readonly row?: number;
  readonly reverse?: boolean;
  readonly part?: number;
  readonly height?: number;
  readonly content?: number;
  readonly lost?: boolean;
}

function line(code: string, wish: Wish = {}): CollectLine {
  const { area = "Halle 1", row = 1, reverse = false, part = 1, height = 1, content, lost = false } = wish;
  const id = Number(code);
  const place = { id: row * 1000 + area.length, number: row, reverse, area: { id: area.length, name: area } };
  return {
    delivery: { id: 1, code: 1, time: null },
    customer: { id: 1, code: 1, name: "Kunde" },
    box: { id, code: code.padStart(10, "0") },
    content: content === undefined ? null : { id: content, text: `Akte ${content}` },
    position: lost ? null : { id, part, height, created: "2026-01-01T00:00:00.000Z", row: place },
  };
}

const shown = (lines: readonly CollectLine[]) =>
  groupByRow(lines).map(({ title, lines: own }) => [title, ...own.map(({ box }) => Number(box.code))]);

test("one walks from hall to hall as a German reader counts them, what has no place comes last", () => {
  const lines = [
    line("1", { lost: true }),
    line("2", { area: "Halle 10" }),
    line("3", { area: "Halle 2", row: 10 }),
    line("4", { area: "Halle 2", row: 9 }),
    line("5", { area: "Archiv" }),
  ];
  expect(shown(lines)).toEqual([
    ["Archiv · Reihe 1", 5],
    ["Halle 2 · Reihe 9", 4],
    ["Halle 2 · Reihe 10", 3],
    ["Halle 10 · Reihe 1", 2],
    ["Ohne Platz", 1],
  ]);
});

test("a row is walked from its first part, a reverse one from its last", () => {
  const places = [
    { part: 1, height: 2 },
    { part: 1, height: 1 },
    { part: 12, height: 1 },
  ];
  const row = (reverse: boolean) => places.map((place, index) => line(String(index + 1), { ...place, reverse }));
  expect(shown(row(false))).toEqual([["Halle 1 · Reihe 1", 2, 1, 3]]);
  expect(shown(row(true))).toEqual([["Halle 1 · Reihe 1", 3, 2, 1]]);
  expect(groupByRow(row(true))[0]?.isReverse).toBe(true);
});

test("a box and each of its contents are lines of their own, side by side", () => {
  const lines = [line("7", { content: 3 }), line("8", { part: 2 }), line("7", { content: 2 })];
  expect(groupByRow(lines)[0]?.lines.map(({ content }) => content?.id)).toEqual([2, 3, undefined]);
  expect(new Set(lines.map(collectKey)).size).toBe(3);
});

test("after a place one goes to the next open one of the walk, and from the last one back to what was left", () => {
  const lines = [line("1", { part: 3 }), line("2", { part: 1 }), line("3", { row: 2 }), line("4", { part: 2 })];
  const [third, first, last, second] = lines as [CollectLine, CollectLine, CollectLine, CollectLine];
  const open =
    (...ones: CollectLine[]) =>
    (one: CollectLine) =>
      ones.includes(one);
  expect(nextOpen(lines, first, open(second, third, last))).toBe(second);
  expect(nextOpen(lines, third, open(second, last))).toBe(last);
  expect(nextOpen(lines, last, open(second))).toBe(second);
  expect(nextOpen(lines, last, open())).toBeUndefined();
});
