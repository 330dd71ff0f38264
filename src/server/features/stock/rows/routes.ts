import * as rows from "#contract/calls/stock/rows.ts";
import { rowSheet } from "#contract/sheets/halls.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { qrCodePicture } from "#server/documents/codes/code-pictures.ts";
import { routeHandler, answerChange } from "#server/http/answers.ts";
import { drawnPicture } from "#server/http/replies/send-file.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { createRow, deleteRow, editRow } from "./mutations.ts";
import { listOfRows, findRow, rowExists } from "./queries.ts";

export const rowRoutes = [
  routeHandler(rows.listRows, ({ db, scope, query }) => listOfRows(db.read, scope, query)),
  answerSheet(rows.sheetOfRows, {
    of: rows.listRows,
    sheet: rowSheet,
    rows: ({ db, scope, query }) => everyPage((piece) => listOfRows(db, scope, { ...query, ...piece })),
  }),
  routeHandler(rows.getRow, ({ db, scope, id, origin }) => findRow(db.read, scope, id, origin)),
  routeHandler(rows.createRow, ({ change, scope, body, origin }) =>
    change(
      (tx) => createRow(tx, body),
      (db, id) => findRow(db, scope, id, origin),
    ),
  ),
  answerChange(
    rows.editRow,
    ({ id, body }, commit) => commit((tx) => editRow(tx, id, body)),
    ({ db, scope, id, origin }) => findRow(db, scope, id, origin),
  ),
  routeHandler(rows.deleteRow, ({ change, id }) => change((tx) => deleteRow(tx, id))),
  routeHandler(rows.rowQrCode, async ({ db, scope, id }) => {
    await rowExists(db.read, scope, id);
    return drawnPicture(`Reihe-${id}.png`, await qrCodePicture(rowScanText(id)));
  }),
];
