import { expect, test } from "vitest";
import { columnOf, isDescending, showOrder } from "./orders.ts";

test("an order names a column and a direction, and is read in German", () => {
  expect([columnOf("count_boxes"), isDescending("count_boxes")]).toEqual(["count_boxes", false]);
  expect([columnOf("-count_boxes"), isDescending("-count_boxes")]).toEqual(["count_boxes", true]);
  expect(showOrder("Boxen", "count_boxes")).toBe("Boxen aufsteigend");
  expect(showOrder("Boxen", "-count_boxes")).toBe("Boxen absteigend");
});
