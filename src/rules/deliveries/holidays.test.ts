import { describe, expect, test } from "vitest";
import { addDays } from "#rules/dates.ts";
import { easterSunday, listHolidays, type Land, federalStateCodes } from "./holidays.ts";

/** Easter Sundays as the calendars print them. */
const easter: Readonly<Record<number, string>> = {
  2024: "2024-03-31",
  2025: "2025-04-20",
  2026: "2026-04-05",
  2027: "2027-03-28",
  2028: "2028-04-16",
  2029: "2029-04-01",
  2030: "2030-04-21",
  2031: "2031-04-13",
  2032: "2032-03-28",
  2033: "2033-04-17",
  2034: "2034-04-09",
  2035: "2035-03-25",
  2036: "2036-04-13",
  2037: "2037-04-05",
  2038: "2038-04-25",
  2039: "2039-04-10",
  2040: "2040-04-01",
};
const years = Object.keys(easter).map(Number);
const penance = [20, 19, 18, 17, 22, 21, 20, 19, 17, 16, 22, 21, 19, 18, 17, 16, 21]; // of November, from 2024 on

/** Holidays by the law of each Land, with days as MM-DD or as the number of days after Easter Sunday. */
const law: Readonly<Record<Land, readonly (string | number)[]>> = {
  "DE-BW": ["01-01", "01-06", -2, 1, "05-01", 39, 50, 60, "10-03", "11-01", "12-25", "12-26"],
  "DE-BY": ["01-01", "01-06", -2, 1, "05-01", 39, 50, 60, "10-03", "11-01", "12-25", "12-26"],
  "DE-BE": ["01-01", "03-08", -2, 1, "05-01", 39, 50, "10-03", "12-25", "12-26"],
  "DE-BB": ["01-01", -2, 0, 1, "05-01", 39, 49, 50, "10-03", "10-31", "12-25", "12-26"],
  "DE-HB": ["01-01", -2, 1, "05-01", 39, 50, "10-03", "10-31", "12-25", "12-26"],
  "DE-HH": ["01-01", -2, 1, "05-01", 39, 50, "10-03", "10-31", "12-25", "12-26"],
  "DE-HE": ["01-01", -2, 1, "05-01", 39, 50, 60, "10-03", "12-25", "12-26"],
  "DE-MV": ["01-01", "03-08", -2, 1, "05-01", 39, 50, "10-03", "10-31", "12-25", "12-26"],
  "DE-NI": ["01-01", -2, 1, "05-01", 39, 50, "10-03", "10-31", "12-25", "12-26"],
  "DE-NW": ["01-01", -2, 1, "05-01", 39, 50, 60, "10-03", "11-01", "12-25", "12-26"],
  "DE-RP": ["01-01", -2, 1, "05-01", 39, 50, 60, "10-03", "11-01", "12-25", "12-26"],
  "DE-SL": ["01-01", -2, 1, "05-01", 39, 50, 60, "08-15", "10-03", "11-01", "12-25", "12-26"],
  "DE-SN": ["01-01", -2, 1, "05-01", 39, 50, "10-03", "10-31", "12-25", "12-26"],
  "DE-ST": ["01-01", "01-06", -2, 1, "05-01", 39, 50, "10-03", "10-31", "12-25", "12-26"],
  "DE-SH": ["01-01", -2, 1, "05-01", 39, 50, "10-03", "10-31", "12-25", "12-26"],
  "DE-TH": ["01-01", -2, 1, "05-01", 39, 50, "09-20", "10-03", "10-31", "12-25", "12-26"],
};
/** Days of one year only, and the one of Saxony that moves by a rule of its own. */
const onlyOnce: readonly (readonly [Land, string])[] = [
  ["DE-BE", "2025-05-08"],
  ["DE-BE", "2028-06-17"],
  ...years.map((year, index) => ["DE-SN", `${year}-11-${penance[index]}`] as const),
];

function lawful(land: Land, year: number): string[] {
  const each = law[land].map((rule) =>
    typeof rule === "string" ? `${year}-${rule}` : addDays(easter[year] ?? "", rule),
  );
  const extra = onlyOnce.filter(([where, day]) => where === land && day.startsWith(String(year))).map(([, day]) => day);
  return [...new Set([...each, ...extra])].sort();
}
const daysOf = (land: Land, year: number) => listHolidays(land, year).map(({ day }) => day);

test("Easter Sunday is where the calendars have it, also where Gauss has his exceptions", () => {
  expect(Object.fromEntries(years.map((year) => [year, easterSunday(year)]))).toEqual(easter);
  expect([1954, 1981, 2049, 2076, 2100].map(easterSunday)).toEqual([
    "1954-04-18",
    "1981-04-19",
    "2049-04-18",
    "2076-04-19",
    "2100-03-28",
  ]);
});

test.each(federalStateCodes)("the holidays of %s from 2024 to 2040 are those of its law", (land) => {
  for (const year of years) expect([year, daysOf(land, year)]).toEqual([year, lawful(land, year)]);
});

describe("a holiday counts from the year on in which it became one", () => {
  test.each([
    ["DE-TH", "09-20", 2018, 2019],
    ["DE-BE", "03-08", 2018, 2019],
    ["DE-MV", "03-08", 2022, 2023],
  ] as const)("%s, %s: not in %i, but in %i", (land, day, before, since) => {
    expect(daysOf(land, before)).not.toContain(`${before}-${day}`);
    expect(daysOf(land, since)).toContain(`${since}-${day}`);
  });

  test("Reformationstag: everywhere in 2017, in nine Länder since", () => {
    const lands = (year: number) => federalStateCodes.filter((land) => daysOf(land, year).includes(`${year}-10-31`));
    expect(lands(2017)).toEqual(federalStateCodes);
    const [nine, since] = ["BB HB HH MV NI SN ST SH TH", lands(2018)];
    expect(since.map((land) => land.slice(3)).join(" ")).toBe(nine);
  });

  test("8 May in Berlin: in 2020 and 2025 only", () => {
    const isOne = (year: number) => daysOf("DE-BE", year).includes(`${year}-05-08`);
    expect([2019, 2020, 2021, 2024, 2025, 2026].map(isOne)).toEqual([false, true, false, false, true, false]);
  });
});
