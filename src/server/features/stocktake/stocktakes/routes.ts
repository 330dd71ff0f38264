import * as stocktakes from "#contract/calls/stocktake/stocktakes.ts";
import { resultSheet } from "#contract/sheets/stocktakes.ts";
import { showStocktake } from "#rules/stocktake/stocktake-state.ts";
import { print } from "#server/exports/print.ts";
import { qrCodePicture } from "#server/documents/codes/code-pictures.ts";
import { drawnPicture } from "#server/http/replies/send-file.ts";
import { answerSheet } from "#server/exports/answer-sheet.ts";
import { acceptResults } from "#server/features/stocktake/acceptance/mutations.ts";
import { beginRow, endRow } from "#server/features/stocktake/counting/mutations.ts";
import { routeHandler, answerChange } from "#server/http/answers.ts";
import { closeStocktake, createStocktake, discardStocktake, editStocktake } from "./mutations.ts";
import { countedRow, allResults, listOfResults, listOfStocktakes, reportOf, stocktakeById } from "./queries.ts";

export const stocktakeRoutes = [
  routeHandler(stocktakes.listStocktakes, ({ db, scope, query }) => listOfStocktakes(db.read, scope, query)),
  routeHandler(stocktakes.getStocktake, ({ db, scope, id }) => stocktakeById(db.read, scope, id)),
  routeHandler(stocktakes.createStocktake, ({ change, scope, body, config }) =>
    change(
      (tx) => createStocktake(tx, scope.userId, { ...body, secondPerson: config.stocktakeSecondPerson }),
      (db, id) => stocktakeById(db, scope, id),
    ),
  ),
  answerChange(
    stocktakes.editStocktake,
    ({ id, body }, commit) => commit((tx) => editStocktake(tx, id, body)),
    ({ db, scope, id }) => stocktakeById(db, scope, id),
  ),
  routeHandler(stocktakes.discardStocktake, ({ change, scope, id, body }) =>
    change(
      (tx) => discardStocktake(tx, scope.userId, id, body.reason),
      (db) => stocktakeById(db, scope, id),
    ),
  ),
  routeHandler(stocktakes.closeStocktake, ({ change, scope, id }) =>
    change(
      (tx) => closeStocktake(tx, scope.userId, id),
      (db) => stocktakeById(db, scope, id),
    ),
  ),
  routeHandler(stocktakes.getCountedRow, ({ db, scope, id, row }) => countedRow(db.read, scope, id, row)),
  routeHandler(stocktakes.beginRow, ({ change, scope, id, row, body }) =>
    change(
      (tx) => beginRow(tx, scope.userId, { stocktake: id, row }, body),
      (db) => countedRow(db, scope, id, row),
    ),
  ),
  routeHandler(stocktakes.endRow, ({ change, scope, id, row }) =>
    change(
      (tx) => endRow(tx, scope.userId, { stocktake: id, row }),
      (db) => countedRow(db, scope, id, row),
    ),
  ),
  routeHandler(stocktakes.listResults, ({ db, scope, id, query }) => listOfResults(db.read, scope, id, query)),
  answerSheet(stocktakes.sheetOfResults, {
    of: stocktakes.listResults,
    sheet: resultSheet,
    rows: async function* ({ db, scope, id, query }) {
      yield await allResults(db, scope, id, query);
    },
  }),
  routeHandler(stocktakes.acceptResults, ({ change, scope, id, body, config }) =>
    change(
      (tx) => acceptResults(tx, scope.userId, { ...body, id, days: config.caseDays }),
      async (db, done) => ({ ...(await stocktakeById(db, scope, id)), ...done }),
    ),
  ),
  routeHandler(stocktakes.stocktakeQrCode, async ({ db, scope, id, devices, origin }) => {
    const { number } = await stocktakeById(db.read, scope, id);
    return drawnPicture(`${number}.png`, await qrCodePicture(`${devices.desk || origin}/lager/#/count`));
  }),
  routeHandler(stocktakes.stocktakeReport, async (call) => {
    const data = await reportOf(call.db.read, call.scope, call.id);
    const number = showStocktake(call.id);
    const about = { meta: { from: number, to: number } };
    return print(call, `${call.config.filePrefix}-Inventurbericht-${number}.pdf`, "stocktakeReport", data, about);
  }),
];
