import { describe, expect, test } from "vitest";
import { boxCode } from "#rules/stock/box-code.ts";
import { labelSizeNames, labelSizes } from "#rules/paper/label-sizes.ts";
import { placeScanText } from "#rules/stock/places/place-sign.ts";
import { qrCode } from "#server/documents/codes/qr-code.ts";
import { boxLabelZpl, placeLabelZpl } from "./label-zpl.ts";

/** Content of one format, as a label printer understands it; coordinates in dots. */
interface Format {
  readonly width: number;
  readonly length: number;
  readonly module: number;
  readonly amount: number;
  readonly texts: { x: number; y: number; height: number; text: string }[];
  readonly bars: { x: number; y: number; height: number; data: string }[];
  readonly codes: { x: number; y: number; module: number; data: string }[];
}

/** Reads ZPL as a printer does: every `^` and `~` begins a command. Throws for one that no label of ours has. */
function readZpl(bytes: Buffer): Format[] {
  const formats: Format[] = [];
  const texts = bytes.toString("latin1").replaceAll("\n", "");
  let [origin, kind, isHex]: [number[], string, boolean] = [[], "", false];
  let format: Format | undefined;
  for (const command of texts.split(/(?=[\^~])/)) {
    const [name, parameters] = [command.slice(0, 3), command.slice(3)];
    const numbers = parameters.split(",").map(Number);
    const set = (values: Partial<Format>) => Object.assign(format ?? {}, values);
    if (name === "^XA") format = { width: 0, length: 0, module: 0, amount: 0, texts: [], bars: [], codes: [] };
    else if (!format) throw new Error(`${command} outside of a label`);
    else if (name === "^PW") set({ width: numbers[0] ?? 0 });
    else if (name === "^LL") set({ length: numbers[0] ?? 0 });
    else if (name === "^BY") set({ module: numbers[0] ?? 0 });
    else if (name === "^PQ") set({ amount: numbers[0] ?? 0 });
    else if (["^FT", "^FO"].includes(name)) [origin, isHex] = [numbers, false];
    else if (["^A0", "^BC", "^BQ"].includes(name)) kind = command;
    else if (name === "^FH") isHex = true;
    else if (name === "^FD") {
      const [x = NaN, y = NaN] = origin;
      const size = Number(kind.split(",")[kind.startsWith("^BQ") ? 2 : 1]);
      if (kind.startsWith("^BC")) format.bars.push({ x, y, height: size, data: parameters });
      else if (kind.startsWith("^BQ")) format.codes.push({ x, y, module: size, data: parameters });
      else format.texts.push({ x, y, height: size, text: isHex ? unescape(parameters) : parameters });
    } else if (name === "^XZ") formats.push(format);
    else if (!["^CI28", "^LH0,0", "^FS"].includes(command)) throw new Error(`${command} is none of ours`);
  }
  return formats;
}

const unescape = (text: string) =>
  Buffer.from(
    text.replace(/_([\dA-F]{2})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16))),
    "latin1",
  ).toString();

const label = (name: string, amount = 1) => ({ code: "0042000123", customer: { code: 42, name }, amount });
const roll = { size: "100x50", dpi: 203 } as const;
const textsOf = (name: string) =>
  readZpl(boxLabelZpl({ ...roll, labels: [label(name)] }))[0]?.texts.map((one) => one.text);

describe.each(labelSizeNames.flatMap((size) => ([203, 300] as const).map((dpi) => ({ size, dpi }))))(
  "labels of $size for a printer of $dpi dpi",
  ({ size, dpi }) => {
    const dots = (mm: number) => (mm * dpi) / 25.4;

    test("have everything within the label, and bars and QR code of the box", () => {
      const labels = [label("Klinikum Nord", 3), { ...label("W".repeat(200)), code: boxCode(9999, 999_999) }];
      const formats = readZpl(boxLabelZpl({ size, dpi, labels }));
      expect(formats.map(({ amount }) => amount)).toEqual([3, 1]);
      for (const [index, { width, length, module, texts, bars, codes }] of formats.entries()) {
        const { code = "" } = labels[index] ?? {};
        expect(width).toBe(Math.round(dots(labelSizes[size].label.x)));
        expect(length).toBe(Math.round(dots(labelSizes[size].label.y)));
        for (const { x, y, height } of texts) {
          expect(Math.min(x, y - height)).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThan(length);
        }
        expect(bars.map(({ data }) => data)).toEqual(size === "L7651" ? [] : [`>;${code}`]);
        expect(codes.map(({ data }) => data)).toEqual([`MA,${code}`]);
        const [bar] = bars;
        const [qr = { x: NaN, y: NaN, module: NaN }] = codes;
        const side = 21 * qr.module;
        expect(qr.x + side).toBeLessThan(width);
        expect(qr.y + 10 + side).toBeLessThan(length); // a printer draws it ten dots lower
        if (!bar) continue;
        expect(bar.x + 90 * module).toBeLessThan(width);
        expect(bar.y + bar.height).toBeLessThan(length);
        expect(bar.y).toBeGreaterThan(qr.y + 10 + side); // below it: neither is in the other's quiet zone
      }
    });

    test("name places", () => {
      const place = { id: 17, number: 3, area: "Halle 1", part: 9999, height: 2 };
      const [format] = readZpl(placeLabelZpl({ size, dpi, places: [place] }));
      expect(format?.texts.map(({ text }) => text)).toEqual(["Halle 1 · Reihe 3", "Teil 9999", "Höhe 2"]);
      expect(format?.codes.map(({ data }) => data)).toEqual([`MA,${placeScanText(17, place)}`]);
      const [qr = { x: NaN, module: NaN }] = format?.codes ?? [];
      expect(qr.x + qrCode(placeScanText(17, place)).size * qr.module).toBeLessThan(format?.width ?? 0);
    });
  },
);

test.each(["^XZ", "~JA", "A^FS^XZ~JA^XA", "_5EXZ", "a\\&b", "Größenwahn & Söhne", "Łódź €", ">;1"])(
  "the customer's name %s prints as text",
  (name) => expect(textsOf(name)).toEqual(["0042.000.123", "Kunde 0042", name]),
);

test("no name has a sign that begins a command", () => {
  const all = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));
  for (const name of [...all, "\u{1F5C4}", "\ud800"]) {
    const zpl = boxLabelZpl({ ...roll, labels: [label(`x${name}x`)] }).toString("latin1");
    const data = zpl
      .split("^FH^FD")
      .slice(1)
      .map((field) => field.split("^FS")[0]);
    expect(data.join("")).toMatch(/^[A-Za-z0-9 .,:;()/+_-]*$/);
    expect(zpl.match(/\^XA/g)).toHaveLength(1);
  }
});

test("a printer's offset moves what is printed, but never off the label's upper left corner", () => {
  const first = (x: number, y: number) => {
    const [format] = readZpl(boxLabelZpl({ ...roll, offset: { x, y }, labels: [label("Klinikum Nord")] }));
    return { x: format?.bars[0]?.x ?? NaN, y: format?.bars[0]?.y ?? NaN };
  };
  const none = first(0, 0);
  expect(first(2, -1)).toEqual({ x: none.x + 16, y: none.y - 8 });
  expect(first(-5, 0).x).toBe(0);
});
