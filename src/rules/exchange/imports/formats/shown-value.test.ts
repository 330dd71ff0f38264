import { expect, test } from "vitest";
import { fc } from "#test/support/random.ts";
import { builtInFormats } from "./built-in.ts";
import { parseFormat } from "./format-parts.ts";
import { shownNumber, formatText } from "./spreadsheet-value.ts";

const seenNumber = (value: number, format: string) => shownNumber(value, parseFormat(format));
const seenText = (text: string, format: string) => formatText(text, parseFormat(format));
const shown = (value: number, format: string) => seenNumber(value, format)?.shown ?? null;

test.each<[number, string, string | null]>([
  [2024, "General", "2024"],
  [2024, "@", "2024"],
  [1.5, "General", "1,5"],
  [-3, "General", "-3"],
  [0.1 + 0.2, "General", "0,3"],
  [100_000, "General", "100000"],
  [4_006_381_333_931, "General", "4006381333931"],
  [2 ** 60, "General", null],
  [1e-9, "General", null],
  [2024, "0", "2024"],
  [2024.4, "0", "2024"],
  [17, "00000", "00017"],
  [42_000_123, String.raw`0000\.000\.000`, "0042.000.123"],
  [42_000_123, `0000"."000"."000`, "0042.000.123"],
  [1234, "#,##0", "1.234"],
  [1_234_567.5, "#,##0.00", "1.234.567,50"],
  [0, "#,##0", "0"],
  [0.5, "0.##", "0,5"],
  [0.5, "0%", "50%"],
  [400, `0" mm"`, "400 mm"],
  [12.5, String.raw`#,##0.00\ "€"`, "12,50 €"],
  [12.5, `#,##0.00 [$€-407]`, "12,50 €"],
  [12.5, `_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-;_-* "-"?? "€"_-;_-@_-`, "12,50 €"],
  [-3, "0;-0", "-3"],
  [-3, "0;(0)", "(3)"],
  [-3, "0;[Red]0", null], // people see a red 3
  [0, "0;-0;;@", ""],
  [7, ";;;", null],
  [5000, "0,", null],
  [0.75, "# ?/?", null],
  [2024, "0.00E+00", null],
  [150, "[>100]0;0", null],
  [3, `General" Stück"`, "3 Stück"],
  [45_323, "dd.mm.yyyy", "01.02.2024"],
  [45_323, "d/m/yy", "1.2.24"],
  [45_323, "dddd, d. mmmm yyyy", "Donnerstag, 1. Februar 2024"],
  [45_323, "[$-407]mmm yyyy;@", "Feb 2024"],
  [45_323, String.raw`[$-F800]dddd\,\ mmmm\ dd\,\ yyyy`, "Donnerstag, 1. Februar 2024"],
  [45_323, "[$-407]d. mmm yy", "1. Feb 24"],
  [45_323, "[$-de-AT]d. mmm yy", "1. Feb 24"],
  [45_323, "[$-809]d mmm yy", null], // in English
  [45_323, "[$-809]dd/mm/yyyy", "01.02.2024"],
  [45_323.5, "dd.mm.yyyy hh:mm", "01.02.2024 12:00"],
  [45_323.75, "yyyy-mm-dd hh:mm:ss", "2024-02-01 18:00:00"],
  [0.75, "hh:mm", "18:00"],
  [45_323, "yyyy", "2024"],
  [60, "dd.mm.yyyy", null], // a 29 February 1900 to some, the 28 to others
  [0, "dd.mm.yyyy", null],
  [-1, "dd.mm.yyyy", null],
  [3_000_000, "dd.mm.yyyy", null],
  [45_323, "h:mm AM/PM", null],
  [1.5, "[h]:mm", null],
])("%d as `%s` is seen as %j", (value, format, seen) => {
  expect(shown(value, format)).toBe(seen);
});

test("a cell is a day only where day, month and year are seen, and a whole number only where it is one", () => {
  expect(seenNumber(45_323, "dd.mm.yyyy")).toEqual({ shown: "01.02.2024", day: "2024-02-01" });
  expect(seenNumber(45_323.9, "dd.mm.yy")).toEqual({ shown: "01.02.24", day: "2024-02-01" });
  for (const format of ["mmm yyyy", "dd.mm.", "yyyy", "dddd", "hh:mm"])
    expect(seenNumber(45_323, format)?.day, format).toBeUndefined();
  expect(seenNumber(1234, "#,##0")).toEqual({ shown: "1.234", number: 1234 });
  for (const value of [1.5, -3]) expect(seenNumber(value, "General")?.number).toBeUndefined();
  for (const format of ["0%", '"ja"', '0"0"']) expect(seenNumber(50, format)?.number, format).toBeUndefined();
});

test("every format that is known by its number alone is seen or refused, and texts are seen with what stands around them", () => {
  for (const format of Object.values(builtInFormats)) expect(() => seenNumber(45_323.25, format)).not.toThrow();
  expect(shown(45_323, builtInFormats[14] ?? "")).toBe("01.02.2024");
  expect(seenText("K 7", `@" (alt)"`)).toBe("K 7 (alt)");
  expect(seenText("K 7", `0;-0;0;_-@_-`)).toBe("K 7");
  expect(seenText("K 7", "General")).toBe("K 7");
  expect(seenText("K 7", ";;;")).toBeNull();
});

const pieces = [
  "0",
  "#",
  "?",
  ",",
  ".",
  ";",
  "-",
  "%",
  "@",
  " ",
  '"A"',
  "\\\\.",
  "General",
  "d",
  "mm",
  "yyyy",
  "h",
  "[Red]",
  "[$€-407]",
  "E+",
  '"',
];
const anyFormat = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(""));

test("whatever the format, a number is seen or refused: its sign is never lost, and a day is one that is seen", () => {
  const numbers = fc.oneof(
    fc.integer({ min: -100_000, max: 100_000 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const property = fc.property(numbers, anyFormat, (value, format) => {
    const seen = seenNumber(value, format);
    if (seen === null) return;
    if (value < 0) expect(seen.shown).toMatch(/[-(]/);
    if (value !== 0) expect(seen.shown).not.toBe("");
    if (seen.day !== undefined) expect(seen.shown).toContain(String(Number(seen.day.slice(8))));
    if (seen.number !== undefined) expect(seen.number).toBe(value);
  });
  expect(() => fc.assert(property)).not.toThrow();
});
