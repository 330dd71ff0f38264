import { homeCountry } from "#rules/countries.ts";
import type { InvoiceLine, VatSum } from "#rules/billing/invoice-lines.ts";
import { debitOf, type InvoiceBuyer, type InvoiceSeller, type InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { addDays } from "#rules/dates.ts";
import { invoiceFormat } from "./invoice-formats.ts";
import { cancellationNote, exemptionOf, lineDescription, serviceName, termLines } from "./invoice-wording.ts";
import { unitCodes } from "./unit-codes.ts";
import { element, group, linesElement } from "./xml-text.ts";

const standard = "urn:un:unece:uncefact:data:standard";
const namespaces = [
  `xmlns:rsm="${standard}:CrossIndustryInvoice:100"`,
  `xmlns:ram="${standard}:ReusableAggregateBusinessInformationEntity:100"`,
  `xmlns:udt="${standard}:UnqualifiedDataType:100"`,
  `xmlns:qdt="${standard}:QualifiedDataType:100"`,
].join(" ");

/** A day `YYYY-MM-DD` in the format 102 of UNTDID 2379. */
const dayOf = (name: string, day: string, type: "udt" | "qdt" = "udt"): string =>
  group(name, element(`${type}:DateTimeString`, day.replaceAll("-", ""), { format: "102" }));

/** BG-14 and BG-26; both days belong to it. */
const periodOf = (first: string, last: string): string =>
  group("ram:BillingSpecifiedPeriod", dayOf("ram:StartDateTime", first), dayOf("ram:EndDateTime", last));

/** `"4.5000"` as `"4.50"` where two decimals are wanted at least. */
function shortDecimal(text: string, atLeast: number): string {
  const [whole = "", fraction = ""] = text.split(".");
  const digits = fraction.replace(/0+$/, "").padEnd(atLeast, "0");
  return digits === "" ? whole : `${whole}.${digits}`;
}

const unspaced = (text: string): string => text.replace(/\s/g, "");

type Address = Pick<InvoiceBuyer, "street" | "address_extra" | "postcode" | "city">;
const addressOf = ({ postcode, street, address_extra = "", city }: Address, country: string = homeCountry): string =>
  group(
    "ram:PostalTradeAddress",
    element("ram:PostcodeCode", postcode),
    element("ram:LineOne", street),
    element("ram:LineTwo", address_extra), // BT-51
    element("ram:CityName", city),
    element("ram:CountryID", country),
  );

const electronicAddress = (address: string, schemeID: string): string =>
  group("ram:URIUniversalCommunication", element("ram:URIID", address, { schemeID }));

const taxRegistration = (id: string | null, schemeID: "VA" | "FC"): string =>
  group("ram:SpecifiedTaxRegistration", element("ram:ID", id ?? "", { schemeID }));

/** BG-4 to BG-6. Without a VAT id the tax number is BT-29, too: one of BT-29 to BT-31 must be there (BR-CO-26). */
const writeSeller = (seller: InvoiceSeller): string =>
  group(
    "ram:SellerTradeParty",
    element("ram:ID", seller.vat_id === null ? (seller.tax_number ?? "") : ""),
    element("ram:Name", seller.name),
    element("ram:Description", seller.register ?? ""), // BT-33
    group(
      "ram:DefinedTradeContact",
      element("ram:PersonName", seller.contact.name),
      group("ram:TelephoneUniversalCommunication", element("ram:CompleteNumber", seller.contact.phone)),
      group("ram:EmailURIUniversalCommunication", element("ram:URIID", seller.contact.email)),
    ),
    addressOf(seller),
    electronicAddress(seller.contact.email, "EM"), // BT-34
    taxRegistration(seller.vat_id && unspaced(seller.vat_id), "VA"), // BT-31
    taxRegistration(seller.tax_number, "FC"), // BT-32
  );

/** BG-7 and BG-8. */
const writeBuyer = (buyer: InvoiceBuyer): string =>
  group(
    "ram:BuyerTradeParty",
    element("ram:ID", buyer.code), // BT-46
    element("ram:Name", buyer.name),
    addressOf(buyer, buyer.country),
    electronicAddress(buyer.e_address, buyer.e_scheme), // BT-49
    taxRegistration(buyer.vat_id && unspaced(buyer.vat_id), "VA"), // BT-48
  );

/** BG-25: a line, `position` from 1. */
function writeLine(line: InvoiceLine, position: number): string {
  const unitCode = unitCodes[line.unit];
  return group(
    "ram:IncludedSupplyChainTradeLineItem",
    group("ram:AssociatedDocumentLineDocument", element("ram:LineID", String(position))),
    group(
      "ram:SpecifiedTradeProduct",
      element("ram:Name", serviceName(line)),
      element("ram:Description", lineDescription(line)),
    ),
    group(
      "ram:SpecifiedLineTradeAgreement",
      group(
        "ram:NetPriceProductTradePrice",
        element("ram:ChargeAmount", shortDecimal(line.price, 2)), // BT-146
        element("ram:BasisQuantity", String(line.base), { unitCode }), // BT-149
      ),
    ),
    group(
      "ram:SpecifiedLineTradeDelivery",
      element("ram:BilledQuantity", shortDecimal(line.quantity, 0), { unitCode }),
    ),
    group(
      "ram:SpecifiedLineTradeSettlement",
      group(
        "ram:ApplicableTradeTax",
        element("ram:TypeCode", "VAT"),
        element("ram:CategoryCode", line.vat_category), // BT-151
        element("ram:RateApplicablePercent", line.vat_rate), // BT-152
      ),
      line.from !== null && line.to !== null ? periodOf(line.from, addDays(line.to, -1)) : "",
      group("ram:SpecifiedTradeSettlementLineMonetarySummation", element("ram:LineTotalAmount", line.net)), // BT-131
      group("ram:ReceivableSpecifiedTradeAccountingAccount", element("ram:ID", line.cost_centre)), // BT-133
    ),
  );
}

/**
 * BG-16: a direct debit (59), a transfer within SEPA (58); a cancellation is set off (97); of a credit that is paid out, and without an account, the means is not said (1). UNTDID 4461.
 */
function writePaymentMeans(snapshot: InvoiceSnapshot): string {
  const { kind, seller, pays_out } = snapshot;
  const debit = debitOf(snapshot);
  const account = kind === 380 && debit === null && !pays_out ? seller.iban : null;
  const code = account === null ? "1" : "58";
  const means = debit === null ? code : "59";
  return group(
    "ram:SpecifiedTradeSettlementPaymentMeans",
    element("ram:TypeCode", kind === 381 ? "97" : means),
    group("ram:PayerPartyDebtorFinancialAccount", element("ram:IBANID", debit?.iban ?? "")), // BT-91
    group("ram:PayeePartyCreditorFinancialAccount", element("ram:IBANID", unspaced(account ?? ""))), // BT-84
    group(
      "ram:PayeeSpecifiedCreditorFinancialInstitution",
      element("ram:BICID", account === null ? "" : unspaced(seller.bic ?? "")),
    ),
  );
}

/** BG-23: the tax of a category and rate. */
function writeVat({ vat_category, vat_rate, net, vat }: VatSum, snapshot: InvoiceSnapshot): string {
  const exemption = vat_category === "S" ? { reason: "", code: "" } : exemptionOf(vat_category, snapshot);
  return group(
    "ram:ApplicableTradeTax",
    element("ram:CalculatedAmount", vat), // BT-117
    element("ram:TypeCode", "VAT"),
    element("ram:ExemptionReason", exemption.reason), // BT-120
    element("ram:BasisAmount", net), // BT-116
    element("ram:CategoryCode", vat_category), // BT-118
    element("ram:ExemptionReasonCode", exemption.code), // BT-121
    element("ram:RateApplicablePercent", vat_rate), // BT-119
  );
}

/** BG-22: nothing is taken off or added below the lines, and nothing is paid before. */
const writeTotals = ({ net, vat, gross }: InvoiceSnapshot): string =>
  group(
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
    element("ram:LineTotalAmount", net), // BT-106
    element("ram:TaxBasisTotalAmount", net), // BT-109
    element("ram:TaxTotalAmount", vat, { currencyID: "EUR" }), // BT-110
    element("ram:GrandTotalAmount", gross), // BT-112
    element("ram:DuePayableAmount", gross), // BT-115
  );

/** The first day that anything on the invoice is for: a service may come late. */
const firstDay = ({ period_from, lines }: InvoiceSnapshot): string =>
  lines.reduce((first, { from }) => (from !== null && from < first ? from : first), period_from);

const writeSettlement = (snapshot: InvoiceSnapshot): string =>
  group(
    "ram:ApplicableHeaderTradeSettlement",
    element("ram:CreditorReferenceID", debitOf(snapshot)?.creditor_id ?? ""), // BT-90
    element("ram:InvoiceCurrencyCode", "EUR"), // BT-5
    writePaymentMeans(snapshot),
    ...snapshot.vats.map((sum) => writeVat(sum, snapshot)),
    periodOf(firstDay(snapshot), snapshot.period_to), // BG-14
    group(
      "ram:SpecifiedTradePaymentTerms",
      linesElement("ram:Description", termLines(snapshot)), // BT-20
      snapshot.kind === 380 && !snapshot.pays_out ? dayOf("ram:DueDateDateTime", snapshot.due_on) : "", // BT-9
      element("ram:DirectDebitMandateID", debitOf(snapshot)?.mandate ?? ""), // BT-89
    ),
    writeTotals(snapshot),
    group(
      "ram:InvoiceReferencedDocument",
      element("ram:IssuerAssignedID", snapshot.corrects?.number ?? ""), // BT-25
      snapshot.corrects ? dayOf("ram:FormattedIssueDateTime", snapshot.corrects.issued_on, "qdt") : "", // BT-26
    ),
  );

const writeContext = ({ form, issued_on }: InvoiceSnapshot): string => {
  const { process, guideline } = invoiceFormat(form, issued_on);
  return group(
    "rsm:ExchangedDocumentContext",
    group("ram:BusinessProcessSpecifiedDocumentContextParameter", element("ram:ID", process)), // BT-23
    group("ram:GuidelineSpecifiedDocumentContextParameter", element("ram:ID", guideline)), // BT-24
  );
};

const writeHead = (snapshot: InvoiceSnapshot): string =>
  group(
    "rsm:ExchangedDocument",
    element("ram:ID", snapshot.number), // BT-1
    element("ram:TypeCode", String(snapshot.kind)), // BT-3
    dayOf("ram:IssueDateTime", snapshot.issued_on), // BT-2
    group("ram:IncludedNote", element("ram:Content", cancellationNote(snapshot))), // BT-22
  );

const referenceOf = (name: string, text: string): string => group(name, element("ram:IssuerAssignedID", text));

/**
 * An invoice in UN/CEFACT Cross Industry Invoice D16B, as EN 16931 binds it (CEN/TS 16931-3-3): what an XRechnung is, and `factur-x.xml` of a
 * ZUGFeRD. The same snapshot is the same text. Lines are `\n` at the ends of elements and of the lines of BT-20; the text is to be kept as UTF-8.
 */
export function writeInvoiceXml(snapshot: InvoiceSnapshot): string {
  const { buyer, seller, lines } = snapshot;
  const trade = group(
    "rsm:SupplyChainTradeTransaction",
    ...lines.map((line, at) => writeLine(line, at + 1)),
    group(
      "ram:ApplicableHeaderTradeAgreement",
      element("ram:BuyerReference", buyer.leitweg_id ?? buyer.code), // BT-10
      writeSeller(seller),
      writeBuyer(buyer),
      referenceOf("ram:BuyerOrderReferencedDocument", buyer.order_reference), // BT-13
      referenceOf("ram:ContractReferencedDocument", buyer.contract_reference), // BT-12
    ),
    "<ram:ApplicableHeaderTradeDelivery/>\n", // the schema demands it: what was done has no one day, BG-14 says which
    writeSettlement(snapshot),
  );
  const content = `${writeContext(snapshot)}${writeHead(snapshot)}${trade}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice ${namespaces}>\n${content}</rsm:CrossIndustryInvoice>\n`;
}
