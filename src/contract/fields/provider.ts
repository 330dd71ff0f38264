import * as z from "zod/mini";
import { text } from "#contract/fields/texts.ts";
import { nameLength } from "#contract/limits.ts";
import { isMailbox } from "#rules/access/mailbox.ts";
import { creditorIdProblem } from "#rules/billing/identifiers/creditor-id.ts";
import { ibanProblem } from "#rules/billing/identifiers/iban.ts";
import { vatIdProblem } from "#rules/billing/identifiers/vat-id.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import type { Reason } from "#rules/texts/refusals.ts";

/** A text that is empty or has nothing wrong with it. */
const right = (problem: (value: string) => Reason | null) =>
  z.superRefine<string>((value, context) => {
    const reason = value === "" ? null : problem(value);
    if (reason) context.addIssue({ code: "custom", message: reason.message });
  });
const withoutSpaces = z.overwrite<string>((value) => value.replaceAll(/\s/g, "").toUpperCase());

/** Fields typed in for the provider, each empty where it is not known. § 14 Abs. 4 UStG requires the address and a tax number. */
export const providerFields = {
  street: text(nameLength),
  postcode: text(10).check(z.refine((value) => value === "" || /^\d{5}$/.test(value), invalid.range)),
  city: text(nameLength),
  contact_phone: text(nameLength),
  contact_email: text(nameLength).check(z.refine((value) => value === "" || isMailbox(value), invalid.email)),
  contact: text(nameLength),
  vat_id: text(20).check(withoutSpaces, right(vatIdProblem)),
  tax_number: text(nameLength),
  register: text(nameLength),
  iban: text(42).check(withoutSpaces, right(ibanProblem)),
  bic: text(20).check(withoutSpaces),
  /** The creditor identifier of the Bundesbank, without which nothing is collected. */
  creditor_id: text(42).check(withoutSpaces, right(creditorIdProblem)),
  /** Why there is no tax on what is exempt (BT-120), where a customer's terms do not say it. */
  exemption_reason: text(nameLength),
};
export type ProviderField = keyof typeof providerFields;
