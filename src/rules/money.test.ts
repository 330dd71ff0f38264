import { describe, expect, test } from "vitest";
import { moneyPattern, parseMoney, showMoney } from "./money.ts";
import { fc } from "#test/support/random.ts";

describe("money", () => {
  test.each([
    ["12.50", "12,50\u00a0€"],
    ["12.5", "12,50\u00a0€"],
    ["0", "0,00\u00a0€"],
    ["1234.05", "1.234,05\u00a0€"],
    ["12345678.99", "12.345.678,99\u00a0€"],
  ])("%s is shown as %s", (amount, shown) => {
    expect(showMoney(amount)).toBe(shown);
  });

  test.each([
    ["12,50", "12.50"],
    ["12.50", "12.50"],
    ["12", "12.00"],
    ["1.234,5", "1234.50"],
    [" 3,99 € ", "3.99"],
  ])("%j is read as %s", (typed, amount) => {
    expect(parseMoney(typed)).toBe(amount);
  });

  test.each(["", "abc", "-1", "1,234", "1,2,3", "1e3", "∞", "123456789", "1.234"])("%j is no amount", (typed) => {
    expect(parseMoney(typed)).toBeNull();
  });

  test("is never rounded: what is shown is read back to the cent", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (cents) => {
        const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
        expect(amount).toMatch(moneyPattern);
        expect(parseMoney(showMoney(amount))).toBe(amount);
      }),
    );
  });
});
