import * as imports from "#contract/calls/imports.ts";
import { AuditKind } from "#rules/audit/audit.ts";
import { csvLine, csvStart } from "#rules/lists/csv.ts";
import { print } from "#server/documents/print.ts";
import { answer, answerChange } from "#server/http/answers.ts";
import {
  acceptList,
  checkRows,
  commitImport,
  createImport,
  discardImport,
  endCheck,
  mapImport,
  undoImport,
} from "./mutations.ts";
import { allErrors, errorsOf, importById, importsOf, receiptOf } from "./queries.ts";

export const importRoutes = [
  answer(imports.listImports, ({ db, scope, query }) => importsOf(db.read, scope, query)),
  answer(imports.getImport, ({ db, scope, id }) => importById(db.read, scope, id)),
  answer(imports.importErrors, ({ db, scope, id, query }) => errorsOf(db.read, scope, id, query)),
  answer(imports.importErrorsCsv, async ({ db, scope, id, config, record }) => {
    const { found, errors } = await allErrors(db.read, scope, id);
    await record({ kind: AuditKind.exportMade, customer: found.customer.code, meta: { export: "importErrors" } });
    const lines = errors.map(({ row, column, message }) => csvLine([String(row), column ?? "", message]));
    return {
      type: "text/csv; charset=utf-8",
      name: `${config.filePrefix}-Importfehler.csv`,
      bytes: Buffer.from(csvStart + csvLine(["Zeile", "Spalte", "Fehler"]) + lines.join("")),
    };
  }),
  answer(imports.importReceipt, async (call) => {
    const { data, customer } = await receiptOf(call.db.read, call.scope, call.id);
    return print(call, `${call.config.filePrefix}-Importbeleg.pdf`, "importReceipt", data, { customer });
  }),
  answer(imports.createImport, async ({ change, scope, body, file, gone }) => {
    const list = await acceptList(scope, file, gone);
    return change(
      (tx) => createImport(tx, scope, { ...body, ...list }),
      (db, id) => importById(db, scope, id),
    );
  }),
  answerChange(
    imports.mapImport,
    ({ scope, id, body }, commit) => commit((tx) => mapImport(tx, scope, id, body.mapping)),
    ({ db, scope, id }) => importById(db, scope, id),
  ),
  answer(imports.checkImport, async ({ db, change, scope, id, gone }) => {
    const run = await checkRows(db, scope, id, gone);
    return change(
      (tx) => endCheck(tx, scope, id, run),
      (reader) => importById(reader, scope, id),
    );
  }),
  answer(imports.commitImport, ({ change, scope, id, body }) =>
    change(
      (tx) => commitImport(tx, scope, id, body.again),
      (db) => importById(db, scope, id),
    ),
  ),
  answer(imports.undoImport, ({ change, scope, id }) =>
    change(
      (tx) => undoImport(tx, scope, id),
      (db) => importById(db, scope, id),
    ),
  ),
  answer(imports.discardImport, ({ change, scope, id }) =>
    change(
      (tx) => discardImport(tx, scope, id),
      (db) => importById(db, scope, id),
    ),
  ),
];
