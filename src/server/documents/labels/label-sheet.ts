import { labelSizes, labelsOfPage, type LabelSizeName, usualSize } from "#rules/paper/label-sizes.ts";
import { barcodeBars, barOperators, drawBarcode } from "#server/documents/codes/barcode.ts";
import { drawQrCode, qrCode } from "#server/documents/codes/qr-code.ts";
import { black, mm, Paper, type Printing, sizes } from "#server/documents/paper/page.ts";
import {
  boxElements,
  type BoxLabel,
  type LabelElements,
  placeElements,
  type PlaceLabel,
  rowElements,
  type RowLabel,
} from "./label-elements.ts";

/** On what labels are printed, and where the first one goes. */
interface Sheet {
  /** The number of the first label, line by line; above 1 on a sheet already begun. */
  readonly start: number;
  readonly size?: LabelSizeName | undefined;
  /** Distance by which the office's printer prints beside the place, in mm. */
  readonly offset?: { readonly x: number; readonly y: number } | undefined;
}

/** A label's upper left corner on its page, in points. */
interface Corner {
  readonly x: number;
  readonly y: number;
}

/** The labels of boxes (product 9), in the order given. */
export function labelSheet(data: Sheet & { readonly labels: readonly BoxLabel[] }, printing: Printing): Buffer {
  const { size = usualSize } = data;
  const elementsOf = boxElements(size);
  return sheetOf(data, printing, "Etiketten", "Keine Etiketten ausgewählt.", (paper, draw) => {
    for (const box of data.labels) draw(box.amount, drawing(paper, elementsOf(box)));
  });
}

/** The labels of rows on the same sheets. */
export function rowLabelSheet(data: Sheet & { readonly rows: readonly RowLabel[] }, printing: Printing): Buffer {
  const elementsOf = rowElements(data.size ?? usualSize);
  return sheetOf(data, printing, "Reihenetiketten", "Keine Reihen ausgewählt.", (paper, draw) => {
    for (const row of data.rows) draw(1, drawing(paper, elementsOf(row)));
  });
}

/** The labels of places on the same sheets. */
export function placeLabelSheet(data: Sheet & { readonly places: readonly PlaceLabel[] }, printing: Printing): Buffer {
  const elementsOf = placeElements(data.size ?? usualSize);
  return sheetOf(data, printing, "Platzetiketten", "Keine Plätze ausgewählt.", (paper, draw) => {
    for (const place of data.places) draw(1, drawing(paper, elementsOf(place)));
  });
}

type Drawing = (corner: Corner) => void;

/** Sheets with what `fill` draws on them, label after label. */
function sheetOf(
  sheet: Sheet,
  printing: Printing,
  title: string,
  none: string,
  fill: (paper: Paper, draw: (amount: number, drawing: Drawing) => void) => void,
): Buffer {
  const { page } = labelSizes[sheet.size ?? usualSize];
  const paper = new Paper(printing, { title, bare: true, pageSize: [mm(page.x), mm(page.y)] });
  let place = sheet.start - 1;
  fill(paper, (amount, draw) => {
    for (let copy = 0; copy < amount; copy++) draw(corner(paper, sheet, place++));
  });
  if (place < sheet.start) empty(paper, none);
  return paper.finish();
}

/** A label ready to be drawn at any corner, its symbols encoded once. */
function drawing(paper: Paper, { texts, bars, qr }: LabelElements): Drawing {
  const operators = bars && barOperators(barcodeBars(bars.digits));
  const code = qrCode(qr.text);
  return ({ x, y }) => {
    for (const { text, size, weight, ...at } of texts)
      paper.text(x + at.x, y + at.y, text, { size, weight, color: black });
    if (bars && operators) drawBarcode(paper, operators, { ...bars, x: x + bars.x, y: y + bars.y });
    drawQrCode(paper, code, { x: x + qr.x, y: y + qr.y, side: qr.side });
  };
}

/** The upper left corner of the label at a place counted from 0; begins the next sheet where it lies on one. */
function corner(paper: Paper, { size = usualSize, offset = { x: 0, y: 0 } }: Sheet, place: number): Corner {
  const { columns, first, label, gap } = labelSizes[size];
  const labels = labelsOfPage(size);
  while (paper.pages <= Math.floor(place / labels)) paper.nextPage();
  const line = Math.floor((place % labels) / columns);
  return {
    x: mm(first.x + offset.x + (place % columns) * (label.x + gap)),
    y: mm(first.y + offset.y + line * label.y),
  };
}

function empty(paper: Paper, sentence: string): void {
  paper.text(paper.width / 2, paper.height / 2, sentence, { size: sizes.heading, align: "center" });
}
