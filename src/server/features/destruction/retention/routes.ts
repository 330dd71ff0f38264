import * as retention from "#contract/calls/destruction/retention.ts";
import { retainedSheet } from "#contract/sheets/retention.ts";
import { berlinDay } from "#rules/dates.ts";
import { lastSeal } from "#server/database/seals/seal-days.ts";
import { print } from "#server/exports/print.ts";
import { routeHandler } from "#server/http/answers.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { applyLaw, assignRetention, changeKeeper, createClass } from "./mutations.ts";
import {
  classById,
  classesOf,
  dueListOf,
  retainedByCustomer,
  listRetainedBoxes,
  retentionOfBox,
  yearsOf,
} from "./queries.ts";

const yearOf = (now: Date) => Number(berlinDay(now).slice(0, 4));

export const retentionRoutes = [
  routeHandler(retention.listRetentionClasses, async ({ db, scope, query }) => ({
    results: await classesOf(db.read, scope, query.customer),
  })),
  routeHandler(retention.createRetentionClass, ({ change, scope, body, now }) =>
    change(
      (tx) => createClass(tx, body, berlinDay(now())),
      (db, id) => classById(db, scope, id),
    ),
  ),
  routeHandler(retention.listRetained, ({ db, scope, query, now }) =>
    listRetainedBoxes(db.read, scope, query, yearOf(now())),
  ),
  answerSheet(retention.sheetOfRetained, {
    of: retention.listRetained,
    sheet: retainedSheet,
    rows: ({ db, scope, query, now }) =>
      everyPage((piece) => listRetainedBoxes(db, scope, { ...query, ...piece }, yearOf(now))),
  }),
  routeHandler(retention.listRetainedCustomers, ({ db, scope, query, now }) =>
    retainedByCustomer(db.read, scope, { ...query, year: query.year ?? yearOf(now()) }),
  ),
  routeHandler(retention.retentionYears, ({ db, scope, query }) => yearsOf(db.read, scope, query.customer)),
  routeHandler(retention.dueList, async (call) => {
    const { year = Number(berlinDay(call.now()).slice(0, 4)) } = call.query;
    const { data, customer } = await dueListOf(call.db.read, call.scope, call.id, year);
    const about = { customer, meta: { to: `${year - 1}-12-31` }, seal: await lastSeal(call.db.read) };
    return print(call, `${call.config.filePrefix}-Faelligkeitsliste-${year}.pdf`, "dueList", data, about);
  }),
  routeHandler(retention.boxRetention, ({ db, scope, id }) => retentionOfBox(db.read, scope, id)),
  routeHandler(retention.changeKeeper, ({ change, scope, body }) =>
    change((tx) => changeKeeper(tx, scope.userId, body)),
  ),
  routeHandler(retention.assignRetention, ({ change, scope, body, now }) => {
    const { retention_class: retentionClass, ...rest } = body;
    const dueQuery = { ...rest, retentionClass, today: berlinDay(now()) };
    return change((tx) => assignRetention(tx, scope.userId, dueQuery));
  }),
  routeHandler(retention.applyRetention, ({ change, scope, body, now }) =>
    change((tx) => applyLaw(tx, scope.userId, body, Number(berlinDay(now()).slice(0, 4)))),
  ),
];
