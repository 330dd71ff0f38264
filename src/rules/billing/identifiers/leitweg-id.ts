import { leitwegCheck, leitwegForm } from "#rules/texts/billing-refusals.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import { restOf97 } from "./check-digits.ts";

/** Coarse address of 2 to 12 digits, fine address of up to 30 digits and letters or none, two check digits (KoSIT, Formatspezifikation Leitweg-ID). */
const form = /^\d{2,12}(-[0-9A-Z]{1,30})?-\d{2}$/;

/** Returns the fault of a Leitweg-ID (BT-10 of an XRechnung); null where there is none. */
export function leitwegProblem(text: string): Reason | null {
  const id = text.toUpperCase();
  if (!form.test(id)) return leitwegForm;
  return restOf97(id.replaceAll("-", "")) === 1 ? null : leitwegCheck;
}
