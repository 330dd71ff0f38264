import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { boxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { labelSizeNames, labelSizes, labelsOfPage } from "#rules/paper/label-sizes.ts";
import { placeScanText } from "#rules/stock/places/place-sign.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { barcodesOf, expectSound, fontsOf, infoOf, pagesOf, textOf, withFile } from "#test/support/pdf.ts";
import { barcodeQuietZone } from "#server/documents/codes/barcode.ts";
import type { BoxLabel } from "./label-elements.ts";
import { labelSheet, placeLabelSheet, rowLabelSheet } from "./label-sheet.ts";
import { qrCodeQuietZone } from "#server/documents/codes/qr-code.ts";
import { repeated } from "#test/support/extent.ts";
import { expensive } from "#test/support/tiers.ts";

const printing = { provider: "Muster Archiv GmbH", day: "2026-12-24" };
const customer = { code: 42, name: "Klinikum Nord" };

function someLabels(amount: number): BoxLabel[] {
  return Array.from({ length: amount }, (_, index) => ({
    code: boxCode((index * 7) % 10_000, (index * 416_667) % 1_000_000),
    customer,
    amount: 1,
  }));
}

/** A page as an office printer would set it: black where `dark`. */
class Sheet {
  readonly width: number;
  readonly height: number;
  readonly #grey: Buffer;
  readonly #dotsPerMm: number;

  constructor(pdf: Buffer, dpi: number, page = 1) {
    const picture = withFile(pdf, (file) =>
      execFileSync("pdftoppm", ["-gray", "-r", `${dpi}`, "-f", `${page}`, "-l", `${page}`, file], {
        maxBuffer: 1 << 28,
      }),
    );
    const [head = "", width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString("latin1", 0, 40)) ?? [];
    this.width = Number(width);
    this.height = Number(height);
    this.#grey = picture.subarray(head.length);
    this.#dotsPerMm = dpi / 25.4;
  }

  dark(column: number, row: number): boolean {
    return (this.#grey[row * this.width + column] ?? 255) < 128;
  }

  /** The box around everything black between these places, all in millimetres; null where it is white. */
  blackIn(left: number, top: number, right: number, bottom: number) {
    const dots = this.#dotsPerMm;
    const [x1, x2] = [Math.max(0, Math.round(left * dots)), Math.min(this.width, Math.round(right * dots))];
    const [y1, y2] = [Math.max(0, Math.round(top * dots)), Math.min(this.height, Math.round(bottom * dots))];
    const found = { left: x2, top: y2, right: -1, bottom: -1 };
    for (let row = y1; row < y2; row++)
      for (let column = x1; column < x2; column++) {
        if (!this.dark(column, row)) continue;
        found.left = Math.min(found.left, column);
        found.right = Math.max(found.right, column + 1);
        found.top = Math.min(found.top, row);
        found.bottom = Math.max(found.bottom, row + 1);
      }
    if (found.right < 0) return null;
    return {
      left: found.left / dots,
      top: found.top / dots,
      right: found.right / dots,
      bottom: found.bottom / dots,
    };
  }

  /** The lengths of black and white in turn along a line, from the first black to the last, in millimetres. */
  runs(left: number, right: number, y: number): number[] {
    const dots = this.#dotsPerMm;
    const row = Math.round(y * dots);
    const edges: number[] = [];
    for (let column = Math.round(left * dots); column < right * dots; column++)
      if (this.dark(column, row) !== this.dark(column - 1, row)) edges.push(column);
    return edges.slice(1).map((edge, index) => (edge - (edges[index] ?? 0)) / dots);
  }

  /** The picture as a camera gives it. */
  get image(): ImageData {
    const data = new Uint8ClampedArray(this.width * this.height * 4).fill(255);
    for (const [index, grey] of this.#grey.entries()) data.fill(grey, index * 4, index * 4 + 3);
    return { data, width: this.width, height: this.height, colorSpace: "srgb" };
  }
}

/** Returns what another reader of QR codes finds on a page. */
async function photographed(pdf: Buffer, page = 1): Promise<string[]> {
  const { image } = new Sheet(pdf, 150, page);
  const found = await readBarcodes(image, { formats: ["QRCode"], tryHarder: true, maxNumberOfSymbols: 255 });
  return found.map(({ text }) => text).sort();
}

// its own reader, not the one of a network
const wasm = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

const codesOf = (labels: readonly BoxLabel[]) =>
  labels.flatMap(({ code, amount }) => Array<string>(amount).fill(code)).sort();

test("a label says code and customer, as often as wanted, in the order given", () => {
  const labels = [
    { code: "0042000123", customer, amount: 2 },
    { code: "0007999999", customer: { code: 7, name: "Größenwahn & Söhne" }, amount: 1 },
  ];
  const text = textOf(labelSheet({ labels, start: 1 }, printing));
  expect(text.match(/\d{4}\.\d{3}\.\d{3}/g)).toEqual(["0042.000.123", "0042.000.123", "0007.999.999"]);
  expect(text.match(/Kunde \d{4}/g)).toEqual(["Kunde 0042", "Kunde 0042", "Kunde 0007"]);
  expect(text).toContain("Größenwahn & Söhne");
});

test("a sheet is a sound PDF/A with embedded fonts, and comes out the same every time", () => {
  const data = { labels: someLabels(30), start: 5 };
  const pdf = labelSheet(data, printing);
  expectSound(pdf);
  expect(fontsOf(pdf)).not.toHaveLength(0);
  expect(fontsOf(pdf).every(({ embedded }) => embedded)).toBe(true);
  expect(infoOf(pdf)).toMatchObject({ Title: "Etiketten", Pages: "2" });
  expect(infoOf(pdf)["Page size"]).toContain("A4");
  expect(labelSheet(data, printing).equals(pdf)).toBe(true);
});

test("the sheet of the specification is what it was before there were others, to the byte", () => {
  const digest = (pdf: Buffer) => createHash("sha256").update(pdf).digest("hex");
  const names = ["Praxisgemeinschaft Dr. Lüdenscheid-Möllenbeck und Kollegen", "Klinikum Nord"];
  const labels = someLabels(30).map(({ code }, index) => {
    return { code, customer: { code: 42, name: names[index % 2] ?? "" }, amount: 1 + (index % 3) };
  });
  const rows = [
    { id: 17, number: 3, area: "Halle 1" },
    { id: 123_456, number: 104, area: "Außenlager Nordrhein-Westfalen, Tiefgeschoss unter dem Parkdeck" },
  ];
  expect([
    digest(labelSheet({ labels, start: 5 }, printing)),
    digest(rowLabelSheet({ rows, start: 24 }, printing)),
    digest(labelSheet({ labels: [], start: 7 }, printing)),
  ]).toEqual([
    "19ac538828727179755810bd89ed9b2f254291bb670a82eab48d78db0764f4d4",
    "c59d7d66b16b75b3aaa2dd2de11f4635a5fd285c20535bae303f86b6de4a9257",
    "03e81161c40b45b6294ae5a77d2c48bc23113568f031e4d8d89b7e8bcfe9c023",
  ]);
});

expensive("a sheet rendered at 600 dpi and measured")(
  "labels lie 70 × 37 mm apart from the sheet's corner on, 5 mm of the sheet's edge stay white",
  () => {
    const sheet = new Sheet(labelSheet({ labels: someLabels(24), start: 1 }, printing), 600);
    for (let place = 0; place < 24; place++) {
      const [x, y] = [(place % 3) * 70, 0.5 + Math.floor(place / 3) * 37];
      const bars = sheet.blackIn(x, y + 22.8, x + 46, y + 37);
      expect(bars?.left).toBeCloseTo(x + 5, 1);
      expect(bars?.right).toBeCloseTo(x + 5 + 38.1, 1);
      expect(bars?.bottom).toBeCloseTo(y + 32.5, 1);
      const qrCode = sheet.blackIn(x + 45, y, x + 70, y + 25);
      expect(qrCode?.left).toBeCloseTo(x + 47, 1);
      expect(qrCode?.right).toBeCloseTo(x + 65, 1);
      expect(qrCode?.top).toBeCloseTo(y + 4.5, 1);
      expect(qrCode?.bottom).toBeCloseTo(y + 22.5, 1);
    }
    const all = sheet.blackIn(0, 0, 210, 297);
    expect(Math.min(all?.left ?? 0, all?.top ?? 0)).toBeGreaterThan(4.95);
    expect(all?.right).toBeLessThan(205.05);
    expect(all?.bottom).toBeLessThan(292.05);
  },
);

expensive("a sheet rendered at 600 dpi and measured")(
  "bars are whole modules of 0.423 mm, and both symbols keep their quiet zones",
  () => {
    const labels = [{ code: "9999999999", customer: { code: 9999, name: "W".repeat(200) }, amount: 24 }];
    const sheet = new Sheet(labelSheet({ labels, start: 1 }, printing), 600);
    for (let place = 0; place < 24; place++) {
      const [x, y] = [(place % 3) * 70, 0.5 + Math.floor(place / 3) * 37];
      const modules = sheet.runs(x + 1, x + 46, y + 28).map((length) => length / 0.4233);
      expect(modules.map(Math.round).join("")).toBe("2112321131411131411131411131411131411131232331112");
      for (const module of modules) expect(Math.abs(module - Math.round(module))).toBeLessThan(0.11); // a dot
      const zone = barcodeQuietZone * 0.4233;
      expect(sheet.blackIn(x + 5 - zone, y + 23.1, x + 4.95, y + 32.4)).toBeNull();
      expect(sheet.blackIn(x + 43.15, y + 23.1, x + 43.1 + zone, y + 32.4)).toBeNull();
      const around = (qrCodeQuietZone * 18) / 21;
      expect(sheet.blackIn(x + 47 - around, y + 4.5 - around, x + 46.95, y + 22.5 + around)).toBeNull();
      expect(sheet.blackIn(x + 65.05, y + 4.5 - around, x + 65 + around, y + 22.5 + around)).toBeNull();
      expect(sheet.blackIn(x + 47, y + 4.5 - around, x + 65, y + 4.45)).toBeNull();
      expect(sheet.blackIn(x + 47, y + 22.55, x + 65, y + 22.5 + around)).toBeNull();
    }
  },
);

const half = repeated(240, 1200);

expensive("480 labels drawn and their barcodes read")(
  `every barcode of ${2 * half} labels is read, none wrong`,
  () => {
    // the reader counts equal codes on one page once, so each comes again pages later
    const labels = [...someLabels(half), ...someLabels(half)];
    expect(barcodesOf(labelSheet({ labels, start: 1 }, printing))).toEqual(codesOf(labels));
  },
  repeated(180_000, 900_000),
);

expensive("three sheets photographed and 72 codes read")(
  "every QR code of three sheets is read, none wrong",
  async () => {
    const labels = someLabels(72);
    const pdf = labelSheet({ labels, start: 1 }, printing);
    const read = [...(await photographed(pdf, 1)), ...(await photographed(pdf, 2)), ...(await photographed(pdf, 3))];
    expect(read.sort()).toEqual(codesOf(labels));
  },
);

test("a sheet already begun is used up from the given label on", () => {
  const labels = [{ code: "0042000123", customer, amount: 25 }];
  const pdf = labelSheet({ labels, start: 24 }, printing);
  expect(pagesOf(pdf).map((page) => page.match(/0042\.000\.123/g)?.length)).toEqual([1, 24]);
  const sheet = new Sheet(pdf, 100);
  expect(sheet.blackIn(0, 0, 210, 259)).toBeNull();
  expect(sheet.blackIn(0, 259, 140, 297)).toBeNull();
  expect(sheet.blackIn(140, 259, 210, 297)?.left).toBeCloseTo(145, 0);
  expect(infoOf(labelSheet({ labels: labels.map((box) => ({ ...box, amount: 24 })), start: 1 }, printing)).Pages).toBe(
    "1",
  );
});

test("a sheet without labels says so", () => {
  expect(textOf(labelSheet({ labels: [], start: 7 }, printing))).toContain("Keine Etiketten ausgewählt.");
  const none = [{ code: "0042000123", customer, amount: 0 }];
  expect(textOf(labelSheet({ labels: none, start: 24 }, printing))).toContain("Keine Etiketten ausgewählt.");
  expect(textOf(rowLabelSheet({ rows: [], start: 1 }, printing))).toContain("Keine Reihen ausgewählt.");
  expect(textOf(placeLabelSheet({ places: [], start: 1 }, printing))).toContain("Keine Plätze ausgewählt.");
});

test("names with signs that no font has are drawn, long ones end in an ellipsis", () => {
  const names = [
    "Łódź „Čelik“ ß €",
    "Praxis 🗄️ Süd",
    "x".repeat(200),
    "Praxisgemeinschaft Dr. Lüdenscheid-Möllenbeck und Kollegen",
    "",
  ];
  const labels = names.map((name, index) => ({ code: boxCode(1, index), customer: { code: 1, name }, amount: 1 }));
  const pdf = labelSheet({ labels, start: 1 }, printing);
  const text = textOf(pdf);
  for (const part of ["Łódź „Čelik“ ß €", "Praxis □ Süd", "xxx…"]) expect(text).toContain(part);
  expect(text).toMatch(/Lüdenscheid-\S*…/);
  expect(text.match(/\d{4}\.\d{3}\.\d{3}/g)).toEqual(labels.map(({ code }) => showBoxCode(code)));
  expectSound(pdf);
});

expensive("two sheets photographed and one measured")(
  "a row's label names area and row and carries the row's text",
  async () => {
    const rows = [
      { id: 17, number: 3, area: "Halle 1" },
      { id: 123_456, number: 104, area: "Außenlager Nordrhein-Westfalen, Tiefgeschoss unter dem Parkdeck" },
    ];
    const pdf = rowLabelSheet({ rows, start: 24 }, printing);
    expect(textOf(pdf)).toContain("Halle 1 · Reihe 3");
    expect(textOf(pdf)).toMatch(/Außenlager .*… · Reihe 104/);
    expect([await photographed(pdf, 1), await photographed(pdf, 2)]).toEqual([
      [rowScanText(17)],
      [rowScanText(123_456)],
    ]);
    const qrCode = new Sheet(pdf, 600, 2).blackIn(45, 12, 70, 37);
    expect((qrCode?.right ?? 0) - (qrCode?.left ?? 0)).toBeCloseTo(18, 1);
    expectSound(pdf);
  },
);

describe.each(labelSizeNames)("labels of %s", (size) => {
  const { page, label, columns, first, gap } = labelSizes[size];
  const amount = labelsOfPage(size);

  expensive("two sheets photographed and each label measured")(
    "fill a page, each symbol within its own label, and every code is read",
    async () => {
      const labels = someLabels(amount + 1);
      const pdf = labelSheet({ labels, start: 1, size }, printing);
      expect(await photographed(pdf)).toEqual(codesOf(labels.slice(0, amount)));
      expect(await photographed(pdf, 2)).toEqual(codesOf(labels.slice(amount)));
      const sheet = new Sheet(pdf, 300);
      expect([sheet.width, sheet.height].map((dots) => Math.round((dots / 300) * 25.4))).toEqual([page.x, page.y]);
      for (let place = 0; place < amount; place++) {
        const x = first.x + (place % columns) * (label.x + gap);
        const y = first.y + Math.floor(place / columns) * label.y;
        const black = sheet.blackIn(x, y, x + label.x, y + label.y);
        expect(black?.left).toBeGreaterThan(x + 1.8);
        expect(black?.top).toBeGreaterThan(y + 1.8);
        expect(black?.right).toBeLessThan(x + label.x - 1.8);
        expect(black?.bottom).toBeLessThan(y + label.y - 1.8);
      }
      expectSound(pdf);
    },
  );

  const isLarge = label.x > 50; // the others have a QR code only
  test.runIf(isLarge)("have bars that are read", () => {
    const labels = someLabels(amount);
    expect(barcodesOf(labelSheet({ labels, start: 1, size }, printing))).toEqual(codesOf(labels));
  });

  expensive("two sheets rendered and measured")("move by the offset of the office's printer", () => {
    const black = (offset: { x: number; y: number }) => {
      const data = { labels: someLabels(1), start: 1, size, offset };
      return new Sheet(labelSheet(data, printing), 300).blackIn(0, 0, page.x, page.y);
    };
    const [before, after] = [black({ x: 0, y: 0 }), black({ x: 1.5, y: -1 })];
    expect((after?.left ?? 0) - (before?.left ?? 0)).toBeCloseTo(1.5, 0);
    expect((after?.top ?? 0) - (before?.top ?? 0)).toBeCloseTo(-1, 0);
  });

  expensive("two sheets photographed and read")("name places, and carry the place's text", async () => {
    const places = [
      { id: 17, number: 3, area: "Halle 1", part: 3, height: 2 },
      { id: 2_147_483_647, number: 104, area: "Außenlager Nordrhein-Westfalen, Tiefgeschoss", part: 9999, height: 999 },
    ];
    const pdf = placeLabelSheet({ places, start: amount, size }, printing);
    const text = pagesOf(pdf).map((lines) => lines.replace(/\s+/g, " "));
    for (const part of ["Halle 1 · Reihe 3", "Teil 3", "Höhe 2"]) expect(text[0]).toContain(part);
    for (const part of ["… · Reihe 104", "Teil 9999", "Höhe 999"]) expect(text[1]).toContain(part);
    const read = [await photographed(pdf, 1), await photographed(pdf, 2)];
    expect(read).toEqual(places.map((place) => [placeScanText(place.id, place)]));
  });
});
