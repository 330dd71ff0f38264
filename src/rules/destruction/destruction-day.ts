import { berlinDay, showDate } from "#rules/dates.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Reason } from "#rules/texts/refusals.ts";

/** Returns the fault of the day `YYYY-MM-DD` on which a box is said to have been destroyed; null where there is none (product 4). */
export function destructionDayProblem(day: string, created: Date, now: Date): Reason | null {
  const first = berlinDay(created);
  if (day > berlinDay(now)) return refused.futureDate;
  return day < first ? refused.beforeBox(showDate(first)) : null;
}
