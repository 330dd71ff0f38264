import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { placeScanText } from "#rules/stock/places/place-sign.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { labelSizes, type LabelSizeName } from "#rules/paper/label-sizes.ts";
import { barcodeModule, barcodeModules } from "#server/documents/codes/barcode.ts";
import { type Face, faces, type Weight } from "#server/documents/paper/fonts.ts";
import { mm } from "#server/documents/paper/page.ts";
import { printable, shorten, wrap } from "#server/documents/paper/printable.ts";

/** A box's label, `amount` times. */
export interface BoxLabel {
  readonly code: string;
  readonly customer: { readonly code: number; readonly name: string };
  readonly amount: number;
}

/** A label at the head of a row. */
export interface RowLabel {
  readonly id: number;
  readonly number: number;
  readonly area: string;
}

/** A label below a place of a row. */
export interface PlaceLabel extends RowLabel {
  readonly part: number;
  readonly height: number;
}

/** Elements of a label, in points from its upper left corner: PDF and ZPL draw the same. */
export interface LabelElements {
  readonly texts: readonly LabelText[];
  /** Digits as Code 128 in set C; a label too small for bars has none. */
  readonly bars: LabelBars | null;
  /** A QR code, `side` wide and high without its quiet zone. */
  readonly qr: { readonly x: number; readonly y: number; readonly side: number; readonly text: string };
}

/** One line with its baseline at `y`. */
interface LabelText {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: Weight;
  readonly text: string;
}

interface LabelBars {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** The narrowest bar. */
  readonly module: number;
  readonly digits: string;
}

// Bars and QR code with a quiet zone between them are wider than the label of 3474, so the bars lie below the code's lower edge,
// each in the other's empty corner. Larger and smaller labels are the same in another scale.
const usual = { width: 60, height: 28 }; // mm of 3474 within its edges
const smallestWithBars = 0.8;
const moduleDots = 10; // of a printer of 600 dpi: bars of another scale have whole dots, too
const barWidth = barcodeModules * barcodeModule;
const capital = 0.727; // the part of a text's size that a capital or a figure is high

/** The room within the edges of a label, in points, and how much larger than that of 3474 it is. */
function roomOf(size: LabelSizeName) {
  const { label, edge } = labelSizes[size];
  const scale = Math.min((label.x - 2 * edge.x) / usual.width, (label.y - 2 * edge.y) / usual.height);
  const [left, top, right, bottom] = [edge.x, edge.y, label.x - edge.x, label.y - edge.y].map(mm) as Corners;
  return { left, top, right, bottom, scale, side: mm(18) * scale };
}
type Corners = [number, number, number, number];
type Room = ReturnType<typeof roomOf>;

/** Writes labels of boxes (product 9): code, customer, bars and QR code with the same ten digits. */
export function boxElements(size: LabelSizeName): (box: Omit<BoxLabel, "amount">) => LabelElements {
  const room = roomOf(size);
  const layout = room.scale < smallestWithBars ? smallBox(room) : usualBox(room);
  const names = new Map<string, string[]>(); // thousands of labels are of few customers
  return ({ code, customer }) => {
    const name = names.get(customer.name) ?? twoLines(customer.name, layout.nameSize, layout.nameWidth);
    names.set(customer.name, name);
    return layout.elements(code, customer.code, name);
  };
}

interface BoxLayout {
  readonly nameSize: number;
  readonly nameWidth: number;
  readonly elements: (code: string, customer: number, name: readonly string[]) => LabelElements;
}

function usualBox({ left, top, right, bottom, scale, side }: Room): BoxLayout {
  const nameSize = 8.5 * scale;
  const codeSize = 15 * scale; // as wide as the bars
  const height = mm(9.5) * scale;
  const module = (Math.floor(moduleDots * scale + 1e-9) / moduleDots) * barcodeModule;
  return {
    nameSize,
    nameWidth: barWidth * scale,
    elements: (code, customer, name) => ({
      texts: [
        { x: left, y: top + codeSize * capital, size: codeSize, weight: "bold", text: showBoxCode(code) },
        customerText(left, top + mm(8.1) * scale, 7.5 * scale, customer),
        ...nameLines(left, top + mm(12) * scale, nameSize, name),
      ],
      bars: { x: left, y: bottom - height, height, module, digits: code },
      qr: { x: right - side, y: top, side, text: code },
    }),
  };
}

