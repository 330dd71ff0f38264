import { vatIdCheck, vatIdCountry, vatIdForm } from "#rules/texts/billing-refusals.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import { checkDigitOf11 } from "./check-digits.ts";

/** Forms of the part that follows the country (EU Commission, VIES); Northern Ireland is XI, Greece EL. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?!\d{9})[0-9A-Z]\d{7}[0-9A-Z]$/,
  FI: /^\d{8}$/,
  FR: /^[0-9A-HJ-NP-Z]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^[1-9]\d{1,9}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/**
 * Returns the fault of a VAT id (BT-31, BT-48), which may be typed with blanks; null where there is none. Only VIES can say whether the id was given
 * to somebody.
 */
export function vatIdProblem(text: string): Reason | null {
  const id = text.replace(/\s/g, "").toUpperCase();
  const [country, rest] = [id.slice(0, 2), id.slice(2)];
  const form = forms[country];
  if (!form) return vatIdCountry;
  if (!form.test(rest)) return vatIdForm(country);
  if (country === "DE" && checkDigitOf11(rest.slice(0, 8)) !== Number(rest[8])) return vatIdCheck;
  return null;
}
