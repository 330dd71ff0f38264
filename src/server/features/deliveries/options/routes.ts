import * as options from "#contract/calls/deliveries/delivery-options.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import type { ClosedOn } from "#rules/deliveries/closed-days.ts";
import { deliveryDays, computeTimes } from "#rules/deliveries/delivery-date.ts";
import type { ClosedDay } from "#rules/deliveries/holidays.ts";
import { readClosedDays } from "#server/database/closing-days.ts";
import { routeHandler, answerChange } from "#server/http/answers.ts";
import { copyDeliveryOptions, createDeliveryOption, deleteDeliveryOption, editDeliveryOption } from "./mutations.ts";
import { deliveryOptionById } from "./queries.ts";

/** The days without deliveries from one day to another. */
function closedBetween(first: string, last: string, closed: ClosedOn): ClosedDay[] {
  const days: ClosedDay[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const name = closed(day);
    if (name !== undefined) days.push({ day, name });
  }
  return days;
}

export const deliveryOptionRoutes = [
  routeHandler(options.createDeliveryOption, ({ change, scope, actor, body }) =>
    change(
      (tx) => createDeliveryOption(tx, actor, body),
      (db, id) => deliveryOptionById(db, scope, id),
    ),
  ),
  routeHandler(options.copyDeliveryOptions, ({ change, scope, actor, body }) =>
    change(
      (tx) => copyDeliveryOptions(tx, actor, body),
      (db, ids) => Promise.all(ids.map((id) => deliveryOptionById(db, scope, id))),
    ),
  ),
  answerChange(
    options.editDeliveryOption,
    (call, commit) => commit((tx) => editDeliveryOption(tx, call.actor, call.id, call.body, call)),
    ({ db, scope, id }) => deliveryOptionById(db, scope, id),
  ),
  routeHandler(options.nextDelivery, async ({ db, config, scope, id, now }) => {
    const moment = now();
    const today = berlinDay(moment);
    const { price, ...option } = await deliveryOptionById(db.read, scope, id);
    const {
      next: day,
      last,
      closed,
    } = deliveryDays(computeTimes(option), moment, await readClosedDays(db.read, config.holidays));
    return { day, today, last, closed: closedBetween(today, last, closed), price };
  }),
  routeHandler(options.deleteDeliveryOption, ({ change, actor, id }) =>
    change((tx) => deleteDeliveryOption(tx, actor, id)),
  ),
];
