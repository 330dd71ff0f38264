import * as serviceEntries from "#contract/calls/billing/service-entries.ts";
import { serviceEntrySheet } from "#contract/sheets/billing.ts";
import { berlinDay } from "#rules/dates.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { routeHandler } from "#server/http/answers.ts";
import { createServiceEntry, deleteServiceEntry } from "./mutations.ts";
import { entryById, pageOfEntries } from "./queries.ts";

export const serviceEntryRoutes = [
  routeHandler(serviceEntries.listServiceEntries, ({ db, scope, query, now }) =>
    pageOfEntries(db.read, scope, query, berlinDay(now())),
  ),
  answerSheet(serviceEntries.sheetOfServiceEntries, {
    of: serviceEntries.listServiceEntries,
    sheet: serviceEntrySheet,
    rows: ({ db, scope, query, now }) =>
      everyPage((piece) => pageOfEntries(db, scope, { ...query, ...piece }, berlinDay(now))),
  }),
  routeHandler(serviceEntries.createServiceEntry, ({ change, scope, actor, body, now }) =>
    change(
      (tx) => createServiceEntry(tx, actor, body, berlinDay(now())),
      (db, made) => entryById(db, scope, made),
    ),
  ),
  routeHandler(serviceEntries.deleteServiceEntry, ({ change, actor, id }) =>
    change((tx) => deleteServiceEntry(tx, actor, id)),
  ),
];
