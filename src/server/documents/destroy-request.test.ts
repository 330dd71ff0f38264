import { expect, test } from "vitest";
import { boxCode } from "#rules/stock/box-code.ts";
import { expectSound, fontsOf, infoOf, pagesOf, read, textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";
import { type DestroyRequestData, destroyRequest } from "./destroy-request.ts";

const printing = { provider: "Muster Archiv GmbH", day: "2026-12-20" };
const request: DestroyRequestData = {
  customer: { code: 42, name: "Klinikum Nord", address: ["Klinikum Nord gGmbH", "Am Gräfenbruch 7", "01067 Dresden"] },
  boxes: [
    {
      code: "0042000001",
      contents: ["Röntgen A–K", "Röntgen L–Z 📦"],
      year: 2005,
      destroyYear: 2016,
      keptUntil: "2015-12-31",
      marked: false,
    },
    { code: "0042000002", contents: [], year: null, destroyYear: null, keptUntil: null, marked: true },
  ],
  batch: null,
  totals: { boxes: 2, contents: 2, metres: 0.8 },
};

/** The text with every stretch of blanks as one. */
const plain = (pdf: Buffer) => textOf(pdf).replace(/\s+/g, " ");

test("the letter goes to the customer's address and asks for consent and signature", () => {
  const text = plain(destroyRequest(request, printing));
  expect(text).toContain("Vernichtungsanfrage 0042 Klinikum Nord Muster Archiv GmbH");
  for (const line of request.customer.address) expect(text).toContain(line);
  expect(text).toContain("Datum 20.12.2026");
  expect(text).toContain("Hiermit stimmen wir der datenschutzkonformen Vernichtung der oben aufgeführten Boxen zu.");
  expect(text).toContain("Für den Kunden Klinikum Nord Ort, Datum Name, Unterschrift");
});

test("a letter about a batch says its number, by what it is destroyed, until when it can be approved, and where", () => {
  const batch = {
    number: "V-000012",
    norm: "Schutzklasse 2, Sicherheitsstufe P-4 (≤ 160 mm²)",
    until: "2027-01-17",
    link: "https://archiv.example/destructions/12",
  };
  const letter = destroyRequest({ ...request, batch }, printing);
  const text = plain(letter);
  for (const part of [
    "Vorgang V-000012",
    `${batch.norm} nach DIN 66399`,
    "Freigabe bis 17.01.2027",
    "Online freigeben",
  ])
    expect(text).toContain(part);
  expect(plain(destroyRequest({ ...request, batch: { ...batch, link: null } }, printing))).not.toContain(
    "Online freigeben",
  );
  expectSound(letter);
});

test("the letter says where the signed answer goes, by post and by e-mail, as far as that is known", () => {
  const sender = { address: ["Lagerweg 12", "28195 Bremen"], phone: undefined, email: "a@muster.example", bank: [] };
  const where = "Bitte senden Sie Zustimmung und Aufstellung unterschrieben";
  const answerTo = (known: Partial<typeof sender>) =>
    plain(destroyRequest(request, { ...printing, sender: { ...sender, ...known } }));
  expect(answerTo({})).toContain(
    `${where} an Muster Archiv GmbH, Lagerweg 12, 28195 Bremen oder als Scan an a@muster.example zurück.`,
  );
  expect(answerTo({ address: [] })).toContain(`${where} als Scan an a@muster.example zurück.`);
  expect(plain(destroyRequest(request, printing))).not.toContain(where);
});

test("the rest of a long box says on each page whose it is, beside the box's number", () => {
  const [box = request.boxes[0]] = request.boxes;
  const contents = Array.from({ length: 200 }, (_, index) => `Akte ${index}.`);
  const pages = pagesOf(destroyRequest({ ...request, boxes: [{ ...box!, contents }] }, printing));
  expect(pages).toHaveLength(4);
  for (const page of pages.slice(1, 3)) expect(page).toMatch(/0042\.000\.001 +Akte \d+\.\n *\(Fortsetzung\) +Akte/);
  expect(pages.slice(1).join("")).not.toContain("fällig");
});

test("each box says what is in it, its years and why it is listed; the sums follow", () => {
  const text = plain(destroyRequest(request, printing));
  expect(text).toContain(
    "Box Inhalt Jahr Vernichten Frist bis Grund 0042.000.001 Röntgen A–K 2005 2016 31.12.2015 fällig Röntgen L–Z □",
  );
  expect(text).toContain("0042.000.002 markiert Summe 2 Boxen, 2 Inhalte, 0,80 m");
});

test("the address stands in the window of an envelope, DIN 5008 form A", () => {
  const words = read(destroyRequest(request, printing), "pdftotext", (file) => ["-bbox", "-l", "1", file, "-"]);
  const found = words.matchAll(
    /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(gGmbH|Gräfenbruch|01067)</g,
  );
  const boxes = [...found].map((word) => word.slice(1, 5).map((points) => (Number(points) * 25.4) / 72));
  expect(boxes).toHaveLength(3);
  for (const [left = 0, top = 0, right = 0, bottom = 0] of boxes) {
    expect(left).toBeGreaterThan(24.9);
    expect(top).toBeGreaterThan(44);
    expect(right).toBeLessThan(105);
    expect(bottom).toBeLessThan(72);
  }
});

test("of a long address every word stands in the window, smaller where it must", () => {
  const words = (count: number, of: string) => Array.from({ length: count }, (_, index) => `${of}${index}`);
  const address = [words(20, "Klinikum"), words(14, "Straße"), ["01067", ...words(10, "Ortsteil")]];
  const customer = { ...request.customer, address: address.map((line) => line.join(" ")) };
  const found = read(destroyRequest({ ...request, customer }, printing), "pdftotext", (file) => [
    "-bbox",
    "-l",
    "1",
    file,
    "-",
  ]);
  const boxes = new Map(
    [...found.matchAll(/xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="([\d.]+)">([^<]+)</g)].map(
      ([, left, right, bottom, word = ""]) => [
        word,
        [left, right, bottom].map((points) => (Number(points) * 25.4) / 72),
      ],
    ),
  );
  for (const word of address.flat()) {
    const [left = 0, right = 0, bottom = 0] = boxes.get(word) ?? [];
    expect(left, word).toBeGreaterThan(24.9);
    expect(right, word).toBeLessThan(105);
    expect(bottom, word).toBeLessThan(73);
  }
});

expensive("ten requests of up to 400 boxes, read again")(
  "many boxes go over pages under the same heads, consent and signature stay together",
  () => {
    const box = { contents: ["Ordner"], year: 2010, destroyYear: 2020, keptUntil: null, marked: false };
    const boxes = Array.from({ length: 400 }, (_, index) => ({ ...box, code: boxCode(42, index + 1) }));
    for (const length of [20, 21, 22, 23, 24, 25, 26, 27, 28, 400]) {
      const totals = { boxes: length, contents: length, metres: length * 0.4 };
      const pages = pagesOf(destroyRequest({ ...request, boxes: boxes.slice(0, length), totals }, printing));
      expect(pages.filter((page) => /Zustimmung\n|Ort, Datum/.test(page))).toHaveLength(1);
      for (const page of pages) if (page.includes("0042.000.")) expect(page).toMatch(/Box\s+Inhalt\s+Jahr/);
      expect(pages.join("").match(/\d{4}\.\d{3}\.\d{3}/g)).toHaveLength(length);
    }
  },
);

test("where nothing is to be destroyed the letter says so and asks for no signature", () => {
  const none = { ...request, boxes: [], totals: { boxes: 0, contents: 0, metres: 0 } };
  const text = plain(destroyRequest(none, printing));
  expect(text).toContain("Derzeit ist keine Ihrer Boxen zur Vernichtung markiert oder fällig.");
  expect(text).not.toMatch(/Hiermit|Unterschrift/);
});

test("a request is a sound PDF/A with embedded fonts, and comes out the same every time", () => {
  const pdf = destroyRequest(request, printing);
  expectSound(pdf);
  expect(fontsOf(pdf)).not.toHaveLength(0);
  expect(fontsOf(pdf).every(({ embedded }) => embedded)).toBe(true);
  expect(infoOf(pdf)).toMatchObject({ Title: "Vernichtungsanfrage", Pages: "1" });
  expect(destroyRequest(request, printing).equals(pdf)).toBe(true);
});
