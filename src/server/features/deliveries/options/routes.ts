import * as options from "#contract/calls/deliveries/delivery-options.ts";
import { nextDeliveryDay, timesOf } from "#rules/deliveries/delivery-date.ts";
import { routeHandler, answerChange } from "#server/http/answers.ts";
import { createDeliveryOption, deleteDeliveryOption, editDeliveryOption } from "./mutations.ts";
import { deliveryOptionById } from "./queries.ts";

export const deliveryOptionRoutes = [
  routeHandler(options.createDeliveryOption, ({ change, scope, body }) =>
    change(
      (tx) => createDeliveryOption(tx, body),
      (db, id) => deliveryOptionById(db, scope, id),
    ),
  ),
  answerChange(
    options.editDeliveryOption,
    ({ id, body }, commit) => commit((tx) => editDeliveryOption(tx, id, body)),
    ({ db, scope, id }) => deliveryOptionById(db, scope, id),
  ),
  routeHandler(options.nextDelivery, async ({ db, scope, id, now }) => {
    const { price, ...option } = await deliveryOptionById(db.read, scope, id);
    return { day: nextDeliveryDay(timesOf(option), now()), price };
  }),
  routeHandler(options.deleteDeliveryOption, ({ change, id }) => change((tx) => deleteDeliveryOption(tx, id))),
];
