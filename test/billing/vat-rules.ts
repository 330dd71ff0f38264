import {
  breakdown,
  buyer,
  centsAt,
  hasText,
  type InvoiceRule,
  isEach,
  line,
  lineNet,
  linePeriod,
  lineTax,
  period,
  seller,
  settlement,
  sumAt,
  taxIds,
  totals,
} from "./invoice-paths.ts";
import { add, allAt, type Change, remove, textAt, write, type XmlNode } from "./xml-tree.ts";

const terms = `${settlement}/SpecifiedTradePaymentTerms`;
const vatId = /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)/;

const totalsOf = (invoice: XmlNode): XmlNode => allAt(invoice, totals)[0] ?? invoice;
const both =
  (...changes: readonly Change[]): Change =>
  (root) => {
    for (const change of changes) change(root);
  };

/** Tax as it is charged on an amount: both in cents, the rate in hundredths of a per cent; half a cent is rounded up. */
const taxOn = (net: bigint, rate: bigint): bigint => (net < 0n ? -taxOn(-net, rate) : (net * rate + 5000n) / 10_000n);

/** Rules on which values fit together (EN 16931-1, 6.4.2). */
const conditions: readonly InvoiceRule[] = [
  {
    id: "BR-CO-04",
    sentence: "Each line has a category of tax (BT-151).",
    holds: (invoice) => isEach(invoice, line, (each) => hasText(each, `${lineTax}/CategoryCode`)),
    broken: ["twoRates", remove(`${line}/${lineTax}/CategoryCode`)],
  },
  {
    id: "BR-CO-09",
    sentence: "A VAT id begins with its country (BT-31, BT-48).",
    holds: (invoice) =>
      [seller, buyer].every((party) => taxIds(allAt(invoice, party)[0]!, "VA").every((id) => vatId.test(id))),
    broken: ["metreDays", write(`${seller}/SpecifiedTaxRegistration/ID`, "136695976")],
  },
  {
    id: "BR-CO-10",
    sentence: "The sum of the lines (BT-106) is what the lines add up to (BT-131).",
    holds: (invoice) => centsAt(invoice, `${totals}/LineTotalAmount`) === sumAt(allAt(invoice, line), lineNet),
    broken: ["manyLines", write(`${line}/${lineNet}`, "39.01")],
  },
  {
    id: "BR-CO-13",
    sentence: "The total without tax (BT-109) is the sum of the lines: nothing is taken off or added below them.",
    holds: (invoice) =>
      centsAt(invoice, `${totals}/TaxBasisTotalAmount`) === sumAt(allAt(invoice, line), lineNet) &&
      allAt(invoice, `${settlement}/SpecifiedTradeAllowanceCharge`).length === 0,
    broken: ["metreDays", write(`${totals}/TaxBasisTotalAmount`, "421.55")],
  },
  {
    id: "BR-CO-14",
    sentence: "The total of tax (BT-110) is what the rates add up to (BT-117).",
    holds: (invoice) =>
      centsAt(invoice, `${totals}/TaxTotalAmount`) === sumAt(allAt(invoice, breakdown), "CalculatedAmount"),
    broken: ["twoRates", write(`${totals}/TaxTotalAmount`, "80.10")],
  },
  {
    id: "BR-CO-15",
    sentence: "The total with tax (BT-112) is the total without it and the tax.",
    holds: (invoice) =>
      sumAt([totalsOf(invoice)], "GrandTotalAmount") ===
      (centsAt(invoice, `${totals}/TaxBasisTotalAmount`) ?? 0n) + (centsAt(invoice, `${totals}/TaxTotalAmount`) ?? 0n),
    broken: ["cancellation", write(`${totals}/GrandTotalAmount`, "512.46")],
  },
  {
    id: "BR-CO-16",
    sentence: "What is to be paid (BT-115) is the total with tax: nothing is paid before, nothing rounded.",
    holds: (invoice) =>
      centsAt(invoice, `${totals}/DuePayableAmount`) === centsAt(invoice, `${totals}/GrandTotalAmount`) &&
      allAt(invoice, `${totals}/TotalPrepaidAmount`).length === 0,
    broken: ["metreDays", write(`${totals}/DuePayableAmount`, "0.00")],
  },
  {
    id: "BR-CO-17",
    sentence: "The tax of a rate (BT-117) is what it is charged on times the rate, rounded to the cent.",
    holds: (invoice) =>
      isEach(invoice, breakdown, (each) => {
        const [net, rate] = [centsAt(each, "BasisAmount"), centsAt(each, "RateApplicablePercent")];
        return net !== null && rate !== null && centsAt(each, "CalculatedAmount") === taxOn(net, rate);
      }),
    broken: ["metreDays", write(`${breakdown}/CalculatedAmount`, "80.09")],
  },
  {
    id: "BR-CO-18",
    sentence: "The invoice has a sum of tax (BG-23).",
    holds: (invoice) => allAt(invoice, breakdown).length > 0,
    broken: ["metreDays", remove(breakdown)],
  },
  {
    id: "BR-CO-19",
    sentence: "A period of the invoice has its first or its last day (BG-14).",
    holds: (invoice) =>
      isEach(
        invoice,
        period,
        (each) => hasText(each, "StartDateTime/DateTimeString") || hasText(each, "EndDateTime/DateTimeString"),
      ),
    broken: ["metreDays", both(remove(`${period}/StartDateTime`), remove(`${period}/EndDateTime`))],
  },
  {
    id: "BR-CO-20",
    sentence: "A period of a line has its first or its last day (BG-26).",
    holds: (invoice) =>
      isEach(
        invoice,
        `${line}/${linePeriod}`,
        (each) => hasText(each, "StartDateTime/DateTimeString") || hasText(each, "EndDateTime/DateTimeString"),
      ),
    broken: [
      "metreDays",
      both(remove(`${line}/${linePeriod}/StartDateTime`), remove(`${line}/${linePeriod}/EndDateTime`)),
    ],
  },
  {
    id: "BR-CO-25",
    sentence: "Where something is to be paid, the invoice says until when (BT-9) or how (BT-20).",
    holds: (invoice) =>
      (centsAt(invoice, `${totals}/DuePayableAmount`) ?? 1n) <= 0n ||
      hasText(invoice, `${terms}/DueDateDateTime/DateTimeString`) ||
      hasText(invoice, `${terms}/Description`),
    broken: ["cancellation", remove(`${terms}/Description`)],
  },
  {
    id: "BR-CO-26",
    sentence: "The seller is known by an identifier (BT-29), its register (BT-30) or its VAT id (BT-31).",
    holds: (invoice) =>
      hasText(invoice, `${seller}/ID`) ||
      hasText(invoice, `${seller}/SpecifiedLegalOrganization/ID`) ||
      taxIds(allAt(invoice, seller)[0]!, "VA").length > 0,
    broken: ["exempt", remove(`${seller}/ID`)],
  },
];

