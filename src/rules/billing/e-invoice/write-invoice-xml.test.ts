import { describe, expect, test } from "vitest";
import { goldenInvoices } from "#test/billing/golden-invoices.ts";
import { agreement, head, line, means, price, quantity, seller, settlement } from "#test/billing/invoice-paths.ts";
import { allAt, parseXml, textAt, withDescendants } from "#test/billing/xml-tree.ts";
import { invoiceFormat, invoiceFormats } from "./invoice-formats.ts";
import { writeInvoiceXml } from "./write-invoice-xml.ts";
import { element, group, lineText } from "./xml-text.ts";

const terms = `${settlement}/SpecifiedTradePaymentTerms`;
const { metreDays, authority, cancellation, exempt, finePrice, hardTexts, noAccount } = goldenInvoices;
const treeOf = (snapshot: typeof metreDays) => parseXml(writeInvoiceXml(snapshot));

describe("a text in an invoice", () => {
  test("has no sign that XML has no place for, and no signs of XML's own", () => {
    expect(lineText("a\u0000b\u001f\u007f\u0085c\ud800 \udc00\ufffe\n\t\u2028d\u00a0 ")).toBe("a b c d");
    expect(element("n", `<a> & "b" 'c' 📦`)).toBe(`<n>&lt;a&gt; &amp; &quot;b&quot; 'c' 📦</n>\n`);
    expect(element("n", "x", { unitCode: 'a"<' })).toBe('<n unitCode="a&quot;&lt;">x</n>\n');
  });

  test("leaves no element behind where it is empty", () => {
    expect(element("n", " \u0000 ")).toBe("");
    expect(group("g", element("n", ""), group("h"))).toBe("");
  });

  test("is read as it was written, however long it is", () => {
    const tree = treeOf(hardTexts);
    expect(textAt(tree, `${agreement}/BuyerTradeParty/Name`)).toBe("R&D <Test> 'GmbH' 👩‍⚖️");
    const read = textAt(tree, `${line}/SpecifiedTradeProduct/Description`);
    expect(read.startsWith('a < b & c > "d" 📦 ü lang')).toBe(true);
    expect(read.length).toBeGreaterThan(4000);
    const cost = `${line}/SpecifiedLineTradeSettlement/ReceivableSpecifiedTradeAccountingAccount/ID`;
    expect(textAt(tree, cost)).toBe("<K&1>");
    expect(writeInvoiceXml(hardTexts)).not.toMatch(/[^\P{Cc}\n]|\p{Cs}/u);
  });
});

