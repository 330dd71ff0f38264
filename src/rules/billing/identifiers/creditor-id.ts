import { restOf97 } from "./check-digits.ts";
import { creditorIdCheck, creditorIdForm } from "#rules/texts/billing-refusals.ts";
import type { Reason } from "#rules/texts/refusals.ts";

/**
 * Returns the fault of a creditor identifier (BT-90), or null where there is none. The identifier has a country, two check digits, three letters of
 * the creditor's own, and the national part (EPC262-08). The three letters are not checked.
 */
export function creditorIdProblem(text: string): Reason | null {
  const [, country = "", check = "", national = ""] = /^([A-Z]{2})(\d{2})[A-Z0-9]{3}([A-Z0-9]{1,28})$/.exec(text) ?? [];
  if (national === "" || (country === "DE" && !/^\d{11}$/.test(national))) return creditorIdForm;
  return restOf97(`${national}${country}${check}`) === 1 ? null : creditorIdCheck;
}
