import * as reports from "#contract/calls/reports/reports.ts";
import { serviceSheet } from "#contract/sheets/reports.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { routeHandler } from "#server/http/answers.ts";
import { serviceOf } from "./queries.ts";

export const serviceLevelRoutes = [
  routeHandler(reports.serviceReport, ({ db, scope, query, now }) => serviceOf(db.read, scope, query, now())),
  answerSheet(reports.sheetOfService, {
    of: reports.serviceReport,
    sheet: serviceSheet,
    rows: ({ db, scope, query, now }) => everyPage((piece) => serviceOf(db, scope, { ...query, ...piece }, now)),
  }),
];
