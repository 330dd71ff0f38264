import { addDays, isoWeekday } from "#rules/dates.ts";

/** The Länder by ISO 3166-2, as the setting HOLIDAYS names them. */
export const lands = {
  "DE-BW": "Baden-Württemberg",
  "DE-BY": "Bayern",
  "DE-BE": "Berlin",
  "DE-BB": "Brandenburg",
  "DE-HB": "Bremen",
  "DE-HH": "Hamburg",
  "DE-HE": "Hessen",
  "DE-MV": "Mecklenburg-Vorpommern",
  "DE-NI": "Niedersachsen",
  "DE-NW": "Nordrhein-Westfalen",
  "DE-RP": "Rheinland-Pfalz",
  "DE-SL": "Saarland",
  "DE-SN": "Sachsen",
  "DE-ST": "Sachsen-Anhalt",
  "DE-SH": "Schleswig-Holstein",
  "DE-TH": "Thüringen",
} as const;
export type Land = keyof typeof lands;
export const federalStateCodes = Object.keys(lands) as readonly Land[];

/** A day, `YYYY-MM-DD`, on which nobody delivers, and why. */
export interface ClosedDay {
  readonly day: string;
  readonly name: string;
}

/** Easter Sunday of a year, by Gauss with the two exceptions of his rule. */
export function easterSunday(year: number): string {
  const century = Math.floor(year / 100);
  const moon = 15 + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const golden = year % 19;
  const epact = (19 * golden + moon) % 30;
  const weekday = (2 * (year % 4) + 4 * (year % 7) + 6 * epact + 4 + century - Math.floor(century / 4)) % 7;
  const isLate = weekday === 6 && (epact === 29 || (epact === 28 && golden > 10));
  return addDays(`${year}-03-22`, epact + weekday - (isLate ? 7 : 0));
}

/** The Wednesday before 23 November. */
function penanceDay(year: number): string {
  const last = `${year}-11-22`;
  return addDays(last, -((isoWeekday(last) - 3 + 7) % 7));
}

interface Holiday {
  readonly name: string;
  /** A day of the year, `MM-DD`, the days after Easter Sunday, or a rule. */
  readonly on: string | number | ((year: number) => string);
  /** Where it is one, by the last letters of the Land's code; everywhere where nothing is said. */
  readonly in?: string;
  /** The first and the last year. */
  readonly from?: number;
  readonly to?: number;
}

/**
 * The public holidays of whole Länder since 2017. What is one in some municipalities only is typed as a closing day (decision 118):
 * Mariä Himmelfahrt in Bavaria, Fronleichnam in Saxony and Thuringia, the Friedensfest in Augsburg.
 */
const holidays: readonly Holiday[] = [
  { name: "Neujahr", on: "01-01" },
  { name: "Karfreitag", on: -2 },
  { name: "Ostermontag", on: 1 },
  { name: "Tag der Arbeit", on: "05-01" },
  { name: "Christi Himmelfahrt", on: 39 },
  { name: "Pfingstmontag", on: 50 },
  { name: "Tag der Deutschen Einheit", on: "10-03" },
  { name: "1. Weihnachtstag", on: "12-25" },
  { name: "2. Weihnachtstag", on: "12-26" },
  { name: "Heilige Drei Könige", on: "01-06", in: "BW BY ST" },
  { name: "Frauentag", on: "03-08", in: "BE", from: 2019 },
  { name: "Frauentag", on: "03-08", in: "MV", from: 2023 },
  { name: "Ostersonntag", on: 0, in: "BB" },
  { name: "Tag der Befreiung", on: "05-08", in: "BE", from: 2020, to: 2020 },
  { name: "Tag der Befreiung", on: "05-08", in: "BE", from: 2025, to: 2025 },
  { name: "Pfingstsonntag", on: 49, in: "BB" },
  { name: "Fronleichnam", on: 60, in: "BW BY HE NW RP SL" },
  { name: "Jahrestag des Volksaufstandes", on: "06-17", in: "BE", from: 2028, to: 2028 },
  { name: "Mariä Himmelfahrt", on: "08-15", in: "SL" },
  { name: "Weltkindertag", on: "09-20", in: "TH", from: 2019 },
  { name: "Reformationstag", on: "10-31", in: "BB MV SN ST TH" },
  { name: "Reformationstag", on: "10-31", from: 2017, to: 2017 },
  { name: "Reformationstag", on: "10-31", in: "HB HH NI SH", from: 2018 },
  { name: "Allerheiligen", on: "11-01", in: "BW BY NW RP SL" },
  { name: "Buß- und Bettag", on: penanceDay, in: "SN" },
];

function dayOf({ on }: Holiday, year: number): string {
  if (typeof on === "string") return `${year}-${on}`;
  return typeof on === "number" ? addDays(easterSunday(year), on) : on(year);
}

/** The public holidays of a Land in a year from 2017 on, by day. */
export function listHolidays(land: Land, year: number): ClosedDay[] {
  const days = new Map<string, string>();
  for (const holiday of holidays) {
    const { name, in: where, from = year, to = year } = holiday;
    const day = dayOf(holiday, year);
    if (year >= from && year <= to && (!where || where.includes(land.slice(3))) && !days.has(day)) days.set(day, name);
  }
  return [...days].map(([day, name]) => ({ day, name })).sort((a, b) => (a.day < b.day ? -1 : 1));
}
