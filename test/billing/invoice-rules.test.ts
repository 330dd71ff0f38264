import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalText } from "#rules/billing/decimal.ts";
import { arithmeticProblems } from "#rules/billing/e-invoice/arithmetic-problems.ts";
import { contentProblems } from "#rules/billing/e-invoice/content-problems.ts";
import { writeInvoiceXml } from "#rules/billing/e-invoice/write-invoice-xml.ts";
import { serviceLine, computeTotals } from "#rules/billing/invoice-lines.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { expensive } from "#test/support/tiers.ts";
import { en16931Rules } from "./en16931-rules.ts";
import { type GoldenInvoice, goldenInvoices } from "./golden-invoices.ts";
import type { InvoiceRule } from "./invoice-paths.ts";
import { vatRules } from "./vat-rules.ts";
import { xrechnungRules } from "./xrechnung-rules.ts";
import { parseXml, type XmlNode } from "./xml-tree.ts";

const rules: readonly InvoiceRule[] = [...en16931Rules, ...vatRules, ...xrechnungRules];
const names = Object.keys(goldenInvoices) as GoldenInvoice[];
const trees = new Map<GoldenInvoice, XmlNode>();

/** The XML of a right invoice, read once. */
function treeOf(name: GoldenInvoice): XmlNode {
  const tree = trees.get(name) ?? parseXml(writeInvoiceXml(goldenInvoices[name]));
  trees.set(name, tree);
  return tree;
}

const asksOf = ({ onlyXRechnung }: InvoiceRule, name: GoldenInvoice) =>
  !onlyXRechnung || goldenInvoices[name].form === "xrechnung";

test("the rules that concern our invoices are a hundred and more, each there once", () => {
  expect(rules.length).toBeGreaterThan(100);
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
});

describe("an invoice that is right", () => {
  test.each(names)("keeps each rule of EN 16931 and XRechnung: %s", (name) => {
    const broken = rules.filter((rule) => asksOf(rule, name) && !rule.holds(treeOf(name)));
    expect(broken.map(({ id, sentence }) => `${id}: ${sentence}`)).toEqual([]);
  });

  test.each(names)("adds up: %s", (name) => {
    expect(arithmeticProblems(goldenInvoices[name])).toEqual([]);
  });
});

test.each(rules)("an invoice that breaks it is found: $id $sentence", (rule) => {
  const [name, change] = rule.broken;
  const tree = structuredClone(treeOf(name));
  expect(asksOf(rule, name)).toBe(true);
  expect(rule.holds(tree)).toBe(true);
  change(tree);
  expect(rule.holds(tree)).toBe(false);
});

/** Any sixteen bits: halves of pairs, control characters and signs of XML among them. */
const anyText = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom("", "<", "&amp;", "]]>", "<!--", "\u0000", "📦", " x "),
);
const anyLine = fc
  .record({
    text: anyText,
    cost_centre: anyText,
    cents: fc.integer({ min: 0, max: 10 ** 9 }),
    amount: fc.integer({ min: 0, max: 10 ** 9 }),
    vat: fc.constantFrom(
      ["S", "19.00"] as const,
      ["S", "7.00"] as const,
      ["E", "0.00"] as const,
      ["AE", "0.00"] as const,
    ),
    what: fc.constantFrom(["hours", "hour"] as const, ["scan_page", "page"] as const, ["trip", "trip"] as const),
  })
  .map(({ text, cost_centre, cents, amount, vat: [vat_category, vat_rate], what: [item, unit] }) => {
    const priced = { quantity: decimalText(BigInt(amount), 3), price: decimalText(BigInt(cents), 4) };
    return serviceLine({ text, cost_centre, item, unit, vat_category, vat_rate, ...priced });
  });
const someText = anyText.map((text) => `A${text}`);
const anyInvoice: fc.Arbitrary<InvoiceSnapshot> = fc
  .record({
    of: fc.constantFrom(...names.filter((name) => name !== "manyLines")),
    lines: fc.array(anyLine, { minLength: 1, maxLength: 8 }),
    number: someText,
    seller: fc.record({ name: someText, street: someText, register: fc.option(anyText) }),
    buyer: fc.record({ name: someText, city: someText, order_reference: anyText, contract_reference: anyText }),
  })
  .map(({ of, lines, number, seller, buyer }) => {
    const right = goldenInvoices[of];
    const parties = { seller: { ...right.seller, ...seller }, buyer: { ...right.buyer, ...buyer } };
    return { ...right, number, lines, ...computeTotals(lines), ...parties };
  });

expensive("a thousand random invoices written and parsed")(
  "whatever is written in an invoice, it keeps each rule or is refused with a sentence",
  () => {
    let count = 0;
    fc.assert(
      fc.property(anyInvoice, (invoice) => {
        if (contentProblems(invoice).length + arithmeticProblems(invoice).length > 0) return;
        const tree = parseXml(writeInvoiceXml(invoice));
        const asked = rules.filter(({ onlyXRechnung }) => !onlyXRechnung || invoice.form === "xrechnung");
        expect(asked.filter((rule) => !rule.holds(tree)).map(({ id }) => id)).toEqual([]);
        count += 1;
      }),
      { numRuns: 1000 },
    );
    expect(count).toBeGreaterThan(200);
  },
);

test.each([
  ["paris", "FR", "AE"],
  ["reverseCharge", "AT", "AE"],
  ["zurich", "CH", "S"],
  ["berlin", "DE", "S"],
] as const)("an invoice to %s names the country of its buyer, and whose tax it is", (name, country, category) => {
  const xml = writeInvoiceXml(goldenInvoices[name]);
  const [, buyer = ""] = xml.split("<ram:BuyerTradeParty>");
  expect(buyer.split("</ram:BuyerTradeParty>")[0]).toContain(`<ram:CountryID>${country}</ram:CountryID>`);
  expect(xml.match(/<ram:CategoryCode>\w+/g)?.every((found) => found.endsWith(`>${category}`))).toBe(true);
});
