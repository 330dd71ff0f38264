import { debitOf, type InvoiceSnapshot } from "#rules/billing/snapshot.ts";

const longestName = 70;

/**
 * The text of a GiroCode (EPC069-12, version 002): a banking app that reads it fills in a transfer of what is due. Null where nothing is to be
 * transferred: a direct debit, a cancellation, a draft without a number, an amount of 0, a credit, a provider without an account.
 */
export function giroCode(snapshot: InvoiceSnapshot): string | null {
  const { kind, number, gross, seller } = snapshot;
  if (debitOf(snapshot)) return null;
  const { iban, bic, name } = seller;
  if (kind !== 380 || iban === null || number === "" || Number(gross) <= 0) return null;
  const utf8 = "1";
  const head = ["BCD", "002", utf8, "SCT"];
  const account = [bic ?? "", Array.from(name).slice(0, longestName).join(""), iban.replaceAll(" ", "")];
  const [purpose, creditorReference] = ["", ""];
  return [...head, ...account, `EUR${gross}`, purpose, creditorReference, number].join("\n");
}

/** An IBAN as people read it, in fours. */
export const showIban = (iban: string): string => iban.replaceAll(" ", "").replaceAll(/(.{4})(?=.)/g, "$1 ");
