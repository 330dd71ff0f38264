import * as options from "#contract/calls/delivery-options.ts";
import { answer, answerChange } from "#server/http/answers.ts";
import { createDeliveryOption, deleteDeliveryOption, editDeliveryOption } from "./mutations.ts";
import { deliveryOptionById } from "./queries.ts";

export const deliveryOptionRoutes = [
  answer(options.createDeliveryOption, async ({ db, scope, body }) => {
    const id = await db.write((tx) => createDeliveryOption(tx, body));
    return deliveryOptionById(db.read, scope, id);
  }),
  answerChange(
    options.editDeliveryOption,
    ({ db, id, body }) => db.write((tx) => editDeliveryOption(tx, id, body)),
    ({ db, scope, id }) => deliveryOptionById(db.read, scope, id),
  ),
  answer(options.deleteDeliveryOption, ({ db, id }) => db.write((tx) => deleteDeliveryOption(tx, id))),
];
