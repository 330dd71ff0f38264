import * as reports from "#contract/calls/reports/reports.ts";
import { stockSheet } from "#contract/sheets/reports.ts";
import { answerSheet } from "#server/exports/answer-sheet.ts";
import { routeHandler } from "#server/http/answers.ts";
import { stockGrowth, stockMonths } from "./queries.ts";

export const stockGrowthRoutes = [
  routeHandler(reports.stockReport, ({ db, scope, query, now }) => stockGrowth(db.read, scope, query, now())),
  answerSheet(reports.sheetOfStock, {
    of: reports.stockReport,
    sheet: stockSheet,
    rows: async function* ({ db, scope, query, now }) {
      yield await stockMonths(db, scope, query, now);
    },
  }),
];
