import type { nextDelivery } from "#contract/calls/deliveries/delivery-options.ts";
import type { Reply } from "#contract/route.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { showThings } from "#rules/amounts.ts";
import { addDays, isDay, showDate } from "#rules/dates.ts";
import { deliveryDayProblem, isDeliveryDay, parseDays, shownDays } from "#rules/deliveries/delivery-date.ts";
import { isRushDay } from "#rules/deliveries/rush.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";

/** Days that an option offers, by the server's clock. */
export type OfferedDays = Reply<typeof nextDelivery>;

const closedOf = (offered: OfferedDays) => (day: string) => offered.closed.find((one) => one.day === day)?.name;

/** Returns the problem with the day that was typed; undefined where the day is possible. The server checks again (product 6). */
export function dayProblem(option: DeliveryOption, typed: string, offered: OfferedDays): string | undefined {
  if (typed === "") return invalid.required;
  if (!isDay(typed)) return invalid.range;
  const closed = closedOf(offered);
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

/** Choices that staff have of a day before the first possible one (decision 201). */
export interface Rush {
  /** Why nothing comes today; undefined where today is possible. */
  readonly whyNotToday: string | undefined;
  /** The first day on which it may come for a reason; undefined where the option has none. */
  readonly first: string | undefined;
  /** The chosen day wants a reason. */
  readonly isChosen: boolean;
}

/** Judges the day that was typed, as the server will. */
export function rushOf(option: DeliveryOption, typed: string, offered: OfferedDays): Rush {
  const { today, day: next } = offered;
  const days = { next, closed: closedOf(offered) };
  const isPossible = (day: string) => option.rush === true && isRushDay(day, today, days);
  let first = today;
  while (first < next && !isPossible(first)) first = addDays(first, 1);
  return {
    whyNotToday: today < next ? whyNotToday(option, today, days.closed(today)) : undefined,
    first: first < next ? first : undefined,
    isChosen: isDay(typed) && isPossible(typed),
  };
}

function whyNotToday({ days, prior, to }: DeliveryOption, today: string, closed: string | undefined): string {
  if (closed !== undefined) return `Heute ist kein Liefertag: ${closed}.`;
  const weekdays = parseDays(days);
  if (!isDeliveryDay(weekdays, today))
    return `Heute ist kein Liefertag dieser Lieferoption (nur ${shownDays(weekdays)}).`;
  const before = prior === 0 ? "" : `${showThings(prior, "Stunde", "Stunden")} vor `;
  return `Für heute ist es zu spät: Bestellschluss ist ${before}${to} Uhr.`;
}
