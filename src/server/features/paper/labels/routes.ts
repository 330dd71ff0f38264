import { randomInt } from "node:crypto";
import type { Body } from "#contract/route.ts";
import * as printers from "#contract/calls/paper/printers.ts";
import * as services from "#contract/calls/paper/services.ts";
import { print } from "#server/exports/print.ts";
import type { BoxLabel } from "#server/documents/labels/label-elements.ts";
import { type Call, routeHandler } from "#server/http/answers.ts";
import { printerQueue } from "#server/database/messages/print-messages.ts";
import { printBoxes, printPlaces } from "#server/features/paper/printers/mutations.ts";
import { labelsOf, newBoxesOf, placeLabelsOf, rowLabelsOf } from "./queries.ts";

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

const sheetOf = ({ start, size, offset }: Pick<Body<typeof services.printLabels>, "start" | "size" | "offset">) => ({
  start,
  size,
  offset,
});
const rollOf = ({ size, dpi, offset }: Pick<Body<typeof services.printLabelsZpl>, "size" | "dpi" | "offset">) => ({
  size,
  dpi,
  offset,
});

type Printing = Call<typeof printers.sendBoxLabels> | Call<typeof printers.sendPlaceLabels>;
const printOf = ({ config, body }: Pick<Printing, "config" | "body">) => ({
  printer: body.printer,
  printers: config.labelPrinters,
  roll: rollOf(body),
});

export const labelRoutes = [
  routeHandler(services.printLabels, async (call) => {
    const labels = await labelsOf(call.db.read, call.scope, call.body.codes);
    return print(call, `${randomId()}.pdf`, "labelSheet", { ...sheetOf(call.body), labels }, ofLabels(labels));
  }),
  routeHandler(services.printLabelsZpl, async (call) => {
    const labels = await labelsOf(call.db.read, call.scope, call.body.codes);
    return print(call, `${randomId()}.zpl`, "boxLabelZpl", { ...rollOf(call.body), labels }, ofLabels(labels));
  }),
  routeHandler(printers.sendBoxLabels, async (call) => {
    const labels = await labelsOf(call.db.read, call.scope, call.body.codes);
    return call.change(
      (tx) => printBoxes(tx, call.actor, printOf(call), labels),
      (db) => printerQueue(db, call.body.printer),
    );
  }),
  routeHandler(printers.sendPlaceLabels, async (call) => {
    const places = await placeLabelsOf(call.db.read, call.scope, call.body);
    return call.change(
      (tx) => printPlaces(tx, call.actor, printOf(call), places),
      (db) => printerQueue(db, call.body.printer),
    );
  }),
  routeHandler(services.printPickupLabels, async (call) => {
    const labels = await labelsOf(call.db.read, call.scope, await newBoxesOf(call.db.read, call.scope, call.id));
    const { start = 1 } = call.query;
    return print(call, "Etiketten.pdf", "labelSheet", { start, labels }, ofLabels(labels));
  }),
  routeHandler(services.printRowLabels, async (call) => {
    const rows = await rowLabelsOf(call.db.read, call.scope, call.body.rows);
    const about = { meta: { amount: rows.length } };
    return print(call, `${randomId()}.pdf`, "rowLabelSheet", { ...sheetOf(call.body), rows }, about);
  }),
  routeHandler(services.printPlaceLabels, async (call) => {
    const places = await placeLabelsOf(call.db.read, call.scope, call.body);
    const about = { meta: { amount: places.length } };
    return print(call, `${randomId()}.pdf`, "placeLabelSheet", { ...sheetOf(call.body), places }, about);
  }),
  routeHandler(services.printPlaceLabelsZpl, async (call) => {
    const places = await placeLabelsOf(call.db.read, call.scope, call.body);
    const about = { meta: { amount: places.length } };
    return print(call, `${randomId()}.zpl`, "placeLabelZpl", { ...rollOf(call.body), places }, about);
  }),
];
