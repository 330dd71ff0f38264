import { describe, expect, test } from "vitest";
import {
  addLabels,
  amountsFrom,
  type LabelAmounts,
  labelList,
  maxLabels,
  removeLabels,
  resetAmounts,
  sheetLabels,
  takeLabels,
  totalLabels,
} from "./label-amounts.ts";
import { fc } from "#test/support/random.ts";

const [a, b, c] = ["0042000001", "0042000002", "1042000003"] as const;
const listOf = (amounts: Record<string, number>): LabelAmounts => new Map(Object.entries(amounts));

describe("the label-print list", () => {
  test("raises a box's amount by one, or by a sheet", () => {
    const one = addLabels(resetAmounts(), [a]);
    expect(one).toEqual(listOf({ [a]: 1 }));
    expect(addLabels(one, [a])).toEqual(listOf({ [a]: 2 }));
    expect(addLabels(one, [a], sheetLabels)).toEqual(listOf({ [a]: 25 }));
    expect(sheetLabels).toBe(24);
  });

  test("lowers it by one and drops the box at none", () => {
    expect(takeLabels(listOf({ [a]: 2, [b]: 1 }), [a])).toEqual(listOf({ [a]: 1, [b]: 1 }));
    expect(takeLabels(listOf({ [a]: 2, [b]: 1 }), [b])).toEqual(listOf({ [a]: 2 }));
    expect(takeLabels(listOf({ [a]: 2 }), [b])).toEqual(listOf({ [a]: 2 }));
  });

  test("drops a box whatever its amount", () => {
    expect(removeLabels(listOf({ [a]: 25, [b]: 1 }), [a])).toEqual(listOf({ [b]: 1 }));
  });

  test("does the same for all boxes of a table, and leaves the others alone", () => {
    const amounts = listOf({ [a]: 1, [c]: 7 });
    expect(addLabels(amounts, [a, b])).toEqual(listOf({ [a]: 2, [b]: 1, [c]: 7 }));
    expect(addLabels(amounts, [a, b], sheetLabels)).toEqual(listOf({ [a]: 25, [b]: 24, [c]: 7 }));
    expect(takeLabels(amounts, [a, b])).toEqual(listOf({ [c]: 7 }));
    expect(removeLabels(amounts, [a, b])).toEqual(listOf({ [c]: 7 }));
    expect(amounts).toEqual(listOf({ [a]: 1, [c]: 7 }));
  });

  test("keeps the order in which boxes were chosen", () => {
    expect(labelList(addLabels(addLabels(resetAmounts(), [c, b]), [a, b]))).toEqual([
      { code: c, amount: 1 },
      { code: b, amount: 2 },
      { code: a, amount: 1 },
    ]);
  });

  test("holds 10,000 labels, and cuts off what is more", () => {
    expect(maxLabels).toBe(10_000);
    expect(addLabels(listOf({ [a]: 9_990 }), [b, c], sheetLabels)).toEqual(listOf({ [a]: 9_990, [b]: 10 }));
    expect(addLabels(listOf({ [a]: 9_999 }), [a, b])).toEqual(listOf({ [a]: 10_000 }));
    expect(addLabels(listOf({ [a]: 10_000 }), [b])).toEqual(listOf({ [a]: 10_000 }));
  });

  test("is empty after a reset", () => {
    expect(totalLabels(resetAmounts())).toBe(0);
    expect(totalLabels(listOf({ [a]: 25, [b]: 1 }))).toBe(26);
  });
});

describe("a list that was kept", () => {
  const read = (text: string) => amountsFrom(JSON.parse(text));

  test.each([
    "null",
    "{}",
    "7",
    `{ "${a}": 1 }`,
    "[null]",
    `["${a}"]`,
    `[{ "code": "${a}" }]`,
    `[{ "code": "42", "amount": 1 }]`,
    `[{ "code": 42, "amount": 1 }]`,
    ...["0", "-1", "1.5", '"1"', "null", "10001", "1e400"].map((amount) => `[{ "code": "${a}", "amount": ${amount} }]`),
    `[{ "code": "${a}", "amount": 1 }, { "code": "${a}", "amount": 1 }]`,
    `[{ "code": "${a}", "amount": 9999 }, { "code": "${b}", "amount": 2 }]`,
  ])("is not read from %s", (text) => expect(read(text)).toEqual(resetAmounts()));

  test("after whatever was done to it holds 1 label or more for each box and 10,000 at most, and is read back", () => {
    const codes = fc.subarray([a, b, c, "0001000001", "9999999999"]);
    const step = fc.oneof(
      fc.tuple(fc.constantFrom(1 as const, sheetLabels), codes, fc.integer({ min: 1, max: 200 })),
      fc.tuple(fc.constantFrom("take" as const, "remove" as const), codes, fc.integer({ min: 1, max: 5 })),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let amounts = resetAmounts();
        for (const [action, chosen, times] of steps) {
          const before = totalLabels(amounts);
          for (let time = 0; time < times; time++) {
            if (action === "take") amounts = takeLabels(amounts, chosen);
            else if (action === "remove") amounts = removeLabels(amounts, chosen);
            else amounts = addLabels(amounts, chosen, action);
          }
          const wanted = typeof action === "number" ? before + action * chosen.length * times : before;
          if (typeof action === "number") expect(totalLabels(amounts)).toBe(Math.min(wanted, maxLabels));
          else expect(totalLabels(amounts)).toBeLessThanOrEqual(before);
          expect([...amounts.values()].every((amount) => amount >= 1)).toBe(true);
        }
        expect([...read(JSON.stringify(labelList(amounts)))]).toEqual([...amounts]);
      }),
    );
  });
});
