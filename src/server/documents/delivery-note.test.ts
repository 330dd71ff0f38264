import { expect, test } from "vitest";
import { boxCode } from "#rules/box-code.ts";
import { DeliveryKind } from "#rules/delivery-state.ts";
import { expectSound, fontsOf, infoOf, pagesOf, textOf } from "#test/support/pdf.ts";
import { type DeliveryNoteData, deliveryNote } from "./delivery-note.ts";

const printing = { provider: "Muster Archiv GmbH", day: "2026-12-20" };
const note: DeliveryNoteData = {
  code: 123,
  kind: DeliveryKind.customer,
  canceled: false,
  customer: {
    code: 42,
    name: "Größenwahn & Söhne",
    address: ["Größenwahn & Söhne", "Çelik-Straße 12a", "01067 Dresden"],
  },
  day: "2026-12-24",
  time: null,
  option: { description: "Wochentour", window: { from: "08:00", to: "12:00" } },
  boxes: [
    { code: "0042000123", contents: 12, missing: false },
    { code: "0042000124", contents: 1, missing: true },
    { code: "0042000125", contents: 0, missing: false },
  ],
  contents: [{ text: "Patientenakte Żukowski, Łucja", code: "0042000777", missing: false }],
  price: "1234.50",
  comment: "Bitte am Empfang klingeln.\nZweiter Hof „links“.",
};

/** The text with every stretch of blanks as one. */
const plain = (pdf: Buffer) => textOf(pdf).replace(/\s+/g, " ");

test("a delivery note says the time that was agreed instead of the option's", () => {
  const text = plain(deliveryNote({ ...note, time: "10:30" }, printing));
  expect(text).toContain("Uhrzeit 10:30 Uhr");
  expect(text).not.toContain("Zeitfenster");
});

test("a delivery note says to whom, when, what and at which price", () => {
  const text = plain(deliveryNote(note, printing));
  expect(text).toContain("Lieferschein 000123 · 0042 Größenwahn & Söhne Muster Archiv GmbH");
  for (const line of note.customer.address) expect(text).toContain(line);
  expect(text).toContain("Kunde 0042");
  expect(text).toContain("Lieferdatum 24.12.2026");
  expect(text).toContain("Zeitfenster 08:00 bis 12:00 Uhr");
  expect(text).toContain("Lieferoption Wochentour");
  expect(text).toContain("Preis 1.234,50 €");
  expect(text).toContain("Bemerkung Bitte am Empfang klingeln. Zweiter Hof „links“.");
  expect(text).toMatch(/Übergeben Muster Archiv GmbH Ort, Datum Name, Unterschrift/);
  expect(text).toMatch(/Erhalten Größenwahn & Söhne Ort, Datum Name, Unterschrift/);
  expect(text).toContain("20.12.2026 Seite 1 von 1");
});

test("the note of a cancelled delivery says so", () => {
  const text = plain(deliveryNote({ ...note, canceled: true }, printing));
  expect(text).toContain("Lieferschein 000123 · storniert · 0042 Größenwahn & Söhne");
});

test("its lines are the boxes with how much is in them, then the contents with their box; what is missing says so", () => {
  const text = plain(deliveryNote(note, printing));
  expect(text).toContain("1 0042.000.123 ganze Box, 12 Inhalte 2 0042.000.124 ganze Box, 1 Inhalt nicht gefunden");
  expect(text).toContain("3 0042.000.125 ganze Box 4 0042.000.777 Patientenakte Żukowski, Łucja");
  expect(text).toContain("Summe 3 Boxen, 1 Inhalt 1 nicht gefunden");
});

test("what comes back has a return note, handed over by the customer", () => {
  const back = { ...note, kind: DeliveryKind.return, option: null, day: null, comment: "" };
  const text = plain(deliveryNote(back, printing));
  expect(text).toContain("Rückgabeschein 000123");
  expect(text).toMatch(/Übergeben Größenwahn & Söhne .*Erhalten Muster Archiv GmbH/);
  expect(text).not.toMatch(/Liefer|Abholdatum|Zeitfenster|Bemerkung/);
  expect(plain(deliveryNote({ ...back, day: "2026-12-24" }, printing))).toContain("Abholdatum 24.12.2026");
});

test("many lines go over pages under the same heads, the signatures stay together", () => {
  const boxes = Array.from({ length: 180 }, (_, index) => ({
    code: boxCode(42, index + 1),
    contents: 3,
    missing: false,
  }));
  for (const length of [30, 31, 32, 33, 34, 35, 36, 37, 38, 180]) {
    const pages = pagesOf(deliveryNote({ ...note, boxes: boxes.slice(0, length) }, printing));
    const signed = pages.filter((page) => /Übergeben|Erhalten/.test(page));
    expect(signed).toHaveLength(1);
    expect(signed[0]?.match(/Ort, Datum/g)).toHaveLength(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Seite ${index + 1} von ${pages.length}`);
      if (page.includes("0042.000.")) expect(page).toMatch(/Pos\.\s+Box\s+Inhalt\s+Hinweis/);
    }
    const codes = pages.join("").match(/\d{4}\.\d{3}\.\d{3}/g);
    expect(codes).toHaveLength(length + 1);
  }
});

test("a delivery without lines says so", () => {
  expect(textOf(deliveryNote({ ...note, boxes: [], contents: [] }, printing))).toContain("Keine Daten vorhanden");
});

test("long and odd texts break no page", () => {
  const odd: DeliveryNoteData = {
    ...note,
    customer: { code: 1, name: "W".repeat(200), address: ["Verein ".repeat(28), "S".repeat(200), "12345 Überlingen"] },
    option: { description: "Tour durch alle Häuser ".repeat(8), window: null },
    contents: [{ text: "Akte 🗄️📦 ł č ß € „Wörter“ ".repeat(150), code: "0042000777", missing: true }],
    comment: "Bitte klingeln 🔔. ".repeat(220),
  };
  const pdf = deliveryNote(odd, { ...printing, provider: "P".repeat(200) });
  expectSound(pdf);
  expect(plain(pdf)).toContain("12345 Überlingen");
  expect(plain(pdf)).toContain("Akte □□ ł č ß € „Wörter“");
  expect(textOf(deliveryNote({ ...note, customer: { ...note.customer, address: [] } }, printing))).toMatch(
    /^\s+Größenwahn & Söhne/m,
  );
});

test("a note is a sound PDF/A with embedded fonts, and comes out the same every time", () => {
  const pdf = deliveryNote(note, printing);
  expectSound(pdf);
  expect(fontsOf(pdf)).not.toHaveLength(0);
  expect(fontsOf(pdf).every(({ embedded }) => embedded)).toBe(true);
  expect(infoOf(pdf)).toMatchObject({ Title: "Lieferschein", Author: printing.provider, Pages: "1" });
  expect(deliveryNote(note, printing).equals(pdf)).toBe(true);
});
