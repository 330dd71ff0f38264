import { addDays } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";

/** The places of a hall, and how many boxes stand on them, and stood when this month began a year ago. */
export interface HallFill {
  readonly places: number;
  readonly boxes: number;
  readonly boxes_before: number;
}

/** Farther ahead nobody plans. */
const mostYears = 50;

/**
 * The month `YYYY-MM` in which a hall is full if it goes on filling as it did until `day` since that month began a year ago: the month of `day`
 * itself where it is full, null where it does not fill, or not within fifty years.
 */
export function fullMonth({ places, boxes, boxes_before }: HallFill, day: string): string | null {
  if (places === 0) return null;
  const month = day.slice(0, 7);
  if (boxes >= places) return month;
  const growth = boxes - boxes_before;
  const ofMonth = Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(8));
  const days = 12 * ofMonth + Number(day.slice(8)) - 1; // each month as long as this one
  const months = Math.ceil((days * (places - boxes)) / (growth * ofMonth));
  return growth <= 0 || months > 12 * mostYears ? null : addMonths(month, months);
}
