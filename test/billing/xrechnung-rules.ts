import { lineNet as lineNetOf } from "#rules/billing/decimal.ts";
import { ibanProblem } from "#rules/billing/identifiers/iban.ts";
import {
  agreement,
  breakdown,
  buyer,
  daysOf,
  hasText,
  head,
  type InvoiceRule,
  isEach,
  line,
  lineNet,
  linePeriod,
  means,
  needed,
  period,
  price,
  quantity,
  seller,
  settlement,
  taxIds,
  totals,
} from "./invoice-paths.ts";
import { add, allAt, double, remove, textAt, withDescendants, write, writeAttribute } from "./xml-tree.ts";

const context = "ExchangedDocumentContext";
const guideline = `${context}/GuidelineSpecifiedDocumentContextParameter/ID`;
const process = `${context}/BusinessProcessSpecifiedDocumentContextParameter/ID`;
const terms = `${settlement}/SpecifiedTradePaymentTerms`;
const reference = `${settlement}/InvoiceReferencedDocument`;
const account = `${means}/PayeePartyCreditorFinancialAccount`;
const debtor = `${means}/PayerPartyDebtorFinancialAccount/IBANID`;
const contact = `${seller}/DefinedTradeContact`;
const phone = `${contact}/TelephoneUniversalCommunication/CompleteNumber`;
const email = `${contact}/EmailURIUniversalCommunication/URIID`;
const xrechnung = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
const kinds = ["326", "380", "381", "384", "389", "875", "876", "877"];
const discount = /^#(SKONTO|VERZUG)#TAGE=\d{1,3}#PROZENT=\d{1,3}\.\d{2}(#BASISBETRAG=-?\d+\.\d{2})?#$/;

