import * as deliveries from "#contract/calls/deliveries.ts";
import { toPage } from "#rules/lists/paging.ts";
import { print } from "#server/documents/print.ts";
import { createDelivery } from "#server/features/orders/mutations.ts";
import { answer, answerChange, type Call } from "#server/http/answers.ts";
import { cancelDelivery, completeDelivery, editDelivery, startDelivery } from "./mutations.ts";
import { collectLines, collectListData, deliveryById, deliveryNoteData, listOfDeliveries } from "./queries.ts";

type One = Pick<Call<typeof deliveries.getDelivery>, "db" | "scope" | "id">;
const read = ({ db, scope, id }: One) => deliveryById(db.read, scope, id);
const cancel = ({ db, scope, id }: One) => db.write((tx) => cancelDelivery(tx, scope, id));

export const deliveryRoutes = [
  answer(deliveries.listDeliveries, ({ db, scope, query }) => listOfDeliveries(db.read, scope, query)),
  answer(deliveries.listCollect, async ({ db, scope }) => {
    const lines = await collectLines(db.read, scope);
    return toPage(lines, lines.length, {});
  }),
  answer(deliveries.getDelivery, read),
  answer(deliveries.createDelivery, async ({ db, scope, body, now }) => {
    const id = await db.write((tx) => createDelivery(tx, scope, body, now()));
    return deliveryById(db.read, scope, id);
  }),
  answerChange(
    deliveries.editDelivery,
    ({ db, scope, id, body, now }) => db.write((tx) => editDelivery(tx, scope.userId, id, body, now())),
    read,
  ),
  answerChange(deliveries.cancelDelivery, cancel, read),
  answerChange(deliveries.postCancelDelivery, cancel, read),
  answerChange(
    deliveries.startDelivery,
    ({ db, scope, id }) => db.write((tx) => startDelivery(tx, scope.userId, id)),
    read,
  ),
  answer(deliveries.collectList, async (call) => {
    const data = await collectListData(call.db.read, call.scope);
    return print(call, `${call.config.filePrefix}-Sammelliste.pdf`, "collectList", data, {});
  }),
  answer(deliveries.deliveryNote, async (call) => {
    const data = await deliveryNoteData(call.db.read, call.scope, call.id);
    const about = { customer: data.customer.code, object: ["delivery", call.id] as const };
    return print(call, "Lieferung.pdf", "deliveryNote", data, about);
  }),
  answerChange(
    deliveries.completeDelivery,
    ({ db, scope, id }) => db.write((tx) => completeDelivery(tx, scope.userId, id)),
    read,
  ),
];
