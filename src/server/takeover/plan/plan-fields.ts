import { isDay } from "#rules/dates.ts";
import { moneyPattern } from "#rules/money.ts";
import { showDayAndTime } from "#rules/times.ts";
import { isBlank } from "#rules/texts/blank.ts";
import { roundedCents } from "./rounded-cents.ts";
import type { ArchiveFacts } from "./facts.ts";
import type { Ledger, Thing } from "./ledger.ts";
import { momentIn, oldText, withoutSigns } from "./old-values.ts";

/** Facts that a plan reads, and the ledger that it writes. */
export interface Planning {
  readonly facts: ArchiveFacts;
  readonly ledger: Ledger;
}

/** Fields as people call them. */
const fieldNames: Readonly<Record<string, string>> = {
  name: "Name",
  notes: "Notizen",
  address_name: "Anschrift (Name)",
  address_city: "Ort",
  address_street: "Straße",
  first_name: "Vorname",
  last_name: "Nachname",
  phone1: "Telefon",
  phone2: "Telefon 2",
  description: "Beschreibung",
  text: "Text",
  comment: "Kommentar",
  created: "angelegt am",
  "position.created": "auf dem Platz seit",
  last_login: "zuletzt angemeldet",
  time: "Liefertermin",
  destroyed: "vernichtet am",
  meta_first_delivery_customer: "erste Lieferung",
  meta_year: "Jahrgang",
  meta_destroy_year: "Vernichtungsjahr",
  prior: "Vorlauf",
  window: "Zeitfenster",
};

/** A field of the old system as sentences name it: `«Ort»`. */
export const showField = (field: string): string => `«${fieldNames[field] ?? field}»`;

const oldest = "1990-01-01";

/** A text as PostgreSQL, spreadsheets and paper can keep it. */
export function planText(
  { ledger }: Planning,
  thing: Thing,
  [field, value]: readonly [field: string, value: unknown],
  max: number,
  required = false,
): string {
  const whole = oldText(value);
  const text = withoutSigns(whole);
  if (text !== whole) ledger.found("text-signs", thing, `In ${showField(field)} stehen Zeichen, die niemand sieht.`);
  if (required && isBlank(text))
    return ledger.ask("text-missing", thing, `${showField(field)} ist leer.`, { field }) ?? "";
  if (text.length <= max) return text;
  const letters = Array.from(text);
  if (letters.length <= max) return text;
  const said = `${showField(field)} hat ${letters.length} Zeichen, ${max} sind möglich.`;
  return ledger.ask("text-too-long", thing, said, { field }) === null ? text : letters.slice(0, max).join("");
}

interface MomentRule {
  readonly required?: boolean;
  /** It may be planned for a day that comes. */
  readonly mayCome?: boolean;
  /** The thing that it is a part of: the zone is asked for once of all its parts. */
  readonly partOf?: Thing;
}

/** A moment in UTC; null where there is none. */
export function planMoment(
  planning: Planning,
  thing: Thing,
  [field, value]: readonly [field: string, value: unknown],
  { required = false, mayCome = false, partOf = thing }: MomentRule = {},
): string | null {
  const { ledger, facts } = planning;
  const text = oldText(value);
  if (text === "" && !required) return null;
  let at = momentIn(text, null);
  if (at === "no-zone") {
    const zone = ledger.ask(
      "date-without-zone",
      partOf,
      `${showField(field)} ist ${text.replace("T", " ")}, ohne Zeitzone.`,
    );
    at = momentIn(text, zone === "Weltzeit" ? "Z" : "Berlin");
  }
  if (at === null) {
    const said = text === "" ? `${showField(field)} fehlt.` : `${showField(field)} ist «${text}».`;
    const day = ledger.ask("date-unreadable", thing, said, { field });
    return day === null ? null : noon(day);
  }
  if (at < oldest) ledger.found("date-old", thing, `${showField(field)} ist der ${showDayAndTime(at)}.`);
  if (mayCome || at <= facts.now) return at;
  const day = ledger.ask("date-future", thing, `${showField(field)} ist der ${showDayAndTime(at)}.`, { field });
  return day === null || !isDay(day) ? at : noon(day);
}

const noon = (day: string) => momentIn(`${day}T12:00`, "Berlin");

/** An amount with two decimals. */
export function planPrice({ ledger }: Planning, thing: Thing, value: unknown): string {
  const text = oldText(value).trim();
  const [, euros = "", decimals = ""] = /^(\d{1,8})(?:\.(\d{1,10}))?$/.exec(text) ?? [];
  const cents = decimals.replace(/0+$/, "");
  if (euros === "")
    return (
      ledger.ask("price-unreadable", thing, text === "" ? "Der Preis fehlt." : `Der Preis ist «${text}».`) ?? "0.00"
    );
  if (cents.length <= 2) return `${euros}.${cents.padEnd(2, "0")}`;
  const answer = ledger.ask("price-decimals", thing, `Der Preis ist ${text.replace(".", ",")} €.`);
  return answer !== null && moneyPattern.test(answer) ? answer : roundedCents(euros, cents);
}

/** The text of a thing's sign where nothing else has it; null where it was not read. */
export function planSign(
  { ledger }: Planning,
  thing: Thing,
  text: string | null | undefined,
  isIts: (text: string) => boolean,
): string | null {
  if (text === null) ledger.found("sign-unreadable", thing, "Auf dem Bild ist nichts zu lesen.");
  if (text === null || text === undefined) return null;
  if (isIts(text)) return text;
  ledger.found("sign-twice", thing, `Zu lesen ist «${text}».`);
  return null;
}
