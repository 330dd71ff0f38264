import { describe, expect, test } from "vitest";
import { between, pick, pickWeighted, randomFrom, shuffle } from "./random.ts";

const drawn = (seed: number, purpose: string, amount = 50) => {
  const random = randomFrom(seed, purpose);
  return Array.from({ length: amount }, () => random());
};

describe("what a seed draws", () => {
  test("is the same for the same seed and purpose", () => {
    expect(drawn(7, "boxes")).toEqual(drawn(7, "boxes"));
  });

  test.each([
    [8, "boxes"],
    [7, "rows"],
    [7, "Boxes"],
    [7, "sexob"],
  ])("is something else for the seed %i and the purpose %s", (seed, purpose) => {
    const other = drawn(seed, purpose);
    expect(drawn(7, "boxes").filter((number) => other.includes(number))).toEqual([]);
  });

  test("lies from 0 to below 1, on both sides of the middle equally often", () => {
    const numbers = drawn(7, "boxes", 2000);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(numbers.filter((number) => number < 0.5).length / 2000).toBeCloseTo(0.5, 1);
  });
});

describe("a choice", () => {
  test("between two numbers may be either, and nothing outside", () => {
    const random = randomFrom(7, "between");
    const numbers = new Set(Array.from({ length: 200 }, () => between(random, 3, 6)));
    expect([...numbers].toSorted((one, other) => one - other)).toEqual([3, 4, 5, 6]);
  });

  test("of a list is each of its entries", () => {
    const random = randomFrom(7, "pick");
    const entries = new Set(Array.from({ length: 200 }, () => pick(random, ["a", "b", "c"])));
    expect([...entries].toSorted()).toEqual(["a", "b", "c"]);
  });

  test.each([
    [0, 0],
    [0.19, 0],
    [0.2, 1],
    [0.49, 1],
    [0.5, 2],
    [0.99, 2],
    [1, 2], // rounding may leave nothing: then it is the last
  ])("by weights 2, 3 and 5 at %d is the entry %i", (number, entry) => {
    expect(pickWeighted(() => number, [2, 3, 5])).toBe(entry);
  });

  test("of an order keeps every entry once, and leaves the list as it was", () => {
    const list = Array.from({ length: 30 }, (_, index) => index);
    const order = shuffle(randomFrom(7, "shuffle"), list);
    expect(order).not.toEqual(list);
    expect(order.toSorted((one, other) => one - other)).toEqual(list);
    expect(list[0]).toBe(0);
  });
});
