import { describe, expect, test } from "vitest";
import { type Filter, filterValue } from "./filters.ts";

const number: Filter = { label: "Kundennummer", type: "number", min: 1, max: 9999 };
const text: Filter = { label: "Name", type: "text", max: 5 };
const choice: Filter = {
  label: "Status",
  type: "choice",
  values: { open: 0, done: 2 },
  texts: { 0: "offen", 2: "fertig" },
};
const day: Filter = { label: "von", type: "day" };
const box: Filter = { label: "Box", type: "box" };
const reference: Filter = { label: "Bereich", type: "reference" };

describe("a filter", () => {
  test.each([
    ["a number", number, "42", 42],
    ["its zeros in front", number, "0042", 42],
    ["its smallest", number, "1", 1],
    ["its largest", number, "9999", 9999],
    ["a text", text, "Mülle", "Mülle"],
    ["a text without its blanks", text, "  Kern ", "Kern"],
    ["a choice whose value is 0", choice, "0", 0],
    ["another choice", choice, "2", 2],
    ["a day", day, "2028-02-29", "2028-02-29"],
    ["a day as it is typed", day, "5.3.2027", "2027-03-05"],
    ["a box code as it is scanned", box, "0042000123", "0042000123"],
    ["a box code as it is read", box, "0042.000.123", "0042000123"],
    ["an id", reference, "9007199254740991", 9_007_199_254_740_991],
  ])("takes %s", (_, filter, typed, value) => expect(filterValue(filter, typed)).toBe(value));

  test.each([
    ["nothing for a number", number, ""],
    ["a number below its range", number, "0"],
    ["a number above it", number, "10000"],
    ["a fraction", number, "1.5"],
    ["a sign", number, "-1"],
    ["another base", number, "0x1"],
    ["a text that is too long", text, "Müller"],
    ["an empty text", text, ""],
    ["blanks", text, "  "],
    ["blanks around a number", number, " 1"],
    ["a choice that there is not", choice, "1"],
    ["the name of a choice", choice, "open"],
    ["a day that there is not", day, "2027-02-29"],
    ["a part of a box code", box, "0042"],
    ["no id", reference, "0"],
  ])("does not take %s", (_, filter, typed) => expect(filterValue(filter, typed)).toBeUndefined());
});
