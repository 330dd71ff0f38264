import * as imports from "#contract/calls/exchange/imports.ts";
import { importErrorSheet, importReceiptSheet } from "#contract/sheets/imports.ts";
import { acceptList } from "#server/box-lists/accepted-list.ts";
import { print } from "#server/exports/print.ts";
import { sheetOf } from "#server/exports/answer-sheet.ts";
import { berlinDay } from "#rules/dates.ts";
import { foundByItself } from "#rules/exchange/imports/layout.ts";
import { mayStoreAnywhere } from "#server/database/imports/open-imports.ts";
import { routeHandler, answerChange } from "#server/http/answers.ts";
import {
  acceptLayout,
  admitImport,
  checkRows,
  commitImport,
  createImport,
  discardImport,
  endCheck,
  mapImport,
  undoImport,
} from "./mutations.ts";
import { allErrors, errorsOf, importById, importedBoxes, importsOf, receiptOf } from "./queries.ts";

export const importRoutes = [
  routeHandler(imports.listImports, ({ db, scope, query }) => importsOf(db.read, scope, query)),
  routeHandler(imports.getImport, ({ db, scope, id }) => importById(db.read, scope, id)),
  routeHandler(imports.importErrors, ({ db, scope, id, query }) => errorsOf(db.read, scope, id, query)),
  routeHandler(imports.importErrorsCsv, async (call) => {
    const errors = await allErrors(call.db.read, call.scope, call.id, call.query);
    return sheetOf(call, importErrorSheet, { ...errors, format: "csv" });
  }),
  routeHandler(imports.importErrorsXlsx, async (call) => {
    const errors = await allErrors(call.db.read, call.scope, call.id, call.query);
    return sheetOf(call, importErrorSheet, { ...errors, format: "xlsx" });
  }),
  routeHandler(imports.importReceipt, async (call) => {
    const { data, customer } = await receiptOf(call.db.read, call.scope, call.id);
    return print(call, `${call.config.filePrefix}-Importbeleg.pdf`, "importReceipt", data, { customer });
  }),
  routeHandler(imports.importReceiptXlsx, async (call) =>
    sheetOf(call, importReceiptSheet, { ...(await importedBoxes(call.db.read, call.scope, call.id)), format: "xlsx" }),
  ),
  routeHandler(
    imports.createImport,
    async ({ db, change, scope, body, file, gone }) => {
      await db.write((tx) => admitImport(tx, scope, body.customer));
      const list = await acceptList(scope, file, { ...foundByItself, sheet: body.sheet ?? null }, gone, body.name);
      return change(
        (tx) => createImport(tx, scope, { ...body, ...list }),
        (reader, id) => importById(reader, scope, id),
      );
    },
    { admit: mayStoreAnywhere },
  ),
  answerChange(
    imports.mapImport,
    async ({ db, scope, id, body, gone }, commit) => {
      const other = await acceptLayout(db, scope, id, body, gone);
      return commit((tx) => mapImport(tx, scope, id, body, other));
    },
    ({ db, scope, id }) => importById(db, scope, id),
  ),
  routeHandler(imports.checkImport, async ({ db, change, scope, id, now, gone }) => {
    const run = await checkRows(db, scope, id, berlinDay(now()), gone);
    return change(
      (tx) => endCheck(tx, scope, id, run),
      (reader) => importById(reader, scope, id),
    );
  }),
  routeHandler(imports.commitImport, ({ change, scope, id, body }) =>
    change(
      (tx) => commitImport(tx, scope, id, body),
      (db) => importById(db, scope, id),
    ),
  ),
  routeHandler(imports.undoImport, ({ change, scope, id }) =>
    change(
      (tx) => undoImport(tx, scope, id),
      (db) => importById(db, scope, id),
    ),
  ),
  routeHandler(imports.discardImport, ({ change, scope, id }) =>
    change(
      (tx) => discardImport(tx, scope, id),
      (db) => importById(db, scope, id),
    ),
  ),
];
