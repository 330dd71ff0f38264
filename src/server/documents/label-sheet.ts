import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { sheetLabels } from "#rules/paper/label-amounts.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import {
  barcodeBars,
  barcodeModule,
  barcodeModules,
  barOperators,
  drawBarcode,
} from "#server/documents/codes/barcode.ts";
import { faces } from "#server/documents/paper/fonts.ts";
import { black, mm, Paper, type Printing, sizes } from "#server/documents/paper/page.ts";
import { printable, shorten, wrap } from "#server/documents/paper/printable.ts";
import { drawQrCode, qrCode } from "#server/documents/codes/qr-code.ts";

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

/** Where the first label goes: 1 to 24 on a sheet, line by line; above 1 on a sheet already begun. */
interface Start {
  readonly start: number;
}

// Avery Zweckform 3474 (product 9): 3 × 8 labels of 70 × 37 mm without gaps, half a millimetre left over above and below
const columns = 3;
const label = { width: mm(70), height: mm(37), above: mm(0.5) };

// Black stays 5 mm away from the sheet's edges, which office printers leave blank. Bars and QR code with a quiet zone
// between them are wider than what is left, so the bars lie below the code's lower edge, each in the other's empty corner.
const left = mm(5);
const right = mm(65);
const top = mm(4.5);
const bottom = mm(32.5);
const side = mm(18);
const barWidth = barcodeModules * barcodeModule;
const barHeight = mm(9.5);

const big = { weight: "bold", color: black } as const;
const codeSize = 15; // as wide as the bars
const nameSize = 8.5;
const nameHeight = 10.5;
const capital = 0.727; // the part of a text's size that a capital or a figure is high

/** A label's upper left corner on its page, in points. */
interface Corner {
  readonly x: number;
  readonly y: number;
}

/** The labels of boxes (product 9), in the order given: code, customer, bars and QR code with the same ten digits. */
export function labelSheet(data: Start & { readonly labels: readonly BoxLabel[] }, printing: Printing): Buffer {
  const paper = sheet("Etiketten", printing);
  const names = new Map<string, string[]>(); // thousands of labels are of few customers
  let place = data.start - 1;
  for (const box of data.labels) {
    const name = names.get(box.customer.name) ?? twoLines(box.customer.name);
    names.set(box.customer.name, name);
    const draw = boxLabel(paper, box, name);
    for (let copy = 0; copy < box.amount; copy++) draw(corner(paper, place++));
  }
  if (place < data.start) empty(paper, "Keine Etiketten ausgewählt.");
  return paper.finish();
}

/** The labels of rows on the same sheets: area and number, and a QR code with the row's text (product 7). */
export function rowLabelSheet(data: Start & { readonly rows: readonly RowLabel[] }, printing: Printing): Buffer {
  const paper = sheet("Reihenetiketten", printing);
  for (const [index, row] of data.rows.entries()) drawRowLabel(paper, row, corner(paper, data.start - 1 + index));
  if (data.rows.length === 0) empty(paper, "Keine Reihen ausgewählt.");
  return paper.finish();
}

/** A box's label ready to be drawn at any corner, its symbols encoded once. */
function boxLabel(paper: Paper, { code, customer }: BoxLabel, name: string[]): (corner: Corner) => void {
  const bars = barOperators(barcodeBars(code));
  const qr = qrCode(code);
  return ({ x, y }) => {
    paper.text(x + left, y + top + codeSize * capital, showBoxCode(code), { ...big, size: codeSize });
    paper.text(x + left, y + mm(12.6), `Kunde ${showCustomerCode(customer.code)}`, { size: 7.5, color: black });
    for (const [index, line] of name.entries())
      paper.text(x + left, y + mm(16.5) + index * nameHeight, line, { size: nameSize, color: black });
    drawBarcode(paper, bars, { x: x + left, y: y + bottom - barHeight, height: barHeight });
    drawQrCode(paper, qr, { x: x + right - side, y: y + top, side });
  };
}

/** Area and number on one line, and the number once more, to be read from afar. */
function drawRowLabel(paper: Paper, { id, area, number }: RowLabel, { x, y }: Corner): void {
  const width = right - left;
  const digits = String(number);
  const end = ` · Reihe ${digits}`;
  const place = printable(area);
  const size = Math.max(11, fitText(place + end, 20, width));
  const cut = shorten(place, faces.bold, size, width - faces.bold.width(end, size)); // never the number
  paper.text(x + left, y + top + size * capital, cut + end, { ...big, size });
  paper.text(x + left, y + bottom, digits, { ...big, size: fitText(digits, mm(16) / capital, barWidth) });
  drawQrCode(paper, qrCode(rowScanText(id)), { x: x + right - side, y: y + bottom - side, side });
}

function sheet(title: string, printing: Printing): Paper {
  return new Paper(printing, { title, bare: true });
}

/** The upper left corner of the label at a place counted from 0; begins the next sheet where it lies on one. */
function corner(paper: Paper, place: number): Corner {
  while (paper.pages <= Math.floor(place / sheetLabels)) paper.nextPage();
  const line = Math.floor((place % sheetLabels) / columns);
  return { x: (place % columns) * label.width, y: label.above + line * label.height };
}

/** A customer's name on two lines as wide as the bars, the second ending in `…` where there is more. */
function twoLines(text: string): string[] {
  const name = printable(text);
  const [first = "", second] = wrap(name, faces.regular, nameSize, barWidth);
  if (second === undefined) return [first];
  return [first, shorten(name.slice(first.length).trimStart(), faces.regular, nameSize, barWidth)];
}

/** The size, `most` at most, in which a bold text is not wider than `width`. */
function fitText(text: string, most: number, width: number): number {
  return Math.min(most, width / faces.bold.width(text, 1));
}

function empty(paper: Paper, sentence: string): void {
  paper.text(paper.width / 2, paper.height / 2, sentence, { size: sizes.heading, align: "center" });
}
