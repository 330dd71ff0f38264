import {
  breakdown,
  buyer,
  daysOf,
  decimalsAt,
  hasText,
  head,
  type InvoiceRule,
  isEach,
  line,
  lineNet,
  linePeriod,
  lineTax,
  means,
  needed,
  neededInEach,
  period,
  price,
  quantity,
  seller,
  settlement,
  totals,
} from "./invoice-paths.ts";
import { allAt, remove, textAt, write, writeAttribute } from "./xml-tree.ts";

const guideline = "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID";
const issueDay = `${head}/IssueDateTime/DateTimeString`;
const reference = `${settlement}/InvoiceReferencedDocument`;
const account = "PayeePartyCreditorFinancialAccount";
const endOfPeriod = `${period}/EndDateTime/DateTimeString`;

/** Contents that an invoice and each of its lines must have (EN 16931-1, 6.4.1). */
const content: readonly InvoiceRule[] = [
  needed("BR-01", "The invoice names the specification that it follows (BT-24).", guideline),
  needed("BR-02", "The invoice has a number (BT-1).", `${head}/ID`),
  needed("BR-03", "The invoice has a day of issue (BT-2).", issueDay),
  needed("BR-04", "The invoice says what kind of document it is (BT-3).", `${head}/TypeCode`),
  needed("BR-05", "The invoice has a currency (BT-5).", `${settlement}/InvoiceCurrencyCode`),
  needed("BR-06", "The seller has a name (BT-27).", `${seller}/Name`),
  needed("BR-07", "The buyer has a name (BT-44).", `${buyer}/Name`),
  {
    id: "BR-08",
    sentence: "The seller has an address (BG-5).",
    holds: (invoice) => allAt(invoice, `${seller}/PostalTradeAddress`).length === 1,
    broken: ["metreDays", remove(`${seller}/PostalTradeAddress`)],
  },
  needed("BR-09", "The seller's address has a country (BT-40).", `${seller}/PostalTradeAddress/CountryID`),
  {
    id: "BR-10",
    sentence: "The buyer has an address (BG-8).",
    holds: (invoice) => allAt(invoice, `${buyer}/PostalTradeAddress`).length === 1,
    broken: ["metreDays", remove(`${buyer}/PostalTradeAddress`)],
  },
  needed("BR-11", "The buyer's address has a country (BT-55).", `${buyer}/PostalTradeAddress/CountryID`),
  needed("BR-12", "The invoice has the sum of its lines (BT-106).", `${totals}/LineTotalAmount`),
  needed("BR-13", "The invoice has its total without tax (BT-109).", `${totals}/TaxBasisTotalAmount`),
  needed("BR-14", "The invoice has its total with tax (BT-112).", `${totals}/GrandTotalAmount`),
  needed("BR-15", "The invoice says what is to be paid (BT-115).", `${totals}/DuePayableAmount`),
  {
    id: "BR-16",
    sentence: "The invoice has a line (BG-25).",
    holds: (invoice) => allAt(invoice, line).length > 0,
    broken: ["manyLines", remove(line)],
  },
  neededInEach("BR-21", "Each line has an identifier (BT-126).", line, "AssociatedDocumentLineDocument/LineID"),
  neededInEach("BR-22", "Each line has a quantity (BT-129).", line, quantity),
  {
    id: "BR-23",
    sentence: "Each quantity has a unit (BT-130).",
    holds: (invoice) => isEach(invoice, `${line}/${quantity}`, ({ attributes }) => Boolean(attributes["unitCode"])),
    broken: ["allUnits", writeAttribute(`${line}/${quantity}`, "unitCode", null)],
  },
  neededInEach("BR-24", "Each line has an amount (BT-131).", line, lineNet),
  neededInEach("BR-25", "Each line has a name (BT-153).", line, "SpecifiedTradeProduct/Name"),
  neededInEach("BR-26", "Each line has a price (BT-146).", line, `${price}/ChargeAmount`),
  {
    id: "BR-27",
    sentence: "No price is negative (BT-146).",
    holds: (invoice) => isEach(invoice, line, (each) => !textAt(each, `${price}/ChargeAmount`).startsWith("-")),
    broken: ["finePrice", write(`${line}/${price}/ChargeAmount`, "-0.3275")],
  },
  {
    id: "BR-29",
    sentence: "The period of the invoice does not end before it begins (BT-73, BT-74).",
    holds: (invoice) => isEach(invoice, period, (each) => daysOf(each)[0] <= daysOf(each)[1]),
    broken: ["metreDays", write(endOfPeriod, "20261031")],
  },
  {
    id: "BR-30",
    sentence: "The period of a line does not end before it begins (BT-134, BT-135).",
    holds: (invoice) => isEach(invoice, `${line}/${linePeriod}`, (each) => daysOf(each)[0] <= daysOf(each)[1]),
    broken: ["metreDays", write(`${line}/${linePeriod}/EndDateTime/DateTimeString`, "20261031")],
  },
  neededInEach("BR-45", "Each rate has what it is charged on (BT-116).", breakdown, "BasisAmount"),
  neededInEach("BR-46", "Each rate has its tax (BT-117).", breakdown, "CalculatedAmount"),
  {
    id: "BR-47",
    sentence: "Each sum of tax has a category (BT-118).",
    holds: (invoice) =>
      isEach(invoice, breakdown, (each) => textAt(each, "TypeCode") === "VAT" && hasText(each, "CategoryCode")),
    broken: ["reverseCharge", remove(`${breakdown}/CategoryCode`)],
  },
  neededInEach("BR-48", "Each sum of tax has a rate (BT-119).", breakdown, "RateApplicablePercent"),
  needed("BR-49", "The instructions for payment say by which means (BT-81).", `${means}/TypeCode`),
  {
    id: "BR-50",
    sentence: "An account to pay to has its number (BT-84).",
    holds: (invoice) => isEach(invoice, `${means}/${account}`, (each) => hasText(each, "IBANID")),
    broken: ["metreDays", remove(`${means}/${account}/IBANID`)],
  },
  {
    id: "BR-55",
    sentence: "An invoice before this one is named by its number (BT-25).",
    holds: (invoice) => isEach(invoice, reference, (each) => hasText(each, "IssuerAssignedID")),
    broken: ["cancellation", remove(`${reference}/IssuerAssignedID`)],
  },
  {
    id: "BR-61",
    sentence: "A transfer says to which account (BT-84).",
    holds: (invoice) =>
      isEach(
        invoice,
        means,
        (each) => !["30", "58"].includes(textAt(each, "TypeCode")) || hasText(each, `${account}/IBANID`),
      ),
    broken: ["metreDays", remove(`${means}/${account}`)],
  },
  {
    id: "BR-62",
    sentence: "The seller's electronic address has a scheme (BT-34).",
    holds: (invoice) =>
      isEach(invoice, `${seller}/URIUniversalCommunication/URIID`, ({ attributes }) => Boolean(attributes["schemeID"])),
    broken: ["metreDays", writeAttribute(`${seller}/URIUniversalCommunication/URIID`, "schemeID", null)],
  },
  {
    id: "BR-63",
    sentence: "The buyer's electronic address has a scheme (BT-49).",
    holds: (invoice) =>
      isEach(invoice, `${buyer}/URIUniversalCommunication/URIID`, ({ attributes }) => Boolean(attributes["schemeID"])),
    broken: ["authority", writeAttribute(`${buyer}/URIUniversalCommunication/URIID`, "schemeID", null)],
  },
];

