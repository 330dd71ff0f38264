import { showUserName } from "#rules/access/users.ts";
import { businessZone, isDay } from "#rules/dates.ts";
import { BrokenFolder } from "#server/takeover/folder/broken-folder.ts";

/** An object as the old system answered it. */
export type OldObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is OldObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The objects of a list. */
export const objectsOf = (value: unknown): OldObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A whole number, which some systems write as text; null where it is none. */
export function wholeIn(value: unknown): number | null {
  const number = typeof value === "string" && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : null;
}

/** A flag, which some systems write as text. */
export const flagIn = (value: unknown): boolean => value === true || value === 1 || /^(true|1)$/i.test(oldText(value));

/** A text; a number as its digits, nothing as an empty one. */
export const oldText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

/** The id that a field names, by itself or as an object; null where it names nothing. */
export const referenceIn = (value: unknown): number | null => wholeIn(isObject(value) ? value["id"] : value);

/** The ids that a list names. */
export const referencesIn = (value: unknown): (number | null)[] => (Array.isArray(value) ? value.map(referenceIn) : []);

/** The id of an object. @throws BrokenFolder where it is no number: nothing of ours could keep it */
export function oldId(old: OldObject): number {
  const id = wholeIn(old["id"]);
  if (id === null || id < 1)
    throw new BrokenFolder(
      `Das alte System nennt etwas «${oldText(old["id"])}». Übernommen wird nur, was eine Zahl ab 1 als id hat.`,
    );
  return id;
}

const unseen = /[^\P{Cc}\t\n\r]|[\ufffe\uffff\p{Cs}]/gu;

/** A text without signs that neither PostgreSQL nor paper can keep. */
export const withoutSigns = (text: string): string => text.replaceAll(unseen, "");

/** The same of every text within a value. */
export function withoutSignsWithin(value: OldObject): OldObject {
  const clean = (_name: string, each: unknown) => (typeof each === "string" ? withoutSigns(each) : each);
  return JSON.parse(JSON.stringify(value), clean) as OldObject;
}

/** The name that a history entry has of its user; empty where it has none. */
export function authorIn(value: unknown): string {
  if (typeof value === "string") return withoutSigns(value).trim();
  if (!isObject(value)) return "";
  const name = showUserName({ first_name: oldText(value["first_name"]), last_name: oldText(value["last_name"]) });
  return withoutSigns(name).trim();
}

const momentPattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(\.\d{1,9})?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

const offsets = new Intl.DateTimeFormat("en", { timeZone: businessZone, timeZoneName: "longOffset" });
const offsetAt = (at: number) =>
  /GMT(?<offset>[+-]\d{2}:\d{2})/.exec(offsets.format(at))?.groups?.["offset"] ?? "+00:00";

/** The offset that Berlin has at a local time; of the hour that is there twice, the first. */
function berlinOffset(local: string): string {
  const before = offsetAt(Date.parse(`${local}Z`) - 3 * 3_600_000);
  return offsetAt(Date.parse(`${local}${before}`));
}

/**
 * A moment in UTC, to the last digit of its second; `no-zone` where only a zone is missing, null where it is none.
 * `zone` is that of moments without one.
 */
export function momentIn(text: string, zone: string | null): string | null {
  const [whole, day = "", time = "00:00", seconds = "00", fraction = "", said] = momentPattern.exec(text.trim()) ?? [];
  if (whole === undefined || !isDay(day)) return null;
  const local = `${day}T${time}:${seconds}`;
  if (said === undefined && zone === null) return "no-zone";
  const offset = said ?? (zone === "Berlin" ? berlinOffset(local) : "Z");
  const colon = offset.replace(
    /^([+-]\d{2}):?(\d{2})?$/,
    (_all, hours: string, minutes = "00") => `${hours}:${minutes}`,
  );
  const at = Date.parse(local + colon.toUpperCase());
  return Number.isNaN(at) ? null : `${new Date(at).toISOString().slice(0, 19)}${fraction}Z`;
}
