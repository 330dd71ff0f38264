import { addMonths } from "#rules/months.ts";

/** The places of a hall, and how many boxes stand and a year ago stood on them. */
export interface HallFill {
  readonly places: number;
  readonly boxes: number;
  readonly boxes_before: number;
}

/** Farther ahead nobody plans. */
const mostYears = 50;

/**
 * The month `YYYY-MM` in which a hall is full if it goes on filling as in the twelve months before `month`: `month` itself where it is
 * full, null where it does not fill, or not within fifty years.
 */
export function fullMonth({ places, boxes, boxes_before }: HallFill, month: string): string | null {
  if (places === 0) return null;
  if (boxes >= places) return month;
  const growth = boxes - boxes_before;
  const months = Math.ceil((12 * (places - boxes)) / growth);
  return growth <= 0 || months > 12 * mostYears ? null : addMonths(month, months);
}