/** Rules of Germany beyond the standard (KoSIT, Spezifikation XRechnung 3.0). */
const german: readonly InvoiceRule[] = [
  {
    id: "BR-DE-1",
    sentence: "The invoice has instructions for payment (BG-16).",
    holds: (invoice) => allAt(invoice, means).length > 0,
    broken: ["cancellation", remove(means)],
  },
  {
    id: "BR-DE-2",
    sentence: "The seller has a contact (BG-6).",
    holds: (invoice) => allAt(invoice, contact).length > 0,
    broken: ["authority", remove(contact)],
  },
  needed("BR-DE-3", "The seller's address has a city (BT-37).", `${seller}/PostalTradeAddress/CityName`, "authority"),
  needed(
    "BR-DE-4",
    "The seller's address has a postcode (BT-38).",
    `${seller}/PostalTradeAddress/PostcodeCode`,
    "authority",
  ),
  needed("BR-DE-5", "The seller's contact has a name (BT-41).", `${contact}/PersonName`, "authority"),
  needed("BR-DE-6", "The seller's contact has a telephone number (BT-42).", phone, "authority"),
  needed("BR-DE-7", "The seller's contact has an address of e-mail (BT-43).", email, "authority"),
  needed("BR-DE-8", "The buyer's address has a city (BT-52).", `${buyer}/PostalTradeAddress/CityName`, "authority"),
  needed(
    "BR-DE-9",
    "The buyer's address has a postcode (BT-53).",
    `${buyer}/PostalTradeAddress/PostcodeCode`,
    "authority",
  ),
  {
    id: "BR-DE-14",
    sentence: "Each sum of tax has its rate (BT-119).",
    holds: (invoice) => isEach(invoice, breakdown, (each) => hasText(each, "RateApplicablePercent")),
    broken: ["cancellation", remove(`${breakdown}/RateApplicablePercent`)],
  },
  needed("BR-DE-15", "The invoice has what the buyer sorts it by (BT-10).", `${agreement}/BuyerReference`, "authority"),
  {
    id: "BR-DE-16",
    sentence: "The seller has a VAT id (BT-31) or a tax number (BT-32).",
    holds: (invoice) => {
      const party = allAt(invoice, seller)[0]!;
      return taxIds(party, "VA").length + taxIds(party, "FC").length > 0;
    },
    broken: ["authority", remove(`${seller}/SpecifiedTaxRegistration`)],
  },
  {
    id: "BR-DE-17",
    sentence: "The kind of the document is one of those that Germany takes (BT-3).",
    holds: (invoice) => kinds.includes(textAt(invoice, `${head}/TypeCode`)),
    broken: ["authority", write(`${head}/TypeCode`, "383")],
  },
  {
    id: "BR-DE-18",
    sentence: "A line of the terms that begins with # is a discount in the form that is laid down (BT-20).",
    holds: (invoice) => {
      const coded = textAt(invoice, `${terms}/Description`)
        .split("\n")
        .filter((text) => text.trim().startsWith("#"));
      return coded.every((text) => discount.test(text.trim()));
    },
    broken: ["authority", write(`${terms}/Description`, "#SKONTO#14 TAGE#2 %#\n")],
  },
  {
    id: "BR-DE-18-b",
    sentence: "After the last discount a new line begins (BT-20).",
    holds: (invoice) => {
      const said = allAt(invoice, `${terms}/Description`)[0]?.text ?? "";
      return !said.includes("#") || /^\s*\n/.test(said.split(/#.+#/).at(-1) ?? "");
    },
    broken: ["discountOfAuthority", write(`${terms}/Description`, "#SKONTO#TAGE=7#PROZENT=2.50#")],
  },
  {
    id: "BR-DE-18-a",
    sentence: "The terms stand there once (BT-20).",
    holds: (invoice) => allAt(invoice, `${terms}/Description`).length <= 1,
    broken: ["authority", double(`${terms}/Description`)],
  },
  {
    id: "BR-DE-19",
    sentence: "The account of a transfer within SEPA is an IBAN (BT-84).",
    holds: (invoice) =>
      isEach(invoice, means, (each) => {
        const iban = textAt(each, "PayeePartyCreditorFinancialAccount/IBANID");
        return textAt(each, "TypeCode") !== "58" || (!iban.includes(" ") && ibanProblem(iban) === null);
      }),
    broken: ["authority", write(`${account}/IBANID`, "DE88370400440532013000")],
  },
  {
    id: "BR-DE-21",
    sentence: "The invoice says that it is an XRechnung (BT-24).",
    holds: (invoice) => textAt(invoice, guideline) === xrechnung,
    broken: ["authority", write(guideline, `${xrechnung}.1`)],
    onlyXRechnung: true,
  },
  {
    id: "BR-DE-23-a",
    sentence: "A transfer has the account that it goes to (BG-17).",
    holds: (invoice) =>
      isEach(
        invoice,
        means,
        (each) =>
          !["30", "58"].includes(textAt(each, "TypeCode")) ||
          allAt(each, "PayeePartyCreditorFinancialAccount").length > 0,
      ),
    broken: ["authority", remove(account)],
  },
  {
    id: "BR-DE-23-b",
    sentence: "A transfer has neither a card (BG-18) nor a direct debit (BG-19).",
    holds: (invoice) =>
      !["30", "58"].includes(textAt(invoice, `${means}/TypeCode`)) ||
      (!hasText(invoice, `${settlement}/CreditorReferenceID`) &&
        !hasText(invoice, `${terms}/DirectDebitMandateID`) &&
        allAt(invoice, `${means}/ApplicableTradeSettlementFinancialCard`).length === 0),
    broken: ["authority", add(terms, "DirectDebitMandateID", "M-1")],
  },
  {
    id: "BR-DE-25-a",
    sentence: "A direct debit says by which mandate and from which account (BG-19).",
    holds: (invoice) =>
      textAt(invoice, `${means}/TypeCode`) !== "59" ||
      hasText(invoice, `${terms}/DirectDebitMandateID`) ||
      hasText(invoice, debtor),
    broken: [
      "directDebit",
      (invoice) => {
        remove(`${terms}/DirectDebitMandateID`)(invoice);
        remove(`${means}/PayerPartyDebtorFinancialAccount`)(invoice);
      },
    ],
  },
  {
    id: "BR-DE-25-b",
    sentence: "A direct debit has neither an account to transfer to (BG-17) nor a card (BG-18).",
    holds: (invoice) => textAt(invoice, `${means}/TypeCode`) !== "59" || allAt(invoice, account).length === 0,
    broken: ["authority", write(`${means}/TypeCode`, "59")],
  },
  {
    id: "BR-DE-30",
    sentence: "A direct debit has the creditor's identifier (BT-90).",
    holds: (invoice) =>
      textAt(invoice, `${means}/TypeCode`) !== "59" || hasText(invoice, `${settlement}/CreditorReferenceID`),
    broken: ["directDebit", remove(`${settlement}/CreditorReferenceID`)],
  },
  {
    id: "BR-DE-31",
    sentence: "A direct debit has the account that is debited (BT-91).",
    holds: (invoice) => textAt(invoice, `${means}/TypeCode`) !== "59" || hasText(invoice, debtor),
    broken: ["directDebit", remove(debtor)],
  },
  {
    id: "PEPPOL-EN16931-R061",
    sentence: "A direct debit has the reference of its mandate (BT-89).",
    holds: (invoice) =>
      textAt(invoice, `${means}/TypeCode`) !== "59" || hasText(invoice, `${terms}/DirectDebitMandateID`),
    broken: ["directDebit", remove(`${terms}/DirectDebitMandateID`)],
  },
  {
    id: "BR-DE-26",
    sentence: "A corrected invoice names the one that it corrects (BG-3).",
    holds: (invoice) => textAt(invoice, `${head}/TypeCode`) !== "384" || allAt(invoice, reference).length > 0,
    broken: ["authority", write(`${head}/TypeCode`, "384")],
  },
  {
    id: "BR-DE-27",
    sentence: "The telephone number has three digits at least (BT-42).",
    holds: (invoice) => textAt(invoice, phone).replace(/\D/g, "").length >= 3,
    broken: ["authority", write(phone, "Durchwahl 12")],
  },
  {
    id: "BR-DE-28",
    sentence: "The address of e-mail has one @ with two letters on both sides, and no dot beside it (BT-43).",
    holds: (invoice) =>
      /^[^@\s.]([^@\s]*[^@\s.])?[^@\s.]@[^@\s.]([^@\s]*[^@\s.])?[^@\s.]$/.test(textAt(invoice, email)),
    broken: ["authority", write(email, "rechnung.@archiv-nord.example")],
  },
  {
    id: "BR-DE-TMP-32",
    sentence: "The invoice says when it was done: by a day (BT-72), a period (BG-14), or one of each line (BG-26).",
    holds: (invoice) =>
      allAt(invoice, period).length > 0 || isEach(invoice, line, (each) => allAt(each, linePeriod).length > 0),
    broken: ["authority", remove(period)],
  },
];

const baseOf = `${price}/BasisQuantity`;

/** Rules that XRechnung takes over from Peppol BIS Billing. */
const peppol: readonly InvoiceRule[] = [
  needed("PEPPOL-EN16931-R001", "The invoice names its business process (BT-23).", process, "authority"),
  {
    id: "PEPPOL-EN16931-R005",
    sentence: "The currency of the tax is named only where it is another one (BT-6).",
    holds: (invoice) =>
      textAt(invoice, `${settlement}/TaxCurrencyCode`) !== textAt(invoice, `${settlement}/InvoiceCurrencyCode`),
    broken: ["authority", add(settlement, "TaxCurrencyCode", "EUR")],
  },
  {
    id: "PEPPOL-EN16931-R008",
    sentence: "No element is empty, but for the delivery that the schema demands.",
    holds: (invoice) =>
      withDescendants(invoice).every(
        ({ name, children, text }) =>
          children.length > 0 || text.trim() !== "" || name === "ApplicableHeaderTradeDelivery",
      ),
    broken: ["authority", write(`${buyer}/PostalTradeAddress/LineOne`, " ")],
  },
  {
    ...needed(
      "PEPPOL-EN16931-R010",
      "The buyer has an electronic address (BT-49).",
      `${buyer}/URIUniversalCommunication/URIID`,
      "authority",
    ),
    onlyXRechnung: true,
  },
  needed(
    "PEPPOL-EN16931-R020",
    "The seller has an electronic address (BT-34).",
    `${seller}/URIUniversalCommunication/URIID`,
    "authority",
  ),
  {
    id: "PEPPOL-EN16931-R053",
    sentence: "The invoice has one total of tax (BT-110).",
    holds: (invoice) => allAt(invoice, `${totals}/TaxTotalAmount`).length === 1,
    broken: ["authority", double(`${totals}/TaxTotalAmount`)],
  },
  {
    id: "PEPPOL-EN16931-R110",
    sentence: "A line does not begin before the period of the invoice (BT-134).",
    holds: (invoice) =>
      isEach(invoice, `${line}/${linePeriod}`, (each) => daysOf(each)[0] >= daysOf(allAt(invoice, period)[0]!)[0]),
    broken: ["authority", write(`${line}/${linePeriod}/StartDateTime/DateTimeString`, "20261031")],
  },
  {
    id: "PEPPOL-EN16931-R111",
    sentence: "A line does not end after the period of the invoice (BT-135).",
    holds: (invoice) =>
      isEach(invoice, `${line}/${linePeriod}`, (each) => daysOf(each)[1] <= daysOf(allAt(invoice, period)[0]!)[1]),
    broken: ["authority", write(`${line}/${linePeriod}/EndDateTime/DateTimeString`, "20261201")],
  },
  {
    id: "PEPPOL-EN16931-R120",
    sentence:
      "The amount of a line is its quantity times its price by the base of the price, rounded to the cent once.",
    holds: (invoice) =>
      isEach(invoice, line, (each) => {
        const base = Number(textAt(each, baseOf));
        return textAt(each, lineNet) === lineNetOf(textAt(each, quantity), textAt(each, `${price}/ChargeAmount`), base);
      }),
    broken: ["metreDays", write(`${line}/${price}/ChargeAmount`, "4.51")],
  },
  {
    id: "PEPPOL-EN16931-R121",
    sentence: "The base of a price is above 0 (BT-149).",
    holds: (invoice) => isEach(invoice, line, (each) => Number(textAt(each, baseOf)) > 0),
    broken: ["metreDays", write(`${line}/${baseOf}`, "0")],
  },
  {
    id: "PEPPOL-EN16931-R130",
    sentence: "The base of a price has the unit of the quantity (BT-150, BT-130).",
    holds: (invoice) =>
      isEach(
        invoice,
        line,
        (each) => allAt(each, baseOf)[0]?.attributes["unitCode"] === allAt(each, quantity)[0]?.attributes["unitCode"],
      ),
    broken: ["metreDays", writeAttribute(`${line}/${baseOf}`, "unitCode", "DAY")],
  },
];

export const xrechnungRules: readonly InvoiceRule[] = [...german, ...peppol];