const linesOf = (invoice: XmlNode, category: string): XmlNode[] =>
  allAt(invoice, line).filter((each) => textAt(each, `${lineTax}/CategoryCode`) === category);
const sumsOf = (invoice: XmlNode, category: string): XmlNode[] =>
  allAt(invoice, breakdown).filter((each) => textAt(each, "CategoryCode") === category);
const isZero = (node: XmlNode, path: string): boolean => centsAt(node, path) === 0n;

/** The rules of a category without tax: E and AE. */
function untaxed(category: "E" | "AE", name: string): readonly InvoiceRule[] {
  const of = category === "E" ? "exempt" : "reverseCharge";
  const isReverse = category === "AE";
  return [
    {
      id: `BR-${category}-01`,
      sentence: `An invoice with a line that is ${name} has one sum of tax of this category.`,
      holds: (invoice) => sumsOf(invoice, category).length === (linesOf(invoice, category).length > 0 ? 1 : 0),
      broken: [of, write(`${breakdown}/CategoryCode`, "S")],
    },
    {
      id: `BR-${category}-02`,
      sentence: `An invoice with a line that is ${name} has the seller's tax id${isReverse ? " and the buyer's VAT id" : ""}.`,
      holds: (invoice) => {
        const [from, to] = [allAt(invoice, seller)[0]!, allAt(invoice, buyer)[0]!];
        const hasIds = taxIds(from, "VA").length + taxIds(from, "FC").length > 0;
        return linesOf(invoice, category).length === 0 || (hasIds && (!isReverse || taxIds(to, "VA").length > 0));
      },
      broken: [of, remove(`${isReverse ? buyer : seller}/SpecifiedTaxRegistration`)],
    },
    {
      id: `BR-${category}-05`,
      sentence: `The rate of a line that is ${name} is 0 (BT-152).`,
      holds: (invoice) => linesOf(invoice, category).every((each) => isZero(each, `${lineTax}/RateApplicablePercent`)),
      broken: [of, write(`${line}/${lineTax}/RateApplicablePercent`, "19.00")],
    },
    {
      id: `BR-${category}-08`,
      sentence: `The sum of what is ${name} (BT-116) is that of its lines.`,
      holds: (invoice) =>
        sumsOf(invoice, category).every(
          (each) => centsAt(each, "BasisAmount") === sumAt(linesOf(invoice, category), lineNet),
        ),
      broken: [of, write(`${breakdown}/BasisAmount`, "1.00")],
    },
    {
      id: `BR-${category}-09`,
      sentence: `There is no tax on what is ${name} (BT-117).`,
      holds: (invoice) => sumsOf(invoice, category).every((each) => isZero(each, "CalculatedAmount")),
      broken: [of, write(`${breakdown}/CalculatedAmount`, "0.01")],
    },
    {
      id: `BR-${category}-10`,
      sentence: `The invoice says why something is ${name} (BT-120, BT-121).`,
      holds: (invoice) =>
        sumsOf(invoice, category).every(
          (each) =>
            hasText(each, "ExemptionReason") || (isReverse && textAt(each, "ExemptionReasonCode") === "VATEX-EU-AE"),
        ),
      broken: [
        of,
        isReverse
          ? both(remove(`${breakdown}/ExemptionReason`), remove(`${breakdown}/ExemptionReasonCode`))
          : remove(`${breakdown}/ExemptionReason`),
      ],
    },
  ];
}

