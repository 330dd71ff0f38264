import type { createPickup as contract } from "#contract/calls/deliveries/deliveries.ts";
import { maxDeliveryLines } from "#contract/limits.ts";
import type { Body } from "#contract/route.ts";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import * as refused from "#rules/texts/delivery-refusals.ts";
import type { Transaction } from "#server/database/database.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import type { Scope } from "#server/database/scope.ts";
import { costCentreFor } from "#server/features/customers/cost-centres/mutations.ts";
import { addLines } from "#server/features/deliveries/lines/mutations.ts";
import {
  lockBasket,
  lockOrderer,
  type OrderContext,
  priceFor,
  problemsOfPickup,
  refuseBasket,
  storeDelivery,
  termsOfOrder,
} from "#server/features/deliveries/orders/mutations.ts";
import { createBoxes } from "#server/features/stock/boxes/mutations.ts";
import { badInput } from "#server/http/errors.ts";

/**
 * Orders a pick-up (kind 2): what comes back, boxes that are new, of a number or made already, and empty boxes to bring.
 * New ones belong to the cost centre that sends them in. All of it or nothing; answers the delivery's id.
 * @throws a 400 by field that names each box or content that stands in the way.
 */
export async function createPickup(
  tx: Transaction,
  scope: Scope,
  wanted: Body<typeof contract>,
  context: OrderContext,
): Promise<number> {
  const { customer, boxes, boxcontents, new_boxes = 0, empty_boxes = 0 } = wanted;
  await lockOrderer(tx, scope, customer);
  const terms = await termsOfOrder(tx, wanted, context);
  const known = boxes.length + boxcontents.length;
  if (known + new_boxes + empty_boxes === 0) throw badInput({ boxes: [refused.nothingToPickUp] });
  if (known + new_boxes > maxDeliveryLines) throw badInput({ new_boxes: [refused.tooManyLines(maxDeliveryLines)] });
  const basket = await lockBasket(tx, scope, wanted);
  refuseBasket(problemsOfPickup(basket, wanted));
  const cost_centre = await costCentreFor(tx, scope, customer, wanted.cost_centre);
  const created =
    new_boxes === 0
      ? []
      : await createBoxes(tx, scope.userId, {
          customerId: customer,
          start: 0,
          amount: new_boxes,
          size: wanted.size,
          costCentre: cost_centre,
        });
  const { id, code, time } = await storeDelivery(
    tx,
    scope,
    {
      ...wanted,
      cost_centre,
      price: priceFor(scope, wanted.price, terms, context),
      kind: DeliveryKind.pickup,
      empty_boxes,
    },
    terms,
  );
  const all = [...boxes, ...created];
  await addLines(tx, scope.userId, { id, code, kind: DeliveryKind.pickup }, { customer, boxes: all, boxcontents });
  const amounts = { boxes: all.length, contents: boxcontents.length, empty: empty_boxes };
  await notifyCustomer(tx, customer, { mail: "pickupReceived", delivery: id, code, time, ...amounts }, id);
  return id;
}