/** The code across the label, and below it the QR code beside the customer. */
function smallBox({ left, top, right, bottom }: Room): BoxLayout {
  const width = right - left;
  const codeSize = fitText(showBoxCode("0".repeat(10)), mm(5), width);
  const head = codeSize * capital;
  const side = bottom - top - head - mm(2);
  const size = mm(2.3);
  return {
    nameSize: size,
    nameWidth: width - side * (1 + 4 / 21), // the QR code's quiet zone
    elements: (code, customer, name) => ({
      texts: [
        { x: left, y: top + head, size: codeSize, weight: "bold", text: showBoxCode(code) },
        customerText(left, bottom - side + size * capital, size, customer),
        ...nameLines(left, bottom - side + size * (capital + 1.5), size, name),
      ],
      bars: null,
      qr: { x: right - side, y: bottom - side, side, text: code },
    }),
  };
}

function customerText(x: number, y: number, size: number, customer: number): LabelText {
  return { x, y, size, weight: "regular", text: `Kunde ${showCustomerCode(customer)}` };
}

const nameLines = (x: number, y: number, size: number, name: readonly string[]) =>
  name.map((text, index): LabelText => ({ x, y: y + (index * size * 10.5) / 8.5, size, weight: "regular", text }));

/** Writes labels of rows: area and number, the number once more, to be read from afar, and a QR code with the row's text (product 7). */
export function rowElements(size: LabelSizeName): (row: RowLabel) => LabelElements {
  const room = roomOf(size);
  const { left, bottom, scale } = room;
  return (row) => {
    const digits = String(row.number);
    const digitSize = fitText(digits, (mm(16) * scale) / capital, barWidth * scale);
    return {
      texts: [heading(room, row), { x: left, y: bottom, size: digitSize, weight: "bold", text: digits }],
      bars: null,
      qr: signCode(room, rowScanText(row.id)),
    };
  };
}

/** Writes labels of places: area and row, part and height, to be read from afar, and a QR code with the place's text (decision 126). */
export function placeElements(size: LabelSizeName): (place: PlaceLabel) => LabelElements {
  const room = roomOf(size);
  const { left, bottom, scale } = room;
  const line = mm(10) * scale;
  return (place) => {
    const lines = [`Teil ${place.part}`, `Höhe ${place.height}`];
    const most = (mm(7.5) * scale) / capital;
    const lineSize = Math.min(...lines.map((text) => fitText(text, most, barWidth * scale)));
    const large = lines.map((text, index): LabelText => {
      return { x: left, y: bottom - line * (1 - index), size: lineSize, weight: "bold", text };
    });
    return {
      texts: [heading(room, place), ...large],
      bars: null,
      qr: signCode(room, placeScanText(place.id, place)),
    };
  };
}

/** Area and number on one line; what is cut is never the number. */
function heading({ left, right, top, scale }: Room, { area, number }: RowLabel): LabelText {
  const width = right - left;
  const end = ` · Reihe ${number}`;
  const place = printable(area);
  const size = Math.max(11 * scale, fitText(place + end, 20 * scale, width));
  const cut = shorten(place, faces.bold, size, width - faces.bold.width(end, size));
  return { x: left, y: top + size * capital, size, weight: "bold", text: cut + end };
}

const signCode = ({ right, bottom, side }: Room, text: string) => ({ x: right - side, y: bottom - side, side, text });

/** A customer's name on two lines of this width, the second ending in `…` where there is more. */
function twoLines(text: string, size: number, width: number): string[] {
  const face: Face = faces.regular;
  const name = printable(text);
  const [first = "", second] = wrap(name, face, size, width);
  if (second === undefined) return [first];
  return [first, shorten(name.slice(first.length).trimStart(), face, size, width)];
}

/** The size, `most` at most, in which a bold text is not wider than `width`. */
function fitText(text: string, most: number, width: number): number {
  return Math.min(most, width / faces.bold.width(text, 1));
}
