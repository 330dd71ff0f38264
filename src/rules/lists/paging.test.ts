import { describe, expect, test } from "vitest";
import { countPages, currentPage, computeOffset, pageList, pageSize, showRange, toPage } from "./paging.ts";
import { fc } from "#test/support/random.ts";

describe("a pagination", () => {
  test.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 6, [1, 2, "gap", 5, 6]],
    [3, 6, [1, 2, 3, 4, 5, 6]],
    [4, 9, [1, 2, 3, 4, 5, "gap", 8, 9]],
    [10, 20, [1, 2, "gap", 9, 10, 11, "gap", 19, 20]],
    [5, 20, [1, 2, 3, 4, 5, 6, "gap", 19, 20]],
    [20, 20, [1, 2, "gap", 19, 20]],
    [99, 3, [1, 2, 3]],
  ])("on page %i of %i shows %j", (current, total, pages) => {
    expect(pageList(current, total)).toEqual(pages);
  });

  test("always shows both ends and the neighbours, in order, and never hides a single page", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }), (total, wish) => {
        const current = Math.min(wish, total);
        const shown = pageList(current, total);
        const numbers = shown.filter((page) => page !== "gap");
        for (const page of [1, 2, current - 1, current, current + 1, total - 1, total]) {
          if (page >= 1 && page <= total) expect(numbers).toContain(page);
        }
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        for (const [index, page] of shown.entries()) {
          if (page === "gap") expect(Number(shown[index + 1]) - Number(shown[index - 1])).toBeGreaterThan(2);
          else if (index > 0 && shown[index - 1] !== "gap") expect(page - Number(shown[index - 1])).toBe(1);
        }
      }),
    );
  });
});

describe("the envelope of a list", () => {
  test("counts pages from 1 and has one even when it is empty", () => {
    expect(pageSize).toBe(30);
    expect([0, 1, 30, 31, 60, 61].map((count) => countPages(count, 30))).toEqual([1, 1, 1, 2, 2, 3]);
    expect([0, 29, 30, 59, 60].map((offset) => currentPage(offset, 30))).toEqual([1, 1, 2, 2, 3]);
    expect([1, 2, 3].map((page) => computeOffset(page))).toEqual([0, 30, 60]);
  });

  test("has a single page where nothing limits it", () => {
    expect(toPage(["a", "b"], 2, {})).toEqual({ count: 2, count_pages: 1, current_page: 1, results: ["a", "b"] });
    expect(toPage([], 500, { limit: 100, offset: 450 })).toEqual({
      count: 500,
      count_pages: 5,
      current_page: 5,
      results: [],
    });
  });
});

test("a page says which of how many entries stand on it", () => {
  expect(showRange(1, { count: 12_000 })).toBe("1–30 von 12.000");
  expect(showRange(400, { count: 12_000 })).toBe("11.971–12.000 von 12.000");
  expect(showRange(2, { count: 31 })).toBe("31 von 31");
  expect(showRange(2, { count: 450 }, 200)).toBe("201–400 von 450");
  expect(showRange(334, { count: 10_000, count_at_least: true })).toBe("9.991–10.000 von mehr als 10.000");
});
