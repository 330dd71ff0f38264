import { bareCode } from "#rules/stock/box-code.ts";
import { parseRowScan, rowScanText } from "#rules/stock/positions.ts";
import type { Spot } from "./place-cursor.ts";

/** The sign of a row, or of a place in it. */
export interface RowSign {
  readonly row: number;
  readonly spot: Spot | null;
}

/** The text of a place's QR code, of letters as a row's (decision 126): `LREIHE17T3H2`. */
export function placeScanText(rowId: number, { part, height }: Spot): string {
  return `${rowScanText(rowId)}T${part}H${height}`;
}

/** Reads a scanned sign and returns what it names; null where the text is no sign. */
export function parseSign(text: string): RowSign | null {
  const row = parseRowScan(text);
  const [, part, height] = /T(\d+)H(\d+)$/i.exec(bareCode(text)) ?? [];
  return row === null ? null : { row, spot: part && height ? { part: Number(part), height: Number(height) } : null };
}
