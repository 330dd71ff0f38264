import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { List } from "#contract/list.ts";
import { listQuery } from "./list-query.ts";

const list = {
  orders: { code: "Code", area: { label: "Bereich", access: "staff" } },
  filters: {
    from: { label: "von", type: "number", max: 9, api: "min_number" },
    city: { label: "Ort", type: "text", max: 5 },
    state: { label: "Status", type: "choice", values: { open: 0, done: 2 }, texts: { 0: "offen", 2: "fertig" } },
    area: { label: "Bereich", type: "reference" },
    till: { label: "bis", type: "number", max: 9 },
  },
  ranges: [["from", "till"]],
} as const satisfies List;

const query = listQuery(list, { orders: ["email"], filters: { is_staff: z.optional(z.boolean()) } });

test("a list's query takes its orders and filters, named as the call names them, and those of programs only", () => {
  const asked = {
    order_by: "-area",
    min_number: 0,
    city: "Ulm",
    state: 2,
    area: 7,
    is_staff: true,
    limit: 30,
  } as const;
  expect(query.parse(asked)).toEqual(asked);
  expect(query.parse({ order_by: "-email" })).toEqual({ order_by: "-email" });
});

test.each([
  { order_by: "city" },
  { order_by: "--code" },
  { min_number: 10 },
  { min_number: -1 },
  { city: "Ulm an der Donau" },
  { state: 1 },
  { area: 0 },
  { limit: 0 },
  { min_number: 5, till: 4 },
])("a list's query refuses %j", (asked) => {
  expect(query.safeParse(asked).success).toBe(false);
});

test("a list's query may name one end of a range, or both ends as one; the wrong one is the upper", () => {
  for (const asked of [{ min_number: 5 }, { till: 5 }, { min_number: 5, till: 5 }])
    expect(query.parse(asked)).toEqual(asked);
  expect(query.safeParse({ min_number: 5, till: 0 }).error?.issues[0]?.path).toEqual(["till"]);
});

test("a list's query knows a filter by one name only", () => {
  expect(query.parse({ from: 3 })).toEqual({});
});
