import { expect, test } from "vitest";
import { boxCode } from "#rules/stock/box-code.ts";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import { barcodesOf, expectSound, fontsOf, infoOf, pagesOf, textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";
import { type DeliveryNoteData, deliveryNote, deliveryNotes } from "./delivery-note.ts";

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
  address: null,
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
  costCentre: "4711 Einkauf",
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
  expect(text).toContain("Kostenstelle 4711 Einkauf");
  expect(text).toContain("Bemerkung Bitte am Empfang klingeln. Zweiter Hof „links“.");
  expect(text).toMatch(/Übergeben Muster Archiv GmbH Ort, Datum Name, Unterschrift/);
  expect(text).toMatch(/Erhalten Größenwahn & Söhne Ort, Datum Name, Unterschrift/);
  expect(text).toContain("20.12.2026 Seite 1 von 1");
});

test("a delivery note names the address that was chosen, and what the driver has to know", () => {
  const address = {
    name: "Werk Nord",
    street: "Hafenstraße 12",
    postcode: "01097",
    city: "Dresden",
    contact: "Frau Lehmann",
    phone: "0351 1234",
    hours: "8 – 15 Uhr",
    note: "Anlieferung über Tor 2",
  };
  const text = plain(deliveryNote({ ...note, address }, printing));
  for (const part of ["Größenwahn & Söhne", "Werk Nord", "Hafenstraße 12", "01097 Dresden"])
    expect(text).toContain(part);
  for (const part of ["Frau Lehmann", "0351 1234", "8 – 15 Uhr", "Anlieferung über Tor 2"])
    expect(text).toContain(part);
  expect(text).not.toContain("Çelik-Straße");
});

test("the note of a cancelled delivery says so", () => {
  const text = plain(deliveryNote({ ...note, canceled: true }, printing));
  expect(text).toContain("Lieferschein 000123 · storniert · 0042 Größenwahn & Söhne");
  expect(text).toContain("Status storniert");
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

test("an order of scans says by when it is done, and nobody signs it", () => {
  const text = plain(deliveryNote({ ...note, kind: DeliveryKind.copy, day: "2026-12-24" }, printing));
  expect(text).toContain("Scanauftrag 000123");
  expect(text).toContain("Fertig bis 24.12.2026");
  expect(text).not.toMatch(/Übergeben|Erhalten|Lieferdatum/);
});

expensive("ten notes of up to 180 lines, read again")(
  "many lines go over pages under the same heads, the signatures stay together",
  () => {
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
  },
);

expensive("notes of many lengths drawn and read")(
  "the signatures are never alone on a page: the last lines or the end of the comment stand with them",
  () => {
    const boxes = Array.from({ length: 72 }, (_, index) => ({
      code: boxCode(42, index + 1),
      contents: 3,
      missing: false,
    }));
    for (const length of [23, 24, 25, 36, 71, 72]) {
      const last = pagesOf(deliveryNote({ ...note, boxes: boxes.slice(0, length), comment: "" }, printing)).at(-1);
      expect(last, `${length} boxes`).toMatch(/Żukowski[^]*Summe[^]*Übergeben[^]*Erhalten/);
    }
    for (const lines of [1, 2, 3, 20, 21, 22, 23, 33, 34, 35, 75, 76]) {
      const comment = Array.from({ length: lines }, (_, line) => `Zeile ${line + 1}.`).join("\n");
      const pages = pagesOf(deliveryNote({ ...note, comment }, printing));
      const last = pages.at(-1) ?? "";
      expect(last).toMatch(new RegExp(`Zeile ${lines}\\.[^]*Übergeben[^]*Erhalten`));
      expect(last.match(/Zeile/g)?.length, `${lines} lines`).toBeGreaterThanOrEqual(Math.min(lines, 2));
      expect(pages.join("").match(/Zeile/g)).toHaveLength(lines);
      expect(pages.find((page) => page.includes("Bemerkung"))).toMatch(/Bemerkung\s+Zeile 1\./);
    }
  },
);

expensive("three notes rendered for a barcode reader")("a scanner reads the delivery's number from the note", () => {
  for (const [code, read] of [
    [1, "000001"],
    [123_456, "123456"],
    [1_234_567, "01234567"],
  ] as const)
    expect(barcodesOf(deliveryNote({ ...note, code }, printing))).toEqual([read]);
});

test("the note says where the provider is found: over the address, and at the first page's foot", () => {
  const sender = {
    address: ["Lagerweg 12", "28195 Bremen"],
    phone: "0421 123456",
    email: "archiv@muster.example",
    bank: ["Sparkasse Bremen", "DE12 2905 0101 0012 3456 78"],
  };
  const boxes = Array.from({ length: 60 }, (_, index) => ({
    code: boxCode(42, index + 1),
    contents: 3,
    missing: false,
  }));
  const [first = "", second = ""] = pagesOf(deliveryNote({ ...note, boxes }, { ...printing, sender }));
  expect(first).toMatch(/Muster Archiv GmbH · Lagerweg 12 · 28195 Bremen\s/);
  expect(first).toMatch(
    /Muster Archiv GmbH +Telefon 0421 123456 +Sparkasse Bremen\n *Lagerweg 12 +E-Mail archiv@muster.example +DE12 2905 0101 0012 3456 78\n *28195 Bremen\n[^]*Seite 1 von 2/,
  );
  expect(second).not.toContain("Lagerweg");
});

test("what is not known of the provider leaves no gap", () => {
  const none = { address: [], phone: undefined, email: undefined, bank: [] };
  const bare = deliveryNote(note, printing);
  expect(textOf(deliveryNote(note, { ...printing, sender: none }))).toBe(textOf(bare));
  const text = textOf(deliveryNote(note, { ...printing, sender: { ...none, phone: "0421 1" } }));
  expect(text).toMatch(/\n *Telefon 0421 1\n/);
  expect(text).not.toMatch(/E-Mail|·\s*$|Muster Archiv GmbH ·/m);
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
  const sender = {
    address: ["Straße ".repeat(40)],
    phone: "1".repeat(300),
    email: undefined,
    bank: ["IBAN ".repeat(80)],
  };
  const pdf = deliveryNote(odd, { ...printing, provider: "P".repeat(200), sender });
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

expensive("notes of a day drawn together and one by one")(
  "the notes of a day are one file: each in its turn, with its own head and its own pages",
  () => {
    const boxes = Array.from({ length: 60 }, (_, index) => ({
      code: boxCode(42, index + 1),
      contents: 3,
      missing: false,
    }));
    const long = { ...note, code: 7, boxes };
    const back = { ...note, code: 8, kind: DeliveryKind.return, option: null };
    const file = deliveryNotes({ notes: [note, long, back] }, printing);
    expectSound(file);
    expect(infoOf(file)).toMatchObject({ Title: "Lieferscheine", Pages: "4" });
    const each = [note, long, back].flatMap((one) => pagesOf(deliveryNote(one, printing)));
    expect(pagesOf(file)).toEqual(each);
    expect(each.map((page) => /Seite \d von \d/.exec(page)?.[0])).toEqual([
      "Seite 1 von 1",
      "Seite 1 von 2",
      "Seite 2 von 2",
      "Seite 1 von 1",
    ]);
    expect(textOf(deliveryNotes({ notes: [] }, printing))).toContain("Keine Daten vorhanden");
  },
);
