import { expect, test } from "vitest";
import type { InvoiceBuyer, InvoiceSeller, InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { goldenInvoices } from "#test/billing/golden-invoices.ts";
import { contentProblems } from "./content-problems.ts";

const { metreDays, authority, reverseCharge, onPaper, exempt } = goldenInvoices;
const ofSeller = (changes: Partial<InvoiceSeller>): InvoiceSnapshot => ({
  ...metreDays,
  seller: { ...metreDays.seller, ...changes },
});
const ofBuyer = (changes: Partial<InvoiceBuyer>, of: InvoiceSnapshot = metreDays): InvoiceSnapshot => ({
  ...of,
  buyer: { ...of.buyer, ...changes },
});
const ofContact = (changes: Partial<InvoiceSeller["contact"]>) =>
  ofSeller({ contact: { ...metreDays.seller.contact, ...changes } });

const noAddress = /^Dem Kunden fehlt Name oder Anschrift/;
const wrong: readonly (readonly [kind: string, invoice: InvoiceSnapshot, sentence: RegExp])[] = [
  ["no number", { ...metreDays, number: "" }, /keine Nummer/],
  ["no name of the provider", ofSeller({ name: "\u0000 " }), /^Dem Archiv fehlt die Anschrift/],
  ["no city of the provider", ofSeller({ city: "" }), /^Dem Archiv fehlt die Anschrift/],
  ["neither VAT id nor tax number", ofSeller({ vat_id: null, tax_number: null }), /USt-IdNr\. oder die Steuernummer/],
  ["a wrong VAT id of the provider", ofSeller({ vat_id: "DE136695977" }), /^Archiv: Die Prüfziffer der USt-IdNr/],
  ["a wrong account", ofSeller({ iban: "DE88370400440532013000" }), /^Archiv: Die Prüfziffern der IBAN/],
  ["no contact", ofContact({ name: "" }), /^Dem Archiv fehlt der Ansprechpartner/],
  ["no telephone", ofContact({ phone: "-" }), /^Dem Archiv fehlt die Telefonnummer/],
  ["no e-mail", ofContact({ email: "rechnung@" }), /^Dem Archiv fehlt die E-Mail-Adresse/],
  ["no name of the customer", ofBuyer({ name: "" }), noAddress],
  ["no postcode of the customer", ofBuyer({ postcode: " " }), noAddress],
  ["reverse charge without a VAT id", ofBuyer({ vat_id: null }, reverseCharge), /^Dem Kunden fehlt die USt-IdNr/],
  [
    "reverse charge in Germany",
    ofBuyer({ country: "DE" }, reverseCharge),
    /^Die Umsatzsteuer schuldet nur ein Kunde in einem anderen Land/,
  ],
  [
    "reverse charge with a German VAT id",
    ofBuyer({ vat_id: "DE136695976" }, reverseCharge),
    /^Die Umsatzsteuer schuldet nur ein Kunde in einem anderen Land/,
  ],
  ["a wrong VAT id of the customer", ofBuyer({ vat_id: "DE1" }), /^Kunde: Eine deutsche USt-IdNr/],
  [
    "a wrong Leitweg-ID",
    ofBuyer({ leitweg_id: "04011000-1234512345-07" }, authority),
    /^Kunde: Die Prüfziffern der Leitweg-ID/,
  ],
  ["no electronic address", ofBuyer({ e_address: "" }, authority), /elektronische Adresse für die XRechnung/],
  ["an electronic address that is no e-mail", ofBuyer({ e_address: "kanzlei" }), /keine E-Mail-Adresse/],
  [
    "an electronic address that is no Leitweg-ID",
    ofBuyer({ e_address: "1", e_scheme: "0204" }),
    /^Kunde: Eine Leitweg-ID/,
  ],
  ["an electronic address that is no VAT id", ofBuyer({ e_address: "1", e_scheme: "9930" }), /^Kunde: Eine USt-IdNr/],
];

test.each(wrong)("what keeps an invoice from being written is named: %s", (_kind, invoice, sentence) => {
  expect(contentProblems(invoice)).toEqual([expect.stringMatching(sentence)]);
});

test("the form of an address that XRechnung lays down (BR-DE-28) is asked of the seller, and not of who receives", () => {
  for (const address of ["a@kanzlei.example", "rechnung.@kanzlei.example"]) {
    expect(contentProblems(ofBuyer({ e_address: address }))).toEqual([]);
    expect(contentProblems(ofContact({ email: address }))).toEqual([
      expect.stringMatching(/^Dem Archiv fehlt die E-Mail/),
    ]);
  }
});

test("nothing keeps an invoice from being written that is right", () => {
  for (const invoice of Object.values(goldenInvoices)) expect(contentProblems(invoice), invoice.number).toEqual([]);
  expect(contentProblems(onPaper)).toEqual([]); // nobody sends it
  expect(contentProblems(exempt)).toEqual([]); // the tax number is enough
});
