import * as deliveries from "#contract/calls/deliveries.ts";
import type { Route } from "#contract/route.ts";
import { berlinDay } from "#rules/dates.ts";
import { toPage } from "#rules/paging.ts";
import type { DocumentData, DocumentName } from "#server/documents/press.ts";
import { createDelivery } from "#server/features/orders/mutations.ts";
import { answer, type Call } from "#server/http/answers.ts";
import { cancelDelivery, completeDelivery, editDelivery, startDelivery } from "./mutations.ts";
import { collectLines, collectListData, deliveryById, deliveryNoteData, listOfDeliveries } from "./queries.ts";

async function cancel({ db, scope, id }: Pick<Call<typeof deliveries.cancelDelivery>, "db" | "scope" | "id">) {
  await db.write((tx) => cancelDelivery(tx, scope, id));
  return deliveryById(db.read, scope, id);
}

/** Sets a document in the press; `name` is the one under which it is saved (specification 7). */
async function pdf<Name extends DocumentName>(
  { press, config, now, gone }: Pick<Call<Route>, "press" | "config" | "now" | "gone">,
  name: string,
  document: Name,
  data: DocumentData<Name>,
) {
  const printing = { provider: config.providerName, day: berlinDay(now()) };
  return { type: "application/pdf", name, bytes: await press.set(document, data, printing, gone) };
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
    return pdf(call, `${call.config.filePrefix}-Sammelliste.pdf`, "collectList", data);
  }),
  answer(deliveries.deliveryNote, async (call) => {
    const data = await deliveryNoteData(call.db.read, call.scope, call.id);
    return pdf(call, "Lieferung.pdf", "deliveryNote", data);
  }),
  answer(deliveries.completeDelivery, async ({ db, scope, id }) => {
    await db.write((tx) => completeDelivery(tx, scope.userId, id));
    return deliveryById(db.read, scope, id);
  }),
];
