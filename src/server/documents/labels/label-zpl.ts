import { labelSizes, type LabelSizeName } from "#rules/paper/label-sizes.ts";
import { qrCode } from "#server/documents/codes/qr-code.ts";
import { printable } from "#server/documents/paper/printable.ts";
import { boxElements, type BoxLabel, type LabelElements, placeElements, type PlaceLabel } from "./label-elements.ts";

/** The roll in a label printer, and how many dots it prints on an inch. */
interface Roll {
  readonly size: LabelSizeName;
  readonly dpi: 203 | 300;
  /** Distance by which the printer prints beside the place, in mm. */
  readonly offset?: { readonly x: number; readonly y: number } | undefined;
}

/** The labels of boxes as ZPL II in UTF-8, in the order given, each once and its amount as `^PQ`. */
export function boxLabelZpl(data: Roll & { readonly labels: readonly BoxLabel[] }): Buffer {
  const elementsOf = boxElements(data.size);
  return Buffer.from(data.labels.map((box) => format(data, elementsOf(box), box.amount)).join(""));
}

/** The labels of places as ZPL II in UTF-8. */
export function placeLabelZpl(data: Roll & { readonly places: readonly PlaceLabel[] }): Buffer {
  const elementsOf = placeElements(data.size);
  return Buffer.from(data.places.map((place) => format(data, elementsOf(place), 1)).join(""));
}

/** Below the place where it is to go a printer draws a QR code, by the height of `^BY`. */
const qrDrop = 10; // dots

/**
 * One label. `^PW` and `^LL` are the label's size, `^CI28` says UTF-8, `^FT` is where a line begins, `^FO` a symbol's upper left
 * corner. Bars and QR code have as many whole dots for a module as the label has room for.
 */
function format({ size, dpi, offset }: Roll, { texts, bars, qr }: LabelElements, amount: number): string {
  const { label } = labelSizes[size];
  const ofMm = (length: number) => Math.round((length * dpi) / 25.4);
  const dots = (points: number) => Math.round((points * dpi) / 72);
  const wholeDots = (points: number) => Math.max(1, Math.floor((points * dpi) / 72 + 0.01));
  const [right, down] = [ofMm(offset?.x ?? 0), ofMm(offset?.y ?? 0)];
  const at = (x: number, y: number) => `${Math.max(0, x + right)},${Math.max(0, y + down)}`;
  const module = wholeDots(qr.side / qrCode(qr.text).size);
  const lines = [
    `^XA^CI28^PW${ofMm(label.x)}^LL${ofMm(label.y)}^LH0,0^BY${bars ? wholeDots(bars.module) : 1},2,${qrDrop}`,
    ...texts.map(
      ({ x, y, size: height, text }) => `^FT${at(dots(x), dots(y))}^A0N,${dots(height)}^FH^FD${escape(text)}^FS`,
    ),
    ...(bars ? [`^FO${at(dots(bars.x), dots(bars.y))}^BCN,${dots(bars.height)},N,N,N^FD>;${bars.digits}^FS`] : []),
    `^FO${at(dots(qr.x), dots(qr.y) - qrDrop)}^BQN,2,${module}^FDMA,${qr.text}^FS`,
    `^PQ${amount}^XZ\n`,
  ];
  return lines.join("\n");
}

/**
 * A text as `^FD` takes it after `^FH`: nothing but letters, digits, blanks and harmless signs stands as it is, all else as `_` and
 * the hexadecimal digits of each byte, so that nobody's name is a command (`^XZ`, `~JA`).
 */
function escape(text: string): string {
  return Array.from(Buffer.from(printable(text)), (byte) => {
    const sign = String.fromCharCode(byte);
    return /[A-Za-z0-9 .,:;()/+-]/.test(sign) ? sign : `_${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}
