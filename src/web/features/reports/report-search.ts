import type { LinkProps } from "@tanstack/react-router";
import { reportLists } from "#contract/lists/reports.ts";
import { usualMonths } from "#rules/reports/report-months.ts";
import { idUnder, integerParameter, pageIn, type RawSearch, type ReportSearch } from "#web/search.ts";

export type ReportName = keyof typeof reportLists;

interface Report {
  readonly name: ReportName;
  readonly title: string;
  readonly about: string;
  /** Only staff have it. */
  readonly access?: "staff";
}

/** In the order of their tabs. */
const reports: readonly Report[] = [
  {
    name: "activity",
    title: "Bewegungen",
    about:
      "Eingang und Ausgang zählen Boxen, die an einem Tag einen Platz bekamen oder verließen; Aufträge, was bestellt und nicht storniert wurde.",
  },
  {
    name: "service",
    title: "Lieferzeiten",
    about:
      "Stunden von der Bestellung bis zur Übergabe, im Monat der Übergabe. Pünktlich ist, was im Lieferfenster der Option ankam.",
    access: "staff",
  },
  { name: "stock", title: "Bestand", about: "Was am Ende jedes Monats im Regal stand, zuletzt heute." },
  {
    name: "productivity",
    title: "Kommissionierung",
    about:
      "Ein Rundgang endet, wenn jemand eine halbe Stunde nichts greift. Haben in einem Monat weniger als drei Personen gegriffen, wird kein Tempo gezeigt.",
    access: "staff",
  },
  {
    name: "revenue",
    title: "Umsatz",
    about:
      "Was im Monat berechnet wurde, ohne Umsatzsteuer; Stornorechnungen sind im Monat abgezogen, in dem sie ausgestellt wurden.",
    access: "staff",
  },
  {
    name: "due",
    title: "Fälligkeiten",
    about:
      "Was in diesem und den nächsten fünf Jahren vernichtet werden darf. Früher Fälliges zählt zu diesem Jahr, Sperren sind nicht abgezogen.",
  },
];

/** Numbers of months that may be chosen. */
export const spans = [12, 24, 60] as const;

/** Reads an address: an invalid value is dropped. */
export function readReportSearch(raw: RawSearch, isStaff: boolean) {
  const offered = reports.filter(({ access }) => isStaff || access === undefined);
  const span = integerParameter(raw, "months", 1, 60);
  return {
    offered,
    report: offered.find(({ name }) => name === raw["show"]) ?? offered[0],
    customer: idUnder(raw, "customer"),
    months: spans.find((each) => each === span) ?? usualMonths,
    page: pageIn(raw) ?? 1,
  };
}

export const toReport = (search: ReportSearch) => ({ to: "/reports", search }) satisfies LinkProps;
