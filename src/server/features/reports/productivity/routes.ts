import * as reports from "#contract/calls/reports/reports.ts";
import { productivitySheet } from "#contract/sheets/reports.ts";
import { answerSheet } from "#server/exports/answer-sheet.ts";
import { routeHandler } from "#server/http/answers.ts";
import { productivityOf } from "./queries.ts";

export const productivityRoutes = [
  routeHandler(reports.productivityReport, ({ db, scope, query, now }) => productivityOf(db.read, scope, query, now())),
  answerSheet(reports.sheetOfProductivity, {
    of: reports.productivityReport,
    sheet: productivitySheet,
    rows: async function* ({ db, scope, query, now }) {
      yield (await productivityOf(db, scope, query, now)).results;
    },
  }),
];
