import { expect, test } from "vitest";
import { isBlank } from "./blank.ts";

test.each([
  "",
  " \t\n",
  "\u00a0\u2003\u3000",
  "\u200b\u200d\u2060\ufeff",
  "\u00ad",
  "\u202e\u200f",
  "\u3164\u115f\uffa0",
  "\u2800",
  "\u{e0041}\u{e0020}",
  "\ufe0f",
  "\u0000\u0007",
])("%j shows nothing", (text) => expect(isBlank(text)).toBe(true));

test.each(["a", "\u200b.\u200b", "0", "漢", "👩‍👩‍👧", "ﷺ", "é", "-", "\u202eטקסט"])("%j is seen", (text) =>
  expect(isBlank(text)).toBe(false),
);
