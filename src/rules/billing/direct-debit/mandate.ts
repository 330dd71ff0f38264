import { ibanProblem } from "#rules/billing/identifiers/iban.ts";
import { debitCountry, mandateForm } from "#rules/texts/billing-refusals.ts";
import type { Reason } from "#rules/texts/refusals.ts";

/** Where an IBAN is enough to debit an account: the European Economic Area (EPC409-09). */
const countries = "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE".split(
  " ",
);

/** Returns the fault of the account of a direct debit, without spaces (BT-91); null where there is none. */
export const debitAccountProblem = (iban: string): Reason | null =>
  ibanProblem(iban) ?? (countries.includes(iban.slice(0, 2)) ? null : debitCountry);

/** Returns the fault of the reference of a mandate (BT-89; EPC130-08); null where there is none. */
export const mandateProblem = (text: string): Reason | null =>
  /^[A-Za-z0-9+?/\-:().,']{1,35}$/.test(text) && !/^\/|\/\/|\/$/.test(text) ? null : mandateForm;