describe("an invoice in XML", () => {
  test("of the same snapshot is the same text", () => {
    expect(writeInvoiceXml(structuredClone(authority))).toBe(writeInvoiceXml(authority));
  });

  test("is in the spaces of names of the standard", () => {
    const uris = new Set(withDescendants(treeOf(cancellation)).map(({ uri }) => uri.split(":").at(-2) ?? ""));
    expect([...uris].toSorted()).toEqual([
      "CrossIndustryInvoice",
      "QualifiedDataType",
      "ReusableAggregateBusinessInformationEntity",
      "UnqualifiedDataType",
    ]);
  });

  test("says which format it keeps to, that of its day", () => {
    const guideline = "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID";
    expect(textAt(treeOf(metreDays), guideline)).toBe("urn:cen.eu:en16931:2017");
    expect(textAt(treeOf(authority), guideline)).toMatch(/xrechnung_3\.0$/);
    expect(invoiceFormat("paper", "2026-12-01").form).toBe("zugferd");
    expect(() => invoiceFormat("xrechnung", "2020-01-01")).toThrow(RangeError);
    for (const form of ["zugferd", "xrechnung"]) {
      const days = invoiceFormats.filter((format) => format.form === form).map((format) => format.valid_from);
      expect(days).toEqual([...days].toSorted());
    }
  });

  test("has metre-days at the price of a month, with the days of the month as its base", () => {
    const [first] = allAt(treeOf(metreDays), line);
    expect(first && textAt(first, quantity)).toBe("2810.4");
    expect(first && textAt(first, `${price}/ChargeAmount`)).toBe("4.50");
    expect(first && textAt(first, `${price}/BasisQuantity`)).toBe("30");
    expect(first && textAt(first, "SpecifiedTradeProduct/Description")).toBe("Metertage, Preis für einen Monat");
    const days = "SpecifiedLineTradeSettlement/BillingSpecifiedPeriod/EndDateTime/DateTimeString";
    expect(first && textAt(first, days)).toBe("20261130"); // the last day itself, and not the one after it
  });

  test("has a late service at its own days, and all days in its head", () => {
    const tree = treeOf(goldenInvoices.lateService);
    const period = (of: ReturnType<typeof parseXml> | undefined, at: string) =>
      ["Start", "End"].map((end) => of && textAt(of, `${at}/BillingSpecifiedPeriod/${end}DateTime/DateTimeString`));
    const lines = allAt(tree, line).map((each) => period(each, "SpecifiedLineTradeSettlement"));
    expect(lines).toEqual([
      ["20261101", "20261130"],
      ["20261001", "20261031"],
    ]);
    expect(period(tree, settlement)).toEqual(["20261001", "20261130"]);
  });

  test("never rounds a price", () => {
    expect(textAt(treeOf(finePrice), `${line}/${price}/ChargeAmount`)).toBe("0.3275");
  });

  test("of an authority has its Leitweg-ID, of others the code of the customer", () => {
    expect(textAt(treeOf(authority), `${agreement}/BuyerReference`)).toBe("04011000-1234512345-06");
    expect(textAt(treeOf(metreDays), `${agreement}/BuyerReference`)).toBe("0042");
    expect(textAt(treeOf(authority), `${agreement}/BuyerOrderReferencedDocument/IssuerAssignedID`)).toBe("B-2026-17");
    expect(textAt(treeOf(authority), `${agreement}/ContractReferencedDocument/IssuerAssignedID`)).toBe("RV 2024/3");
  });

  test("asks for a transfer until a day, and takes nothing for a cancellation", () => {
    const invoice = treeOf(metreDays);
    expect(textAt(invoice, `${means}/TypeCode`)).toBe("58");
    expect(textAt(invoice, `${means}/PayeePartyCreditorFinancialAccount/IBANID`)).toBe("DE89370400440532013000");
    expect(textAt(invoice, `${terms}/DueDateDateTime/DateTimeString`)).toBe("20261215");
    expect(textAt(invoice, `${terms}/Description`)).toBe("Zahlbar innerhalb von 14 Tagen ohne Abzug.");
    const back = treeOf(cancellation);
    expect(textAt(back, `${means}/TypeCode`)).toBe("97");
    expect(allAt(back, `${means}/PayeePartyCreditorFinancialAccount`)).toEqual([]);
    expect(allAt(back, `${terms}/DueDateDateTime`)).toEqual([]);
    expect(textAt(back, `${terms}/Description`)).toBe("Wird mit Rechnung 2026-0001 verrechnet.");
  });

  test("of a seller without an account says no means, and of one day or none says so", () => {
    expect(textAt(treeOf(noAccount), `${means}/TypeCode`)).toBe("1");
    expect(textAt(treeOf(noAccount), `${terms}/Description`)).toBe("Zahlbar sofort ohne Abzug.");
    const oneDay = treeOf({ ...metreDays, payment_days: 1 });
    expect(textAt(oneDay, `${terms}/Description`)).toBe("Zahlbar innerhalb von einem Tag ohne Abzug.");
  });

  test("offers a discount in words, and to an authority in the code of XRechnung, a line of its own", () => {
    const description = (of: typeof metreDays) => allAt(treeOf(of), `${terms}/Description`).map(({ text }) => text);
    expect(description(goldenInvoices.discount)).toEqual([
      "Zahlbar innerhalb von 30 Tagen ohne Abzug. Bei Zahlung bis 08.12.2026 gewähren wir 2 % Skonto: 10,03 € weniger, zu zahlen sind dann 491,63 €.",
    ]);
    expect(description(goldenInvoices.discountOfAuthority)[0]).toMatch(/€\.\n#SKONTO#TAGE=7#PROZENT=2\.50#\n$/);
    for (const none of [
      { ...goldenInvoices.discountOfAuthority, kind: 381 as const, corrects: { number: "1", issued_on: "2026-12-01" } },
      { ...goldenInvoices.directDebit, discount: { days: 7, percent: "2.00" } },
      goldenInvoices.authority,
    ])
      expect(writeInvoiceXml(none)).not.toMatch(/Skonto|SKONTO/);
  });

  test("has one more line of the buyer's address, and the reason of an exemption that was typed", () => {
    const address = `${agreement}/BuyerTradeParty/PostalTradeAddress`;
    expect(textAt(treeOf(goldenInvoices.discountOfAuthority), `${address}/LineTwo`)).toBe("Kasse, Zimmer 7");
    expect(textAt(treeOf(authority), `${address}/LineTwo`)).toBe("");
    const reasons = (of: typeof metreDays) =>
      allAt(treeOf(of), `${settlement}/ApplicableTradeTax/ExemptionReason`).map(({ text }) => text);
    expect(reasons(goldenInvoices.exemptFor)).toEqual([goldenInvoices.exemptFor.exemption]);
    expect(reasons(exempt)).toEqual(["Umsatzsteuerfreie Leistung"]);
    expect(reasons({ ...goldenInvoices.reverseCharge, exemption: "§ 19 UStG" })).toEqual([
      "Steuerschuldnerschaft des Leistungsempfängers",
    ]);
  });

  test("that ends with a credit asks for nothing, and says that it is paid out", () => {
    const tree = treeOf(goldenInvoices.paidOut);
    expect(textAt(tree, `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation/DuePayableAmount`)).toBe(
      "-3.57",
    );
    expect(textAt(tree, `${means}/TypeCode`)).toBe("1");
    expect(allAt(tree, `${means}/PayeePartyCreditorFinancialAccount`)).toEqual([]);
    expect(allAt(tree, `${terms}/DueDateDateTime`)).toEqual([]);
    expect(textAt(tree, `${terms}/Description`)).toBe("Das Guthaben zahlen wir Ihnen aus.");
  });

  test("of a cancellation names what it takes back, by number and day, with amounts above 0", () => {
    const tree = treeOf(cancellation);
    const reference = `${settlement}/InvoiceReferencedDocument`;
    expect(textAt(tree, `${head}/TypeCode`)).toBe("381");
    expect(textAt(tree, `${head}/IncludedNote/Content`)).toBe("Stornorechnung zu Rechnung 2026-0001 vom 01.12.2026");
    expect(textAt(tree, `${reference}/IssuerAssignedID`)).toBe("2026-0001");
    expect(textAt(tree, `${reference}/FormattedIssueDateTime/DateTimeString`)).toBe("20261201");
    expect(writeInvoiceXml(cancellation)).not.toContain(">-");
    expect(allAt(treeOf(metreDays), reference)).toEqual([]);
  });

  test("of a seller without a VAT id names the tax number twice, so that the seller is known by it", () => {
    expect(textAt(treeOf(exempt), `${seller}/ID`)).toBe("27/123/45678");
    expect(textAt(treeOf(metreDays), `${seller}/ID`)).toBe("");
  });
});
