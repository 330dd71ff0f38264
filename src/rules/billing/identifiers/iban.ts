import { ibanCheck, ibanForm, ibanLength } from "#rules/texts/billing-refusals.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import { restOf97 } from "./check-digits.ts";

/** Countries of SEPA by the length of their IBAN (SWIFT, IBAN Registry). */
const countriesByLength: Readonly<Record<number, string>> = {
  15: "NO",
  16: "BE",
  18: "DK FI FO NL",
  19: "MK SI",
  20: "AT BA EE LT LU XK",
  21: "CH HR LI LV",
  22: "BG DE GB GG IE IM JE ME RS VA",
  23: "GI",
  24: "AD CZ ES MD SE SK",
  25: "PT",
  26: "IS",
  27: "FR GR IT MC SM",
  28: "AL CY HU PL",
  31: "MT",
};
const lengthOf = (country: string): number | undefined => {
  const [length] = Object.entries(countriesByLength).find(([, names]) => names.split(" ").includes(country)) ?? [];
  return length === undefined ? undefined : Number(length);
};

/** Returns the fault of an IBAN (BT-84), which may be typed in groups; null where there is none. */
export function ibanProblem(text: string): Reason | null {
  const iban = text.replace(/\s/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(iban)) return ibanForm;
  const length = lengthOf(iban.slice(0, 2));
  if (length !== undefined && length !== iban.length) return ibanLength(iban.slice(0, 2), length);
  return restOf97(`${iban.slice(4)}${iban.slice(0, 4)}`) === 1 ? null : ibanCheck;
}
