import * as reports from "#contract/calls/reports/reports.ts";
import { dueSheet } from "#contract/sheets/reports.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { routeHandler } from "#server/http/answers.ts";
import { dueYears } from "./queries.ts";

export const dueYearRoutes = [
  routeHandler(reports.dueReport, ({ db, scope, query, now }) => dueYears(db.read, scope, query, now())),
  answerSheet(reports.sheetOfDue, {
    of: reports.dueReport,
    sheet: dueSheet,
    rows: ({ db, scope, query, now }) => everyPage((piece) => dueYears(db, scope, { ...query, ...piece }, now)),
  }),
];
