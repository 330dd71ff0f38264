import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { isDay, showDate } from "#rules/dates.ts";
import { checkDeliveryDay, parseDays, shownDays, timesOf } from "#rules/deliveries/delivery-date.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";

/** What is wrong with the day that was typed; undefined where it is possible. The server checks again (product 6). */
export function dayProblem(option: DeliveryOption, typed: string, now: Date): string | undefined {
  if (typed === "") return invalid.required;
  if (!isDay(typed)) return invalid.range;
  const { problem, next } = checkDeliveryDay(timesOf(option), typed, now);
  if (problem === "tooEarly") return refused.dateTooEarly(showDate(next)).message;
  if (problem === "tooFar") return refused.dateTooFar.message;
  if (problem === "wrongWeekday")
    return refused.wrongWeekday(shownDays(parseDays(option.days)), showDate(next)).message;
  return undefined;
}
