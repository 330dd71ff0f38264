import * as deliveries from "#contract/calls/deliveries/deliveries.ts";
import { deliverySheet } from "#contract/sheets/deliveries.ts";
import { toPage } from "#rules/lists/paging.ts";
import type { Reader, Transaction } from "#server/database/database.ts";
import { setDeliveryAddress, setDeliveryLines } from "#server/features/deliveries/order-changes/mutations.ts";
import { createDelivery } from "#server/features/deliveries/orders/mutations.ts";
import { createPickup } from "#server/features/deliveries/pickups/mutations.ts";
import { routeHandler, answerChange, type Call } from "#server/http/answers.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { cancelDelivery, completeDelivery, editDelivery, startDelivery } from "./mutations.ts";
import { deliveryById, listOfDeliveries, plannedDeliveries } from "./queries.ts";

type One = Pick<Call<typeof deliveries.getDelivery>, "scope" | "id">;
const read = ({ db, scope, id }: One & { readonly db: Reader }) => deliveryById(db, scope, id);
const cancel = <T>({ scope, id }: One, commit: (work: (tx: Transaction) => Promise<void>) => Promise<T>) =>
  commit((tx) => cancelDelivery(tx, scope, id));

export const deliveryRoutes = [
  routeHandler(deliveries.listDeliveries, ({ db, scope, query }) => listOfDeliveries(db.read, scope, query)),
  answerSheet(deliveries.sheetOfDeliveries, {
    of: deliveries.listDeliveries,
    sheet: deliverySheet,
    rows: ({ db, scope, query }) => everyPage((piece) => listOfDeliveries(db, scope, { ...query, ...piece })),
  }),
  routeHandler(deliveries.deliveryPlan, async ({ db, scope }) => {
    const plannedRows = await plannedDeliveries(db.read, scope);
    return toPage(plannedRows, plannedRows.length, {});
  }),
  routeHandler(deliveries.getDelivery, (call) => read({ ...call, db: call.db.read })),
  routeHandler(deliveries.createDelivery, ({ change, config, scope, body, now, mayCharge }) =>
    change(
      (tx) => createDelivery(tx, scope, body, { now: now(), holidays: config.holidays, mayCharge }),
      (db, id) => deliveryById(db, scope, id),
    ),
  ),
  routeHandler(deliveries.createPickup, ({ change, config, scope, body, now, mayCharge }) =>
    change(
      (tx) => createPickup(tx, scope, body, { now: now(), holidays: config.holidays, mayCharge }),
      (db, id) => deliveryById(db, scope, id),
    ),
  ),
  answerChange(
    deliveries.editDelivery,
    (call, commit) => commit((tx) => editDelivery(tx, call, call.body, call.now())),
    read,
  ),
  answerChange(
    deliveries.setDeliveryAddress,
    ({ scope, id, body }, commit) => commit((tx) => setDeliveryAddress(tx, scope, id, body)),
    read,
  ),
  answerChange(
    deliveries.setDeliveryLines,
    ({ config, scope, id, body, now }, commit) =>
      commit((tx) => setDeliveryLines(tx, scope, id, body, { now: now(), holidays: config.holidays })),
    read,
  ),
  answerChange(deliveries.cancelDelivery, cancel, read),
  answerChange(deliveries.postCancelDelivery, cancel, read),
  answerChange(
    deliveries.startDelivery,
    ({ scope, id }, commit) => commit((tx) => startDelivery(tx, scope.userId, id)),
    read,
  ),
  answerChange(
    deliveries.completeDelivery,
    ({ scope, id }, commit) => commit((tx) => completeDelivery(tx, scope.userId, id)),
    read,
  ),
];
