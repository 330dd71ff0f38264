import { units } from "#rules/billing/decimal.ts";
import type { GoldenInvoice } from "./golden-invoices.ts";
import { allAt, type Change, remove, textAt, type XmlNode } from "./xml-tree.ts";

export const head = "ExchangedDocument";
const trade = "SupplyChainTradeTransaction";
export const line = `${trade}/IncludedSupplyChainTradeLineItem`;
export const agreement = `${trade}/ApplicableHeaderTradeAgreement`;
export const seller = `${agreement}/SellerTradeParty`;
export const buyer = `${agreement}/BuyerTradeParty`;
export const settlement = `${trade}/ApplicableHeaderTradeSettlement`;
export const means = `${settlement}/SpecifiedTradeSettlementPaymentMeans`;
export const totals = `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`;
export const breakdown = `${settlement}/ApplicableTradeTax`;
export const period = `${settlement}/BillingSpecifiedPeriod`;
/** Below a line. */
export const price = "SpecifiedLineTradeAgreement/NetPriceProductTradePrice";
export const quantity = "SpecifiedLineTradeDelivery/BilledQuantity";
export const lineTax = "SpecifiedLineTradeSettlement/ApplicableTradeTax";
export const lineNet = "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount";
export const linePeriod = "SpecifiedLineTradeSettlement/BillingSpecifiedPeriod";

/**
 * A rule of EN 16931 (BR), of XRechnung (BR-DE) or of Peppol that XRechnung takes over, as far as it concerns what is written here: its sentence in
 * our words, whether an invoice keeps it, and an invoice that does not. `xrechnung` rules ask nothing of a ZUGFeRD.
 */
export interface InvoiceRule {
  readonly id: string;
  readonly sentence: string;
  readonly holds: (invoice: XmlNode) => boolean;
  /** Valid invoice that is broken, and the change that breaks it. */
  readonly broken: readonly [invoice: GoldenInvoice, change: Change];
  readonly onlyXRechnung?: true;
}

export const hasText = (node: XmlNode, path: string): boolean => textAt(node, path) !== "";
export const isEach = (invoice: XmlNode, path: string, holds: (node: XmlNode) => boolean): boolean =>
  allAt(invoice, path).every(holds);

/** A rule that something must be there, broken by taking it away. */
export const needed = (id: string, sentence: string, path: string, of: GoldenInvoice = "metreDays"): InvoiceRule => ({
  id,
  sentence,
  holds: (invoice) => hasText(invoice, path),
  broken: [of, remove(path)],
});

/** A rule that something must be in each of a group. */
export const neededInEach = (id: string, sentence: string, group: string, path: string): InvoiceRule => ({
  id,
  sentence,
  holds: (invoice) => isEach(invoice, group, (node) => hasText(node, path)),
  broken: ["twoRates", remove(`${group}/${path}`)],
});

/** An amount in cents; null where it is none. */
export function centsAt(node: XmlNode, path: string): bigint | null {
  const text = textAt(node, path);
  return /^-?\d+(\.\d{1,2})?$/.test(text) ? units(text, 2) : null;
}

/** The sum of amounts in cents; null where one is none. */
export const sumAt = (nodes: readonly XmlNode[], path: string): bigint | null =>
  nodes.reduce<bigint | null>((sum, node) => {
    const cents = centsAt(node, path);
    return sum === null || cents === null ? null : sum + cents;
  }, 0n);

/** Decimals of a number, as it is written. */
export const decimalsAt = (node: XmlNode, path: string): number => (textAt(node, path).split(".")[1] ?? "").length;

/** The first and last day of a period, `YYYYMMDD`. */
export const daysOf = (node: XmlNode) =>
  [textAt(node, "StartDateTime/DateTimeString"), textAt(node, "EndDateTime/DateTimeString")] as const;

export const taxIds = (party: XmlNode, scheme: "VA" | "FC"): string[] =>
  allAt(party, "SpecifiedTaxRegistration/ID").flatMap(({ attributes, text }) =>
    attributes["schemeID"] === scheme && text !== "" ? [text] : [],
  );
