import * as reports from "#contract/calls/reports/reports.ts";
import { activitySheet } from "#contract/sheets/reports.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { routeHandler } from "#server/http/answers.ts";
import { activityOf } from "./queries.ts";

export const activityRoutes = [
  routeHandler(reports.activityReport, ({ db, scope, query, now }) => activityOf(db.read, scope, query, now())),
  answerSheet(reports.sheetOfActivity, {
    of: reports.activityReport,
    sheet: activitySheet,
    rows: ({ db, scope, query, now }) => everyPage((piece) => activityOf(db, scope, { ...query, ...piece }, now)),
  }),
];
