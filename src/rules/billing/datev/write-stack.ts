import { addDays } from "#rules/dates.ts";
import { monthDays } from "#rules/billing/month.ts";
import { showMonth } from "#rules/months.ts";
import { accountDigits, type Bookkeeping } from "./accounts.ts";
import type { Booking } from "./bookings.ts";
import { cp1252 } from "./cp1252.ts";

// The format "Buchungsstapel" of DATEV: version 700 of the file, category 21, version 13 of the category.

const numbered = (count: number, ...names: readonly string[]) =>
  Array.from({ length: count }, (_, index) => names.map((name) => `${name} ${index + 1}`)).flat();

/** The names of the columns, in their order. */
export const stackColumns: readonly string[] = [
  "Umsatz (ohne Soll/Haben-Kz)",
  "Soll/Haben-Kennzeichen",
  "WKZ Umsatz",
  "Kurs",
  "Basis-Umsatz",
  "WKZ Basis-Umsatz",
  "Konto",
  "Gegenkonto (ohne BU-Schlüssel)",
  "BU-Schlüssel",
  "Belegdatum",
  "Belegfeld 1",
  "Belegfeld 2",
  "Skonto",
  "Buchungstext",
  "Postensperre",
  "Diverse Adressnummer",
  "Geschäftspartnerbank",
  "Sachverhalt",
  "Zinssperre",
  "Beleglink",
  ...numbered(8, "Beleginfo - Art", "Beleginfo - Inhalt"),
  "KOST1 - Kostenstelle",
  "KOST2 - Kostenstelle",
  "Kost-Menge",
  "EU-Land u. UStID (Bestimmung)",
  "EU-Steuersatz (Bestimmung)",
  "Abw. Versteuerungsart",
  "Sachverhalt L+L",
  "Funktionsergänzung L+L",
  "BU 49 Hauptfunktionstyp",
  "BU 49 Hauptfunktionsnummer",
  "BU 49 Funktionsergänzung",
  ...numbered(20, "Zusatzinformation - Art", "Zusatzinformation- Inhalt"),
  "Stück",
  "Gewicht",
  "Zahlweise",
  "Forderungsart",
  "Veranlagungsjahr",
  "Zugeordnete Fälligkeit",
  "Skontotyp",
  "Auftragsnummer",
  "Buchungstyp",
  "USt-Schlüssel (Anzahlungen)",
  "EU-Land (Anzahlungen)",
  "Sachverhalt L+L (Anzahlungen)",
  "EU-Steuersatz (Anzahlungen)",
  "Erlöskonto (Anzahlungen)",
  "Herkunft-Kz",
  "Buchungs GUID",
  "KOST-Datum",
  "SEPA-Mandatsreferenz",
  "Skontosperre",
  "Gesellschaftername",
  "Beteiligtennummer",
  "Identifikationsnummer",
  "Zeichnernummer",
  "Postensperre bis",
  "Bezeichnung SoBil-Sachverhalt",
  "Kennzeichen SoBil-Buchung",
  "Festschreibung",
  "Leistungsdatum",
  "Datum Zuord. Steuerperiode",
  "Fälligkeit",
  "Generalumkehr (GU)",
  "Steuersatz",
  "Land",
  "Abrechnungsreferenz",
  "BVV-Position",
  "EU-Land u. UStID (Ursprung)",
  "EU-Steuersatz (Ursprung)",
  "Abw. Skontokonto",
];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const plainDay = (day: string) => day.replaceAll("-", "");
/** `2026-12-01` as `0112`, with its year as `01122026`. */
const dayAndMonth = (day: string) => `${day.slice(8)}${day.slice(5, 7)}`;
const dayOfYear = (day: string) => `${dayAndMonth(day)}${day.slice(0, 4)}`;

function rowOf({ amount, side, debtor, account, day, served, due, reference, text, vatId }: Booking): string {
  const cells: Readonly<Record<number, string>> = {
    1: amount.replace(".", ","),
    2: quoted(side),
    3: quoted("EUR"),
    7: debtor,
    8: account,
    10: dayAndMonth(day),
    11: quoted(reference),
    14: quoted(text),
    ...(vatId !== "" && { 40: quoted(vatId) }),
    114: "0", // what was read in can still be changed before it is made final
    115: dayOfYear(served), // is read where 116 is there, too
    116: dayOfYear(served),
    117: dayOfYear(due),
  };
  return stackColumns.map((_, index) => cells[index + 1] ?? "").join(";");
}

const empty = "";

function headOf(month: string, bookkeeping: Bookkeeping, made: string): string {
  const { from, to } = monthDays(month);
  return [
    quoted("EXTF"),
    "700",
    "21",
    quoted("Buchungsstapel"),
    "13",
    made,
    empty,
    quoted("RE"), // where it comes from
    quoted(""),
    quoted(""),
    String(bookkeeping.consultant),
    String(bookkeeping.client),
    `${month.slice(0, 4)}0101`, // the business year is the calendar's
    String(accountDigits(bookkeeping)),
    plainDay(from),
    plainDay(addDays(to, -1)),
    quoted(`Rechnungen ${showMonth(month)}`),
    quoted(""),
    "1", // bookkeeping, and no annual accounts
    "0",
    "0", // not final
    quoted("EUR"),
    empty,
    quoted(""),
    empty,
    empty,
    quoted(""),
    empty,
    empty,
    quoted(""),
    quoted(""),
  ].join(";");
}

interface Stack {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly bookkeeping: Bookkeeping;
  readonly bookings: readonly Booking[];
  /** When it is made in Berlin, `20261201083000000`. */
  readonly made: string;
}

/** The bookings of a month as a file of DATEV, in Windows-1252. */
export function writeStack({ month, bookkeeping, bookings, made }: Stack): Uint8Array {
  const lines = [headOf(month, bookkeeping, made), stackColumns.join(";"), ...bookings.map(rowOf)];
  return cp1252(lines.map((line) => `${line}\r\n`).join(""));
}
