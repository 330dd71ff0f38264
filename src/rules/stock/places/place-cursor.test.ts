import { describe, expect, test } from "vitest";
import { compareInRow } from "#rules/stock/positions.ts";
import { cursorSpot, keyOf, nextEmpty, type RowShape, shapeOf, type Spot, stepBy } from "./place-cursor.ts";

const ahead: RowShape = { parts: 3, heights: 2, reverse: false };
const back: RowShape = { ...ahead, reverse: true };
const none = () => false;
const takenAt = (...keys: string[]) => {
  const taken = new Set(keys);
  return (spot: Spot) => taken.has(keyOf(spot));
};

/** Every place in the order in which the cursor visits it. */
function walk(shape: RowShape): Spot[] {
  const visited: Spot[] = [];
  const taken = new Set<string>();
  for (let spot = nextEmpty(shape, none); spot; spot = nextEmpty(shape, (at) => taken.has(keyOf(at)), spot)) {
    visited.push(spot);
    taken.add(keyOf(spot));
  }
  return visited;
}

describe("the first empty place", () => {
  test.each<[string, RowShape, string[], string | undefined]>([
    ["of an empty row is part 1, height 1", ahead, [], "1/1"],
    ["of an empty reverse row is its last part, height 1", back, [], "3/1"],
    ["lies higher in the same part before it lies in the next", ahead, ["1/1"], "1/2"],
    ["lies in the next part when one is full", ahead, ["1/1", "1/2"], "2/1"],
    ["lies in the part before in a reverse row", back, ["3/1", "3/2"], "2/1"],
    ["is a gap that was left behind", ahead, ["1/1", "2/1", "2/2"], "1/2"],
    ["does not exist in a full row", ahead, ["1/1", "1/2", "2/1", "2/2", "3/1", "3/2"], undefined],
  ])("%s", (_, shape, taken, expected) => {
    const spot = nextEmpty(shape, takenAt(...taken));
    expect(spot ? keyOf(spot) : undefined).toBe(expected);
  });

  test("does not exist in a row without places", () => {
    expect(nextEmpty({ parts: 0, heights: 4, reverse: false }, none)).toBeNull();
  });
});

describe("the next empty place", () => {
  test("comes after the last one and not back to a gap before it", () => {
    expect(nextEmpty(ahead, takenAt("2/1"), { part: 2, height: 1 })).toEqual({ part: 2, height: 2 });
  });
  test("begins anew past the end", () => {
    expect(nextEmpty(ahead, takenAt("3/2"), { part: 3, height: 2 })).toEqual({ part: 1, height: 1 });
    expect(nextEmpty(back, takenAt("1/2"), { part: 1, height: 2 })).toEqual({ part: 3, height: 1 });
  });
  test("is the same place where it is the only one left", () => {
    expect(nextEmpty(ahead, (spot) => keyOf(spot) !== "2/2", { part: 2, height: 2 })).toEqual({ part: 2, height: 2 });
  });
  test("after a place that is no longer drawn is the first one", () => {
    expect(nextEmpty(ahead, none, { part: 9, height: 1 })).toEqual({ part: 1, height: 1 });
  });
});

describe("the cursor", () => {
  const at = { part: 2, height: 1 };
  test("begins on the first empty place", () => {
    expect(cursorSpot(ahead, takenAt("1/1"), null)).toEqual({ part: 1, height: 2 });
  });
  test("goes on where its place has been taken meanwhile", () => {
    expect(cursorSpot(ahead, takenAt("2/1"), { spot: at, byHand: false })).toEqual({ part: 2, height: 2 });
  });
  test("stays on a taken place where it was put by hand", () => {
    expect(cursorSpot(ahead, takenAt("2/1"), { spot: at, byHand: true })).toEqual(at);
  });
  test("begins anew where its place is no longer drawn", () => {
    expect(cursorSpot(ahead, none, { spot: { part: 4, height: 1 }, byHand: true })).toEqual({ part: 1, height: 1 });
  });
});

test.each([ahead, back])("the cursor visits every place once, in the walking order of the lists (%o)", (shape) => {
  const visited = walk(shape);
  expect(new Set(visited.map(keyOf)).size).toBe(6);
  expect(visited.toSorted((a, b) => compareInRow(a, b, shape.reverse))).toEqual(visited);
});

test("a row is drawn as large as what is stored beyond its size", () => {
  const row = {
    ...ahead,
    positions: [
      { part: 7, height: 1 },
      { part: 1, height: 5 },
    ],
  };
  expect(shapeOf(row)).toEqual({ parts: 7, heights: 5, reverse: false });
  expect(shapeOf({ ...ahead, positions: [] })).toEqual(ahead);
});

test.each<[string, string | undefined]>([
  ["ArrowLeft", "1/1"],
  ["ArrowRight", "3/1"],
  ["ArrowUp", "2/2"],
  ["ArrowDown", undefined],
  ["Home", "1/1"],
  ["End", "3/1"],
  ["PageUp", "2/2"],
  ["PageDown", "2/1"],
  ["x", undefined],
])("%s leads from part 2, height 1 to %s", (key, expected) => {
  const spot = stepBy(key, ahead, { part: 2, height: 1 });
  expect(spot ? keyOf(spot) : undefined).toBe(expected);
});
