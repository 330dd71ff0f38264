import { randomInt } from "node:crypto";
import * as services from "#contract/calls/paper/services.ts";
import { print } from "#server/documents/print.ts";
import type { BoxLabel } from "#server/documents/label-sheet.ts";
import { routeHandler } from "#server/http/answers.ts";
import { labelsOf, newBoxesOf, rowLabelsOf } from "./queries.ts";

const signs = "abcdefghijklmnopqrstuvwxyz0123456789";
/** A random id of 6 characters (specification 7, 9). */
const randomId = () => Array.from({ length: 6 }, () => signs[randomInt(signs.length)]).join("");

/** Labels of one customer's boxes, or of one box, are found again by it. */
function ofLabels(labels: readonly BoxLabel[]) {
  const only = <T>(all: readonly T[]) => (new Set(all).size === 1 ? all[0] : undefined);
  return {
    customer: only(labels.map(({ customer }) => customer.code)),
    box: only(labels.map(({ code }) => code)),
    meta: { amount: labels.reduce((sum, { amount }) => sum + amount, 0) },
  };
}

export const labelRoutes = [
  routeHandler(services.printLabels, async (call) => {
    const labels = await labelsOf(call.db.read, call.scope, call.body.codes);
    return print(call, `${randomId()}.pdf`, "labelSheet", { start: call.body.start, labels }, ofLabels(labels));
  }),
  routeHandler(services.printPickupLabels, async (call) => {
    const labels = await labelsOf(call.db.read, call.scope, await newBoxesOf(call.db.read, call.scope, call.id));
    const { start = 1 } = call.query;
    return print(call, "Etiketten.pdf", "labelSheet", { start, labels }, ofLabels(labels));
  }),
  routeHandler(services.printRowLabels, async (call) => {
    const rows = await rowLabelsOf(call.db.read, call.scope, call.body.rows);
    const about = { meta: { amount: rows.length } };
    return print(call, `${randomId()}.pdf`, "rowLabelSheet", { start: call.body.start, rows }, about);
  }),
];