/** The rules of what is taxed. */
const taxed: readonly InvoiceRule[] = [
  {
    id: "BR-S-01",
    sentence: "An invoice with a line that is taxed has a sum of tax of this category.",
    holds: (invoice) => linesOf(invoice, "S").length === 0 || sumsOf(invoice, "S").length > 0,
    broken: ["metreDays", write(`${breakdown}/CategoryCode`, "E")],
  },
  {
    id: "BR-S-02",
    sentence: "An invoice with a line that is taxed has the seller's VAT id or tax number.",
    holds: (invoice) => {
      const party = allAt(invoice, seller)[0]!;
      return linesOf(invoice, "S").length === 0 || taxIds(party, "VA").length + taxIds(party, "FC").length > 0;
    },
    broken: ["metreDays", remove(`${seller}/SpecifiedTaxRegistration`)],
  },
  {
    id: "BR-S-05",
    sentence: "The rate of a line that is taxed is above 0 (BT-152).",
    holds: (invoice) =>
      linesOf(invoice, "S").every((each) => (centsAt(each, `${lineTax}/RateApplicablePercent`) ?? 0n) > 0n),
    broken: ["metreDays", write(`${line}/${lineTax}/RateApplicablePercent`, "0.00")],
  },
  {
    id: "BR-S-08",
    sentence: "What a rate is charged on (BT-116) is the sum of the lines of this rate.",
    holds: (invoice) =>
      sumsOf(invoice, "S").every((each) => {
        const rate = centsAt(each, "RateApplicablePercent");
        const lines = linesOf(invoice, "S").filter((one) => centsAt(one, `${lineTax}/RateApplicablePercent`) === rate);
        return lines.length > 0 && centsAt(each, "BasisAmount") === sumAt(lines, lineNet);
      }),
    broken: ["twoRates", write(`${line}/${lineTax}/RateApplicablePercent`, "7.00")],
  },
  {
    id: "BR-S-09",
    sentence: "The tax of a rate (BT-117) is charged on the sum of its category.",
    holds: (invoice) =>
      sumsOf(invoice, "S").every((each) => {
        const [net, rate] = [centsAt(each, "BasisAmount"), centsAt(each, "RateApplicablePercent")];
        return net !== null && rate !== null && centsAt(each, "CalculatedAmount") === taxOn(net, rate);
      }),
    broken: ["cancellation", write(`${breakdown}/RateApplicablePercent`, "16.00")],
  },
  {
    id: "BR-S-10",
    sentence: "What is taxed has no reason of exemption (BT-120, BT-121).",
    holds: (invoice) =>
      sumsOf(invoice, "S").every((each) => !hasText(each, "ExemptionReason") && !hasText(each, "ExemptionReasonCode")),
    broken: ["metreDays", add(breakdown, "ExemptionReason", "Umsatzsteuerfreie Leistung")],
  },
];

export const vatRules: readonly InvoiceRule[] = [
  ...conditions,
  ...taxed,
  ...untaxed("E", "exempt"),
  ...untaxed("AE", "of reverse charge"),
];
