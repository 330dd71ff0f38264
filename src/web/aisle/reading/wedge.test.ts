import { expect, test } from "vitest";
import { stripAffixes } from "./wedge.ts";

test.each([
  ["without a setting a read is what it is", "0042000123", "", "", "0042000123"],
  ["what the scanner writes around a code is no part of it", "]C10042000123#", "]C1", "#", "0042000123"],
  ["nor of the sign of a row", "]C1MAGAZIN:ROW:12", "]C1", "", "MAGAZIN:ROW:12"],
  ["one of the two may be missing", "0042000123#", "]C1", "#", "0042000123"],
  ["a whole code loses nothing, also where it begins as set", "0042000123", "00", "3", "0042000123"],
  ["what stands in the middle stays", "A]C1B", "]C1", "", "A]C1B"],
])("%s", (_, text, before, after, bare) => {
  expect(stripAffixes(text, { before, after })).toBe(bare);
});
