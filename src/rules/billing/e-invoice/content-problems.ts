import { homeCountry } from "#rules/countries.ts";
import { noEmail } from "#rules/texts/billing-refusals.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import { debitOf, type InvoiceBuyer, type InvoiceSeller, type InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { creditorIdProblem } from "#rules/billing/identifiers/creditor-id.ts";
import { debitAccountProblem, mandateProblem } from "#rules/billing/direct-debit/mandate.ts";
import { ibanProblem } from "#rules/billing/identifiers/iban.ts";
import { leitwegProblem } from "#rules/billing/identifiers/leitweg-id.ts";
import { vatIdProblem } from "#rules/billing/identifiers/vat-id.ts";
import { lineText } from "./xml-text.ts";

/** BR-DE-28: one @, two letters on both sides of it at least, no dot beside it or at an end. */
const isEmail = (text: string): boolean =>
  /^[^@\s.]([^@\s]*[^@\s.])?[^@\s.]@[^@\s.]([^@\s]*[^@\s.])?[^@\s.]$/.test(lineText(text));

/** Says whether a text can be an address of a customer: XRechnung demands the form of the seller's address alone. */
const mayBeEmail = (text: string): boolean => /^[^@\s]+@[^@\s]+$/.test(lineText(text));

const areThere = (...texts: readonly string[]): boolean => texts.every((text) => lineText(text) !== "");

/** Where staff mend it. */
const onPage = "Bitte unter Abrechnung → Unser Archiv eintragen.";

/** Returns what is missing or wrong in the provider's data that an invoice requires (BG-4 to BG-6, BG-17), as German sentences. */
export function sellerProblems({
  name,
  street,
  postcode,
  city,
  vat_id,
  tax_number,
  contact,
  iban,
}: InvoiceSeller): readonly string[] {
  const hasPhone = contact.phone.replace(/\D/g, "").length >= 3; // BR-DE-27
  const vatProblem = vat_id === null ? null : vatIdProblem(vat_id);
  const accountProblem = iban === null ? null : ibanProblem(iban);
  return [
    areThere(name, street, postcode, city) ? "" : `Dem Archiv fehlt die Anschrift. ${onPage}`,
    vat_id === null && !areThere(tax_number ?? "")
      ? `Dem Archiv fehlt die USt-IdNr. oder die Steuernummer. ${onPage}`
      : "",
    vatProblem ? `Archiv: ${vatProblem.message}` : "",
    accountProblem ? `Archiv: ${accountProblem.message}` : "",
    areThere(contact.name) ? "" : `Dem Archiv fehlt der Ansprechpartner für Rechnungen. ${onPage}`,
    hasPhone ? "" : `Dem Archiv fehlt die Telefonnummer. ${onPage}`,
    isEmail(contact.email) ? "" : `Dem Archiv fehlt die E-Mail-Adresse. ${onPage}`,
  ].filter((sentence) => sentence !== "");
}

/** Returns the fault of an electronic address in its scheme (BT-49); null where there is none. */
export function addressProblem({ e_address, e_scheme }: Pick<InvoiceBuyer, "e_address" | "e_scheme">): Reason | null {
  if (e_scheme === "0204") return leitwegProblem(e_address);
  if (e_scheme === "9930") return vatIdProblem(e_address);
  return mayBeEmail(e_address) ? null : noEmail;
}

/** Returns what the customer's data lack (BG-7, BG-8), for the agreed form and the tax that is charged. */
function buyerProblems({ buyer, form, lines }: InvoiceSnapshot): string[] {
  const { name, street, postcode, city, country = homeCountry, vat_id, leitweg_id, e_address } = buyer;
  const isReverse = lines.some(({ vat_category }) => vat_category === "AE");
  const vatProblem = vat_id === null ? null : vatIdProblem(vat_id);
  const routeProblem = leitweg_id === null ? null : leitwegProblem(leitweg_id);
  const hasAddress = areThere(e_address);
  const wrongAddress = hasAddress ? addressProblem(buyer) : null;
  return [
    areThere(name, street, postcode, city) ? "" : "Dem Kunden fehlt Name oder Anschrift.",
    isReverse && vat_id !== null && (country === homeCountry || vat_id.toUpperCase().startsWith(homeCountry))
      ? "Die Umsatzsteuer schuldet nur ein Kunde in einem anderen Land selbst, mit der USt-IdNr. von dort. Bitte prüfen Sie Land, USt-IdNr. und Preisliste."
      : "",
    isReverse && vat_id === null ? "Dem Kunden fehlt die USt-IdNr.: Er schuldet die Umsatzsteuer selbst." : "",
    vatProblem ? `Kunde: ${vatProblem.message}` : "",
    routeProblem ? `Kunde: ${routeProblem.message}` : "",
    form === "xrechnung" && !hasAddress ? "Dem Kunden fehlt die elektronische Adresse für die XRechnung." : "",
    wrongAddress === null ? "" : `Kunde: ${wrongAddress.message}`,
  ];
}

/** Returns what a direct debit lacks (BG-19). */
function debitProblems(snapshot: InvoiceSnapshot): string[] {
  const debit = debitOf(snapshot);
  if (debit === null) return [];
  const problem =
    creditorIdProblem(debit.creditor_id) ?? mandateProblem(debit.mandate) ?? debitAccountProblem(debit.iban);
  if (debit.creditor_id === "") return [`Für Lastschriften fehlt dem Archiv die Gläubiger-ID. ${onPage}`];
  if (snapshot.seller.iban === null) return [`Für Lastschriften fehlt dem Archiv die IBAN. ${onPage}`];
  return problem ? [`Lastschrift: ${problem.message}`] : [];
}

/**
 * Returns what is missing or wrong in the data of seller and buyer, as German sentences; none where the invoice can be written. With
 * `arithmeticProblems` it covers what the rules of EN 16931 and XRechnung demand, and reports before anything is written.
 */
export const contentProblems = (snapshot: InvoiceSnapshot): readonly string[] =>
  [
    areThere(snapshot.number) ? "" : "Die Rechnung hat keine Nummer.",
    ...sellerProblems(snapshot.seller),
    ...buyerProblems(snapshot),
    ...debitProblems(snapshot),
  ].filter((sentence) => sentence !== "");
