import { describe, expect, test } from "vitest";
import { arithmeticProblems } from "#rules/billing/e-invoice/arithmetic-problems.ts";
import { writeInvoiceXml } from "#rules/billing/e-invoice/write-invoice-xml.ts";
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
