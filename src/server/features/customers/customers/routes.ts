import * as customers from "#contract/calls/customers/customers.ts";
import { customerSheet } from "#contract/sheets/customers.ts";
import { berlinDay } from "#rules/dates.ts";
import { routeHandler, answerChange } from "#server/http/answers.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { createCustomer, deleteCustomer, editCustomer } from "./mutations.ts";
import { customerById, listOfCustomers, summaryOf } from "./queries.ts";

export const customerRoutes = [
  routeHandler(customers.listCustomers, ({ db, scope, query }) => listOfCustomers(db.read, scope, query)),
  answerSheet(customers.sheetOfCustomers, {
    of: customers.listCustomers,
    sheet: customerSheet,
    rows: ({ db, scope, query }) => everyPage((piece) => listOfCustomers(db, scope, { ...query, ...piece })),
  }),
  routeHandler(customers.getCustomer, ({ db, scope, id }) => customerById(db.read, scope, id)),
  routeHandler(customers.customerSummary, ({ db, scope, id, now }) =>
    summaryOf(db.read, scope, id, Number(berlinDay(now()).slice(0, 4))),
  ),
  routeHandler(customers.createCustomer, ({ change, scope, actor, body }) =>
    change(
      (tx) => createCustomer(tx, actor, body),
      (db, id) => customerById(db, scope, id),
    ),
  ),
  answerChange(
    customers.editCustomer,
    (call, commit) => commit((tx) => editCustomer(tx, call.actor, call.id, call.body, call)),
    ({ db, scope, id }) => customerById(db, scope, id),
  ),
  routeHandler(customers.deleteCustomer, ({ change, actor, id }) => change((tx) => deleteCustomer(tx, actor, id))),
];
