import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type InvoiceLine, serviceLine, storageLine, computeTotals, type Vat } from "#rules/billing/invoice-lines.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { expectSound, fontsOf, infoOf, metadataOf, pagesOf, read, textOf, withFile } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";
import { giroCode } from "./giro-code.ts";
import { invoicePdf, invoicesPdf } from "./invoice.ts";

const usual: Vat = { vat_category: "S", vat_rate: "19.00" };
const storage = (cost_centre = "", vat = usual) =>
  storageLine(
    {
      ...vat,
      cost_centre,
      from: "2026-11-01",
      to: "2026-12-01",
      unit: "metre_month",
      price: "3.2750",
      amount: 2_810_400,
    },
    "day",
    30,
  );
const service = (text: string, cost_centre = "", vat = usual) =>
  serviceLine({ ...vat, cost_centre, item: "retrieval_box", unit: "piece", quantity: "12", price: "0.3275", text });

const seller = {
  name: "Muster Archiv GmbH",
  street: "Am Wall 1",
  postcode: "28195",
  city: "Bremen",
  vat_id: "DE123456789",
  tax_number: "60/123/45678",
  register: "Amtsgericht Bremen HRB 1234",
  contact: { name: "Erika Muster", phone: "0421 1234", email: "rechnung@archiv.example" },
  iban: "DE02120300000000202051",
  bic: "BYLADEM1001",
};
const buyer = {
  code: "0042",
  name: "Klinikum Nord gGmbH",
  street: "Südring 5",
  postcode: "28199",
  city: "Bremen",
  vat_id: "DE987654321",
  leitweg_id: null,
  e_address: "rechnung@klinikum.example",
  e_scheme: "EM",
  order_reference: "BE-4711",
  contract_reference: "V 2024/17",
} as const;

