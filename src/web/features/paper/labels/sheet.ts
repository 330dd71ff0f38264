import { showThings } from "#rules/amounts.ts";
import { type LabelAmounts, sheetLabels } from "#rules/paper/label-amounts.ts";

/** One thing with its labels: what stands on each of them in two short lines, and how many there are. */
export interface LabelItem {
  readonly key: string | number;
  readonly first: string;
  readonly second: string;
  readonly amount: number;
}

/** The chosen boxes: customer in the first line, number in the second. */
export function labelledBoxes(amounts: LabelAmounts): LabelItem[] {
  return [...amounts].map(([code, amount]) => ({
    key: code,
    first: code.slice(0, 4),
    second: `${code.slice(4, 7)}.${code.slice(7)}`,
    amount,
  }));
}

/** A place on a sheet: taken off before, with a label to come, or free. */
export type SheetPlace = "used" | LabelItem | null;

/** Counts the sheets that the labels fill, the first of them from its label `start` on. */
export function countSheets(labels: readonly LabelItem[], start: number, ofSheet: number = sheetLabels): number {
  const total = labels.reduce((sum, { amount }) => sum + amount, 0);
  return total === 0 ? 0 : Math.ceil((start - 1 + total) / ofSheet);
}

/** The places of a sheet, row by row; sheets count from 1. */
export function sheetPlaces(labels: readonly LabelItem[], start: number, sheet: number, ofSheet: number = sheetLabels) {
  const begin = (sheet - 1) * ofSheet;
  const places = Array.from({ length: ofSheet }, (_, index): SheetPlace => {
    return begin + index < start - 1 ? "used" : null;
  });
  let next = start - 1;
  for (const label of labels) {
    const end = next + label.amount;
    for (let at = Math.max(next, begin); at < Math.min(end, begin + ofSheet); at++) places[at - begin] = label;
    next = end;
    if (next >= begin + ofSheet) break;
  }
  return places;
}

/** `48 Etiketten auf 2 Bögen`; of no sheet, a roll say, without it. */
export function labelsText(labels: number, sheets: number): string {
  const count = showThings(labels, "Etikett", "Etiketten");
  return sheets === 0 ? count : `${count} auf ${showThings(sheets, "Bogen", "Bögen")}`;
}
