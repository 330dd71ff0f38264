import { describe, expect, test } from "vitest";
import { addDays } from "#rules/dates.ts";
import { fc } from "#test/support/random.ts";
import { retentionVectors } from "#test/support/retention-vectors.ts";
import { catalogue, type RetentionRule } from "./catalogue.ts";
import {
  boxEnd,
  destroyYearOf,
  isRetentionOver,
  differsFromProposal,
  proposeDestroyYear,
  retentionEnd,
  showPeriod,
  showRetained,
} from "./retention.ts";

const rulesOf = (key: string) => {
  const found = catalogue.find((each) => each.key === key);
  if (!found) throw new Error(`no class ${key}`);
  return found.rules;
};

test("the vectors are many, and speak of every class", () => {
  expect(retentionVectors.length).toBeGreaterThanOrEqual(60);
  expect(new Set(retentionVectors.map(([key]) => key))).toEqual(new Set(catalogue.map(({ key }) => key)));
});

test.each(retentionVectors)("%s of %s, of %s, is kept until %s: %s", (key, from, whose, end) => {
  expect(retentionEnd(rulesOf(key), from, whose === "bank")?.end ?? null).toBe(end);
});

test("every rule says since when, by which paragraph, who says so and when that was looked up", () => {
  for (const { key, rules } of catalogue) {
    expect(rules.length, key).toBeGreaterThan(0);
    for (const rule of rules) {
      expect(rule.basis).toMatch(/§/);
      expect([rule.source === "", rule.checked_on > "2026-01-01"]).toEqual([false, true]);
      expect(rule.valid_from ?? "0000-01-01" <= (rule.valid_to ?? "9999-12-31")).toBeTruthy();
    }
  }
});

describe("a change of law", () => {
  const change = (years: number, valid_from: string): RetentionRule => ({
    ...(rulesOf("ao-briefe")[0] as RetentionRule),
    years,
    valid_from,
  });
  const anyDay = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays("1950-01-01", count));

  test("never ends what must be kept before it comes, and never wakes what was over", () => {
    fc.assert(
      fc.property(anyDay, fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 4 }), (from, years) => {
        let rules: RetentionRule[] = [change(10, "1900-01-01")];
        let before = retentionEnd(rules, from, false)?.end ?? "";
        for (const [index, count] of years.entries()) {
          const comes = `${1990 + index * 10}-01-01`;
          rules = [...rules, change(count, comes)];
          const end = retentionEnd(rules, from, false)?.end ?? "";
          if (before < comes) expect(end).toBe(before);
          else expect(end >= addDays(comes, -1)).toBe(true);
          before = end;
        }
      }),
    );
  });

  test("the rule that is shown is the one by which the end came about", () => {
    const showRule = (from: string, isFinance = false) => {
      const kept = retentionEnd(rulesOf("ao-belege"), from, isFinance);
      return kept && showRetained(kept);
    };
    expect(showRule("2014-05-01")).toBe("10 Jahre, § 147 AO, § 257 HGB, Ende 31.12.2024");
    expect(showRule("2017-05-01")).toBe("8 Jahre, § 147 AO, § 257 HGB, Ende 31.12.2025");
    expect(showRule("2017-05-01", true)).toMatch(/^10 Jahre, .*Kreditinstitute.*, Ende 31\.12\.2027$/);
    expect(
      [
        { years: 1, months: 0 },
        { years: 0, months: 6 },
        { years: 2, months: 1 },
      ].map(showPeriod),
    ).toEqual(["1 Jahr", "6 Monate", "2 Jahre, 1 Monat"]);
  });
});

describe("a box", () => {
  const letters = { rules: rulesOf("ao-briefe"), from: "2018-03-01" };
  const alone = { ...letters, override: null, contents: [] };

  test("is kept until the last of its contents may go", () => {
    expect(boxEnd(alone, false)).toBe("2024-12-31");
    const files = { rules: rulesOf("patient"), from: "2020-05-05" };
    expect(boxEnd({ ...alone, contents: [files] }, false)).toBe("2030-05-05");
    expect(boxEnd({ ...alone, contents: [{ rules: rulesOf("arbeitszeit"), from: "2018-01-01" }] }, false)).toBe(
      "2024-12-31",
    );
  });

  test("is what a content is that says nothing itself; one that says only a day is of the same class", () => {
    expect(boxEnd({ ...alone, contents: [{ rules: null, from: null }] }, false)).toBe("2024-12-31");
    expect(boxEnd({ ...alone, contents: [{ rules: null, from: "2021-01-01" }] }, false)).toBe("2027-12-31");
    expect(boxEnd({ ...alone, contents: [{ rules: rulesOf("ao-buecher"), from: null }] }, false)).toBe("2028-12-31");
  });

  test("is open where it has no class, no day, or a content whose end somebody has to say", () => {
    expect(boxEnd({ ...alone, rules: null }, false)).toBeNull();
    expect(boxEnd({ ...alone, from: null }, false)).toBeNull();
    expect(boxEnd({ ...alone, rules: null, contents: [letters] }, false)).toBeNull();
    expect(boxEnd({ ...alone, contents: [{ rules: rulesOf("sv-entgelt"), from: "2010-01-01" }] }, false)).toBeNull();
  });

  test("is kept until the day that somebody has set, whatever the law says", () => {
    expect(boxEnd({ ...alone, override: "2031-06-30" }, false)).toBe("2031-06-30");
    expect(boxEnd({ ...alone, rules: null, override: "2031-06-30" }, false)).toBe("2031-06-30");
  });
});

describe("the destroy year", () => {
  test("is the year after the end; nothing may go on the last day itself", () => {
    expect([destroyYearOf("2024-12-31"), destroyYearOf("2026-02-28"), destroyYearOf(null)]).toEqual([2025, 2027, null]);
    expect([isRetentionOver("2024-12-31", "2024-12-31"), isRetentionOver("2024-12-31", "2025-01-01")]).toEqual([
      false,
      true,
    ]);
  });

  test.each([
    ["an empty one is filled", { year: null, proposed: null }, "2024-12-31", { year: 2025, proposed: 2025 }],
    ["a proposed one follows", { year: 2025, proposed: 2025 }, "2026-12-31", { year: 2027, proposed: 2027 }],
    [
      "a proposed one goes when nothing is known any more",
      { year: 2025, proposed: 2025 },
      null,
      { year: null, proposed: null },
    ],
    ["a typed one stays", { year: 2040, proposed: 2025 }, "2026-12-31", { year: 2040, proposed: 2027 }],
    ["one of before stays, too", { year: 2019, proposed: null }, "2024-12-31", { year: 2019, proposed: 2025 }],
  ] as const)("%s", (_, before, end, after) => {
    expect(proposeDestroyYear(before, end)).toEqual(after);
    expect(differsFromProposal(after)).toBe(after.year !== null && after.year !== after.proposed);
  });
});
