import type { Selectable } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * A delivery option as the API has it (specification 3): days with commas, `"1,2,5"`, times as `HH:MM` in Berlin, `prior` and
 * `window` in hours, the price in euro as a decimal string.
 */
export function shownOption(option: Selectable<Tables["delivery_options"]>) {
  return {
    id: option.id,
    customer: option.customer_id,
    description: option.description,
    days: option.days.join(","),
    fr: option.from_time.slice(0, 5),
    to: option.to_time.slice(0, 5),
    prior: option.prior_hours,
    window: option.window_hours,
    price: option.price,
    rush: option.rush,
  };
}