/** A rule that an amount has two decimals at most. */
const inCents = (id: string, what: string, path: string, text = "0.005"): InvoiceRule => ({
  id,
  sentence: `${what} has two decimals at most.`,
  holds: (invoice) => {
    const [parent, name] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
    return isEach(invoice, parent, (each) => decimalsAt(each, name) <= 2);
  },
  broken: ["twoRates", write(path, text)],
});

/** Precision of amounts (EN 16931-1, 6.5.2). */
const decimals: readonly InvoiceRule[] = [
  inCents("BR-DEC-09", "The sum of the lines (BT-106)", `${totals}/LineTotalAmount`),
  inCents("BR-DEC-12", "The total without tax (BT-109)", `${totals}/TaxBasisTotalAmount`),
  inCents("BR-DEC-13", "The total of tax (BT-110)", `${totals}/TaxTotalAmount`),
  inCents("BR-DEC-14", "The total with tax (BT-112)", `${totals}/GrandTotalAmount`),
  inCents("BR-DEC-18", "What is to be paid (BT-115)", `${totals}/DuePayableAmount`),
  inCents("BR-DEC-19", "What a rate is charged on (BT-116)", `${breakdown}/BasisAmount`),
  inCents("BR-DEC-20", "The tax of a rate (BT-117)", `${breakdown}/CalculatedAmount`, "80.0964"),
  inCents("BR-DEC-23", "The amount of a line (BT-131)", `${line}/${lineNet}`, "421.560"),
];

