import { describe, expect, test } from "vitest";
import { foreignCode, isPartOfCode } from "#rules/scanning/foreign-code.ts";
import { bareCode, boxCode, parseBoxCode, showBoxCode, showBoxCodes, showCustomerCode } from "./box-code.ts";
import { fc } from "#test/support/random.ts";

describe("a box code", () => {
  test("is the customer code in four digits and the box number in six", () => {
    expect(boxCode(42, 123)).toBe("0042000123");
    expect(boxCode(0, 1)).toBe("0000000001");
    expect(boxCode(9999, 999_999)).toBe("9999999999");
  });

  test("is shown in groups of four, three and three", () => {
    expect(showBoxCode("0042000123")).toBe("0042.000.123");
    expect(showCustomerCode(7)).toBe("0007");
  });

  test.each(["0042000123", "0042.000.123", "0042 000 123", " 0042.000.123\n", "0042.000 123"])(
    "is read from %j",
    (text) => {
      expect(parseBoxCode(text)).toBe("0042000123");
    },
  );

  test.each([
    "",
    "42",
    "004200012",
    "00420001234",
    "0042-000-123",
    "004200012a",
    "MAGAZIN:ROW:1",
    "0042.000.000",
    "٠٠٤٢٠٠٠١٢٣",
  ])("is not read from %j", (text) => expect(parseBoxCode(text)).toBeNull());

  test("is read back as it was shown, whatever it is", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 999_999 }), (customer, number) => {
        const code = boxCode(customer, number);
        expect(code).toMatch(/^\d{10}$/);
        expect(parseBoxCode(showBoxCode(code))).toBe(code);
      }),
    );
  });
});

test.each([
  "]C10042000123",
  "]d20042000123",
  "+C10042000123",
  "\u001d0042000123\u001d",
  "]C1\u001d0042000123\r\n",
  "*0042000123*",
  "\r\n0042000123\r",
])("what a scanner writes around a code is no part of it: %j", (text) => {
  expect(parseBoxCode(text)).toBe("0042000123");
  expect(bareCode(text)).toBe("0042000123");
});

test("a whole code that is none of ours is no part of one, whatever it is", () => {
  for (const code of ["4006381333931", "40170725", "K 17", "00123456789", "ABC"])
    expect(isPartOfCode(code), code).toBe(false);
  for (const part of ["0042000", "0042.000.12", "40170726", "]C1004200"]) expect(isPartOfCode(part), part).toBe(true);
  expect(foreignCode("]C14006381333931")).toBe("Fremder Code, 13 Stellen");
});

test("boxes from one to another are read by what distinguishes the last one from the first", () => {
  expect(showBoxCodes("0001003003", "0001003003")).toBe("0001.003.003");
  expect(showBoxCodes("0001003003", "0001003005")).toBe("0001.003.003–005");
  expect(showBoxCodes("0001003998", "0001004002")).toBe("0001.003.998–004.002");
});
