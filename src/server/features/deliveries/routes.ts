import * as deliveries from "#contract/calls/deliveries.ts";
import { toPage } from "#rules/lists/paging.ts";
import { print } from "#server/documents/print.ts";
import { createDelivery } from "#server/features/orders/mutations.ts";
import { answer, type Call } from "#server/http/answers.ts";
import { cancelDelivery, completeDelivery, editDelivery, startDelivery } from "./mutations.ts";
import { collectLines, collectListData, deliveryById, deliveryNoteData, listOfDeliveries } from "./queries.ts";

async function cancel({ db, scope, id }: Pick<Call<typeof deliveries.cancelDelivery>, "db" | "scope" | "id">) {
  await db.write((tx) => cancelDelivery(tx, scope, id));
  return deliveryById(db.read, scope, id);
}

export const deliveryRoutes = [
  answer(deliveries.listDeliveries, ({ db, scope, query }) => listOfDeliveries(db.read, scope, query)),
  answer(deliveries.listCollect, async ({ db, scope }) => {
    const lines = await collectLines(db.read, scope);
    return toPage(lines, lines.length, {});
  }),
  answer(deliveries.getDelivery, ({ db, scope, id }) => deliveryById(db.read, scope, id)),
  answer(deliveries.createDelivery, async ({ db, scope, body, now }) => {
    const id = await db.write((tx) => createDelivery(tx, scope, body, now()));
    return deliveryById(db.read, scope, id);
  }),
  answer(deliveries.editDelivery, async ({ db, scope, id, body }) => {
    await db.write((tx) => editDelivery(tx, scope.userId, id, body));
    return deliveryById(db.read, scope, id);
  }),
  answer(deliveries.cancelDelivery, cancel),
  answer(deliveries.postCancelDelivery, cancel),
  answer(deliveries.startDelivery, async ({ db, scope, id }) => {
    await db.write((tx) => startDelivery(tx, scope.userId, id));
    return deliveryById(db.read, scope, id);
  }),
  answer(deliveries.collectList, async (call) => {
    const data = await collectListData(call.db.read, call.scope);
    return print(call, `${call.config.filePrefix}-Sammelliste.pdf`, "collectList", data, {});
  }),
  answer(deliveries.deliveryNote, async (call) => {
    const data = await deliveryNoteData(call.db.read, call.scope, call.id);
    const about = { customer: data.customer.code, object: ["delivery", call.id] as const };
    return print(call, "Lieferung.pdf", "deliveryNote", data, about);
  }),
  answer(deliveries.completeDelivery, async ({ db, scope, id }) => {
    await db.write((tx) => completeDelivery(tx, scope.userId, id));
    return deliveryById(db.read, scope, id);
  }),
];
