import * as reports from "#contract/calls/reports/reports.ts";
import { revenueSheet } from "#contract/sheets/reports.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { routeHandler } from "#server/http/answers.ts";
import { revenueOf } from "./queries.ts";

export const revenueRoutes = [
  routeHandler(reports.revenueReport, ({ db, scope, query, now }) => revenueOf(db.read, scope, query, now())),
  answerSheet(reports.sheetOfRevenue, {
    of: reports.revenueReport,
    sheet: revenueSheet,
    rows: ({ db, scope, query, now }) => everyPage((piece) => revenueOf(db, scope, { ...query, ...piece }, now)),
  }),
];