const units = ["MTR", "XBX", "H87", "ZP", "E54", "HUR", "MON"];
const categories = ["S", "E", "AE"];

/** A rule that a text is one of a list: of those that the standard allows, what is written here. */
const listed = (id: string, sentence: string, path: string, codes: readonly string[], wrong: string): InvoiceRule => ({
  id,
  sentence,
  holds: (invoice) => isEach(invoice, path, ({ text }) => codes.includes(text)),
  broken: ["reverseCharge", write(path, wrong)],
});
const listedAttribute = (
  id: string,
  sentence: string,
  [path, name]: readonly [string, string],
  codes: readonly string[],
  wrong: string,
): InvoiceRule => ({
  id,
  sentence,
  holds: (invoice) => isEach(invoice, path, ({ attributes }) => codes.includes(attributes[name] ?? "")),
  broken: ["metreDays", writeAttribute(path, name, wrong)],
});

/** Codes are those of their lists (EN 16931-1, 6.5; code lists of CEN/TC 434). */
const codes: readonly InvoiceRule[] = [
  listed("BR-CL-01", "The kind is of UNTDID 1001 (BT-3).", `${head}/TypeCode`, ["380", "381", "384"], "999"),
  listedAttribute(
    "BR-CL-03",
    "The currency of an amount is of ISO 4217.",
    [`${totals}/TaxTotalAmount`, "currencyID"],
    ["EUR"],
    "€",
  ),
  listed("BR-CL-04", "The currency is of ISO 4217 (BT-5).", `${settlement}/InvoiceCurrencyCode`, ["EUR"], "Euro"),
  listed("BR-CL-14", "A country is of ISO 3166-1 (BT-40).", `${seller}/PostalTradeAddress/CountryID`, ["DE"], "D"),
  listed(
    "BR-CL-16",
    "The means of payment is of UNTDID 4461 (BT-81).",
    `${means}/TypeCode`,
    ["1", "58", "59", "97"],
    "SEPA",
  ),
  listed(
    "BR-CL-17",
    "The category of a sum of tax is of UNTDID 5305 (BT-118).",
    `${breakdown}/CategoryCode`,
    categories,
    "RC",
  ),
  listed(
    "BR-CL-18",
    "The category of a line is of UNTDID 5305 (BT-151).",
    `${line}/${lineTax}/CategoryCode`,
    categories,
    "RC",
  ),
  listed(
    "BR-CL-22",
    "A reason of exemption is of the list VATEX (BT-121).",
    `${breakdown}/ExemptionReasonCode`,
    ["VATEX-EU-AE"],
    "13b",
  ),
  listedAttribute(
    "BR-CL-23",
    "A unit is of UN/ECE Recommendation 20 or 21 (BT-130).",
    [`${line}/${quantity}`, "unitCode"],
    units,
    "Meter",
  ),
  listedAttribute(
    "BR-CL-25",
    "The scheme of an electronic address is of the list EAS (BT-49).",
    [`${buyer}/URIUniversalCommunication/URIID`, "schemeID"],
    ["EM", "0204", "9930"],
    "EMAIL",
  ),
];

export const en16931Rules: readonly InvoiceRule[] = [...content, ...decimals, ...codes];
