import type { DeliveryDays } from "./delivery-date.ts";

/** Says whether staff may take the day of an order with a reason: from `today` on, before the first day that is offered, and not closed (decision 201). */
export const isRushDay = (day: string, today: string, { next, closed }: Omit<DeliveryDays, "last">): boolean =>
  day >= today && day < next && closed(day) === undefined;
