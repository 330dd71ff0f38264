import type { nextDelivery } from "#contract/calls/deliveries/delivery-options.ts";
import type { Reply } from "#contract/route.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { isDay, showDate } from "#rules/dates.ts";
import { deliveryDayProblem, parseDays, shownDays } from "#rules/deliveries/delivery-date.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";

/** Days that an option offers, by the server's clock. */
export type OfferedDays = Reply<typeof nextDelivery>;

/** Returns the problem with the day that was typed; undefined where the day is possible. The server checks again (product 6). */
export function dayProblem(option: DeliveryOption, typed: string, offered: OfferedDays): string | undefined {
  if (typed === "") return invalid.required;
  if (!isDay(typed)) return invalid.range;
  const closed = (day: string) => offered.closed.find((one) => one.day === day)?.name;
  const days = parseDays(option.days);
  const next = showDate(offered.day);
  switch (deliveryDayProblem(days, typed, { next: offered.day, last: offered.last, closed })) {
    case "tooEarly":
      return refused.dateTooEarly(next).message;
    case "tooFar":
      return refused.dateTooFar.message;
    case "closed":
      return refused.closedThen(showDate(typed), closed(typed) ?? "", next).message;
    case "wrongWeekday":
      return refused.wrongWeekday(shownDays(days), next).message;
    case null:
      return undefined;
  }
}
