import { randomInt } from "node:crypto";
import * as services from "#contract/calls/services.ts";
import { print } from "#server/documents/print.ts";
import { answer } from "#server/http/answers.ts";
import { labelsOf, rowLabelsOf } from "./queries.ts";

const signs = "abcdefghijklmnopqrstuvwxyz0123456789";
/** A random id of 6 characters (specification 7, 9). */
const randomId = () => Array.from({ length: 6 }, () => signs[randomInt(signs.length)]).join("");

export const labelRoutes = [
  answer(services.printLabels, async (call) => {
    const labels = await labelsOf(call.db.read, call.scope, call.body.codes);
    return print(call, `${randomId()}.pdf`, "labelSheet", { start: call.body.start, labels });
  }),
  answer(services.printRowLabels, async (call) => {
    const rows = await rowLabelsOf(call.db.read, call.scope, call.body.rows);
    return print(call, `${randomId()}.pdf`, "rowLabelSheet", { start: call.body.start, rows });
  }),
];