const snapshotOf = (lines: readonly InvoiceLine[], wish: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot => ({
  kind: 380,
  number: "R-2026-000017",
  issued_on: "2026-12-03",
  due_on: "2026-12-17",
  payment_days: 14,
  period_from: "2026-11-01",
  period_to: "2026-11-30",
  corrects: null,
  seller,
  buyer,
  form: "zugferd",
  lines,
  ...computeTotals(lines),
  ...wish,
});
const plain = snapshotOf([storage(), service("")]);
const xml = Buffer.from(
  '<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice>Größe</rsm:CrossIndustryInvoice>\n',
);
const pdfOf = (snapshot: InvoiceSnapshot, given: Buffer | null = xml) => invoicePdf({ snapshot, xml: given });
const flat = (text: string) => text.replaceAll(/\s+/g, " ").replaceAll(/ ?%/g, " %");
const said = (snapshot: InvoiceSnapshot) => flat(textOf(pdfOf(snapshot)));

/** The QR codes that a telephone finds on the pages. */
const codesOn = (pdf: Buffer) =>
  withFile(pdf, (file, folder) => {
    execFileSync("pdftoppm", ["-r", "200", "-png", file, join(folder, "page")]);
    const args = ["-c", `zbarimg --quiet --raw --nodbus -Sbinary -Sdisable -Sqrcode.enable page*.png || true`];
    return execFileSync("sh", args, { cwd: folder, encoding: "utf8", stdio: "pipe" }).trimEnd();
  });

test("an invoice says on one page who owes whom what for what by when, with all that the law asks for", () => {
  const pdf = pdfOf(plain);
  expectSound(pdf);
  expect(pagesOf(pdf)).toHaveLength(1);
  for (const part of [
    "Rechnung",
    "R-2026-000017",
    "03.12.2026",
    "01.11.2026 bis 30.11.2026",
    "Muster Archiv GmbH · Am Wall 1 · 28195 Bremen",
    "DE123456789",
    "60/123/45678",
    "HRB 1234",
    "Erika Muster",
    "0042",
    "Klinikum Nord gGmbH",
    "Südring 5",
    "28199 Bremen",
    "BE-4711",
    "V 2024/17",
    "1 Lagerung, 01.11.2026 bis 30.11.2026 2.810,400 Metertag 3,275 € 19 % 306,80 € je 30 Tage",
    "2 Aushebung einer Box 12 Stück 0,3275 € 19 % 3,93 €",
    "19 % 310,73 € 59,04 € 369,77 €",
    "Rechnungsbetrag 310,73 € 59,04 € 369,77 €",
    "Zahlbar bis 17.12.2026",
    "DE02 1203 0000 0000 2020 51",
    "BYLADEM1001",
    "Seite 1 von 1",
  ])
    expect(said(plain), part).toContain(part);
  expect(said(plain)).not.toMatch(/ENTWURF|Kostenstelle|null|undefined/);
});

describe("the file", () => {
  test("carries the e-invoice as it is, named and described as ZUGFeRD and Factur-X want it, in PDF/A-3", () => {
    const pdf = pdfOf(plain);
    expect(read(pdf, "qpdf", (file) => ["--show-attachment=factur-x.xml", file])).toBe(xml.toString());
    const inside = read(pdf, "qpdf", (file) => ["--qdf", "--object-streams=disable", file, "-"]);
    expect(inside).toContain("/AFRelationship /Alternative");
    expect(inside).toMatch(/\/Subtype \/text#2fxml/i);
    expect(inside).toMatch(/\/AF \[/);
    const metadata = metadataOf(pdf);
    for (const part of [
      "<pdfaid:part>3</pdfaid:part>",
      "<fx:DocumentType>INVOICE</fx:DocumentType>",
      "<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>",
      "<fx:Version>1.0</fx:Version>",
      "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
      "<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>",
    ])
      expect(metadata).toContain(part);
    expect(fontsOf(pdf).every(({ embedded }) => embedded)).toBe(true);
    expect(infoOf(pdf)["Title"]).toBe("Rechnung R-2026-000017");
  });

  test("of the paper form carries nothing", () => {
    const pdf = pdfOf({ ...plain, form: "paper" }, null);
    expectSound(pdf);
    expect(metadataOf(pdf)).toContain("<pdfaid:part>2</pdfaid:part>");
    expect(metadataOf(pdf)).not.toContain("factur-x");
  });

  test("is the same to the byte whenever it is made of the same, and another one of something else", () => {
    expect(pdfOf(plain).equals(pdfOf(structuredClone(plain), Buffer.from(xml)))).toBe(true);
    expect(pdfOf(plain).equals(pdfOf(plain, Buffer.from("<other/>")))).toBe(false);
    expect(pdfOf(plain).equals(pdfOf({ ...plain, due_on: "2026-12-18" }))).toBe(false);
  });
});

test("many lines go over pages that each say what they are and how many there are, each line once, the sums on the last", () => {
  const lines = Array.from({ length: 100 }, (_, at) => service(`Vorgang ${at + 1} mit Zusatz`));
  const snapshot = snapshotOf(lines);
  const pages = pagesOf(pdfOf(snapshot)).map(flat);
  expect(pages).toHaveLength(3);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain("Rechnung R-2026-000017 · 0042");
    expect(page).toContain(`Seite ${at + 1} von 3`);
    expect(page).toContain("Preis je Einheit");
  }
  const all = pages.join(" ");
  for (const at of lines.keys()) expect(all.split(`Vorgang ${at + 1} mit`)).toHaveLength(2);
  expect(pages[0]).not.toContain("Rechnungsbetrag");
  expect(pages[2]).toMatch(/Rechnungsbetrag.*Zahlbar bis/);
});

test("the lines of a cost centre stand under its name, those of none at their place", () => {
  const text = said(
    snapshotOf([storage("4711 Einkauf"), service("A", "4711 Einkauf"), service("B", "Vertrieb"), service("C")]),
  );
  expect(text).toMatch(
    /Kostenstelle 4711 Einkauf 1 Lagerung.* 2 Aushebung einer Box: A .*Kostenstelle Vertrieb 3 Aushebung einer Box: B .*Ohne Kostenstelle 4 Aushebung einer Box: C /,
  );
  expect(text.split("Kostenstelle 4711 Einkauf")).toHaveLength(2);
});

expensive("an invoice rendered and searched for a GiroCode")(
  "a cancellation is called one, names the first invoice, and asks for no payment",
  () => {
    const corrects = { number: "R-2026-000009", issued_on: "2026-11-04" };
    const snapshot: InvoiceSnapshot = { ...plain, kind: 381, number: "R-2026-000018", corrects };
    const text = said(snapshot);
    for (const part of [
      "Stornorechnung",
      "R-2026-000009 vom 04.11.2026",
      "R-2026-000018",
      "Stornierter Betrag",
      "369,77 €",
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/Gutschrift|Zahlbar|überweisen|GiroCode/);
    expect(codesOn(pdfOf(snapshot))).toBe("");
  },
);

test("each rate of tax has its sum, and what is free of it or owed by the receiver its reason", () => {
  const reverse: Vat = { vat_category: "AE", vat_rate: "0.00" };
  const free: Vat = { vat_category: "E", vat_rate: "0.00" };
  const reversed = said(snapshotOf([storage("", reverse)]));
  expect(reversed).toContain("Steuerschuldnerschaft des Leistungsempfängers 306,80 € 0,00 € 306,80 €");
  expect(reversed).toContain("Ihre USt-ID DE987654321");
  expect(reversed).not.toContain("19 %");
  const mixed = said(
    snapshotOf([storage(), service("x"), service("y", "", free), service("z", "", { ...usual, vat_rate: "7.00" })]),
  );
  expect(mixed).toContain("steuerfrei 3,93 € 0,00 € 3,93 €");
  expect(mixed).toContain("7 % 3,93 € 0,28 € 4,21 €");
  expect(mixed).toMatch(/: y 12 Stück 0,3275 € 0 % 3,93 €.*: z 12 Stück 0,3275 € 7 % 3,93 €/);
});

expensive("two invoices rendered and their GiroCodes read")(
  "a telephone reads the GiroCode: who gets how much on which account, and what for",
  () => {
    const code = codesOn(pdfOf(plain)).split("\n");
    expect(code.slice(0, 7)).toEqual(["BCD", "002", "1", "SCT", "BYLADEM1001", "Muster Archiv GmbH", seller.iban]);
    expect(code.slice(7)).toEqual(["EUR369.77", "", "", "R-2026-000017"]);
    const long = { ...plain, seller: { ...seller, name: "Ärchiv & Söhne ".repeat(20), bic: null } };
    expect(codesOn(pdfOf(long)).split("\n")[5]).toBe("Ärchiv & Söhne ".repeat(20).slice(0, 70).trimEnd());
    expect(Buffer.byteLength(giroCode(long) ?? "")).toBeLessThanOrEqual(331);
  },
);

expensive("two invoices rendered and searched for a GiroCode")(
  "where no account is known or nothing is due, nothing is to be transferred",
  () => {
    const without = { ...plain, seller: { ...seller, iban: null, bic: null } };
    expect([codesOn(pdfOf(without)), said(without).includes("Zahlbar bis 17.12.2026")]).toEqual(["", true]);
    expect(said(without)).not.toMatch(/IBAN|überweisen/);
    const nothing = snapshotOf([{ ...service(""), price: "0", net: "0.00" }]);
    expect(said(nothing)).toContain("Es ist nichts zu zahlen.");
    expect(codesOn(pdfOf(nothing))).toBe("");
  },
);

expensive("pages rendered and searched for a GiroCode")(
  "without a number it is a draft on each page, and nobody can pay it",
  () => {
    const draft = snapshotOf(
      Array.from({ length: 60 }, () => service("x")),
      { number: "" },
    );
    for (const page of pagesOf(pdfOf(draft, null))) expect(page).toContain("ENTWURF");
    expect(said(draft)).not.toMatch(/Nummer |überweisen/);
    expect(codesOn(pdfOf(draft, null))).toBe("");
  },
);

test("names that are long or that the font lacks, and texts with anything in them, leave a sound letter", () => {
  const name = `档案 <b>&amp; 📦 ${"Müller-Lüdenscheidt ".repeat(12)}`;
  const odd = snapshotOf([service(`\u0000<a> 档案 ${"x".repeat(4000)}`, `Abteilung ${"lang ".repeat(60)}`)], {
    seller: { ...seller, name, register: null, tax_number: null, bic: null },
    buyer: { ...buyer, name, street: "", order_reference: "Ω".repeat(300), contract_reference: "", vat_id: null },
  });
  const pdf = pdfOf(odd);
  expectSound(pdf);
  expect(textOf(pdf)).toContain("Müller-Lüdenscheidt");
  expect(said(odd)).not.toMatch(/null|undefined|Steuernummer|Vertrag|Ihre USt-ID/);
  expect(infoOf(pdf)["Author"]).toContain("Müller-Lüdenscheidt");
});

test("an invoice says a discount with its sum and its day, one more line of the address, and why nothing is taxed", () => {
  const free: Vat = { vat_category: "E", vat_rate: "0.00" };
  const text = said(
    snapshotOf([storage("", free)], {
      buyer: { ...buyer, address_extra: "Haus C" },
      discount: { days: 7, percent: "2.00" },
      exemption: "Kleinunternehmer gemäß § 19 UStG",
    }),
  );
  expect(text).toMatch(/Klinikum Nord gGmbH.* Haus C .*Südring 5 .*28199 Bremen/);
  expect(text).toContain(
    "Zahlbar bis 17.12.2026. Bei Zahlung bis 10.12.2026 gewähren wir 2 % Skonto: 6,14 € weniger, zu zahlen sind dann 300,66 €.",
  );
  expect(text).toContain("steuerfrei: Kleinunternehmer gemäß § 19 UStG");
});

expensive("an invoice rendered and searched for a GiroCode")(
  "an invoice that ends with a credit says that it is paid out, and asks for nothing",
  () => {
    const credit = snapshotOf([{ ...storage(), quantity: "-10.000", net: "-1.09" }], { pays_out: true });
    expect(said(credit)).toContain("Das Guthaben zahlen wir Ihnen aus.");
    expect(said(credit)).toContain("-1,30 €");
    expect(said(credit)).not.toMatch(/überweisen|Zahlbar/);
    expect(codesOn(pdfOf(credit))).toBe("");
  },
);

test.each([
  ["75001", "Paris", "FR", "FRANKREICH"],
  ["1010", "Wien", "AT", "ÖSTERREICH"],
  ["8001", "Zürich", "CH", "SCHWEIZ"],
])(
  "the letter of an invoice goes to %s %s in %s by its name, and one at home names none",
  (postcode, city, country, name) => {
    const abroad = said(snapshotOf([storage()], { buyer: { ...buyer, postcode, city, country } }));
    for (const part of [`${postcode} ${city}`, name]) expect(abroad).toContain(part);
    const home = said(
      snapshotOf([storage()], { buyer: { ...buyer, postcode: "10117", city: "Berlin", country: "DE" } }),
    );
    expect(home).toContain("10117 Berlin");
    expect(home).not.toMatch(/deutschland/i);
  },
);

test("a service that came late says its days beside the month of the invoice", () => {
  const late = { ...service("Umzug"), from: "2026-10-01", to: "2026-11-01" };
  const text = said(snapshotOf([storage(), late]));
  for (const part of ["01.11.2026 bis 30.11.2026", "Umzug, 01.10.2026 bis", "31.10.2026"]) expect(text).toContain(part);
});

test("letters that the font lacks are written out, and on what was issued before they stand as they did: each a sign", () => {
  const foreign = snapshotOf([service("აბგ")], { buyer: { ...buyer, name: "档案 Κλινική" } });
  expect(said({ ...foreign, letters: "latin" })).toMatch(/DangAn Κλινική.*: abg/);
  expect(said(foreign)).toMatch(/□□ Κλινική.*: □□□/);
  const both = textOf(invoicesPdf({ snapshots: [foreign, { ...foreign, letters: "latin" }] }));
  expect([both.includes("□□ Κλινική"), both.includes("DangAn Κλινική")]).toEqual([true, true]);
});
