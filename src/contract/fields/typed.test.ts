import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import {
  boxAmount,
  boxSize,
  destroyYear,
  metaYear,
  startNumber,
  typedBoxAmount,
  typedBoxSize,
  typedDestroyYear,
  typedMetaYear,
  typedStartNumber,
} from "./box.ts";
import { chosenDays, hours, typedHours, typedTime } from "./delivery-option.ts";
import { typedAmount, typedCharge } from "./money.ts";
import { heights, parts, rowNumber, typedHeights, typedParts, typedRowNumber } from "./row.ts";

const said = (rule: z.ZodMiniType, value: unknown) => rule.safeParse(value).error?.issues[0]?.message;

describe("what is typed ends in the rule of the call", () => {
  test.each([
    ["start number", startNumber, typedStartNumber],
    ["amount of boxes", boxAmount, typedBoxAmount],
    ["size", boxSize, typedBoxSize],
    ["year", metaYear, typedMetaYear],
    ["year of destruction", destroyYear, typedDestroyYear],
    ["row's number", rowNumber, typedRowNumber],
    ["parts", parts, typedParts],
    ["heights", heights, typedHeights],
    ["hours", hours, typedHours],
  ])("%s", (_, rule, typed) => {
    for (const value of [
      -1, 0, 1, 30, 31, 200, 201, 999, 1000, 1899, 1900, 2100, 2101, 2999, 3000, 8760, 8761, 10_001, 99_999, 100_000,
      3e9,
    ]) {
      expect([value, said(typed, ` ${value} `)]).toEqual([value, said(rule, value)]);
      if (!said(rule, value)) expect(typed.parse(String(value))).toBe(value);
    }
  });
});

test.each([
  ["", "Bitte ausfüllen"],
  ["  ", "Bitte ausfüllen"],
  ["1,5", "Ungültig"],
  ["zwölf", "Ungültig"],
  ["9".repeat(400), "Ungültig"],
])("%j is no whole number", (typed, message) => expect(said(typedRowNumber, typed)).toBe(message));

test("amounts, times and days leave as the calls take them", () => {
  expect(typedAmount.parse(" 1.234,5 ")).toBe("1234.50");
  expect([said(typedAmount, ""), said(typedAmount, "1,234"), said(typedAmount, "-1")]).toEqual([
    "Bitte ausfüllen",
    "Ungültig",
    "Ungültig",
  ]);
  expect([typedCharge.parse(" "), said(typedCharge, "viel")]).toEqual(["0.00", "Ungültig"]);
  expect([typedTime.parse("8"), said(typedTime, "24"), said(typedTime, "")]).toEqual([
    "08:00",
    "Ungültig",
    "Bitte ausfüllen",
  ]);
  expect([chosenDays.parse([7, 1]), said(chosenDays, [])]).toEqual(["1,7", "Bitte einen Tag auswählen"]);
});
