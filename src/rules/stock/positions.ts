import { bareCode } from "./box-code.ts";

/** A place in the shelves: row + part (Teil, from 1) + height (Höhe, from 1), product 3. */
export interface ShelfPlace {
  readonly area: string;
  readonly row: number;
  readonly part: number;
  readonly height: number;
}

export const maxPart = 9999;
export const maxHeight = 999;

/** A place as the scanner's sentences name it: `Halle 1, Reihe 3, Teil 2, Höhe 1` (product 7). */
export function showPlace(place: ShelfPlace): string {
  return `${place.area}, Reihe ${place.row}, Teil ${place.part}, Höhe ${place.height}`;
}

/** The text of a row's QR code: letters that are at the same place on German, French and English keyboards (decision 117). */
export function rowScanText(rowId: number): string {
  return `LREIHE${rowId}`;
}

/** The row id in a scanned text, also of a place's sign, and as signs said it before (product 7); null where it is no sign. */
export function parseRowScan(text: string): number | null {
  const match = /^(?:LREIHE|MAGAZIN:ROW:)([1-9]\d{0,14})(T\d{1,4}H\d{1,3})?$/i.exec(bareCode(text));
  return match && Number(match[1]);
}

/**
 * The walking order inside a row: part ascending, descending where the row is `reverse`; within a part by
 * height (product 3). Negative when `a` comes first.
 */
export function compareInRow(
  a: { part: number; height: number },
  b: { part: number; height: number },
  reverse: boolean,
): number {
  return (reverse ? b.part - a.part : a.part - b.part) || a.height - b.height;
}
