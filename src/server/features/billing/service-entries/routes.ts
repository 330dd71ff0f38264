import * as serviceEntries from "#contract/calls/billing/service-entries.ts";
import { berlinDay } from "#rules/dates.ts";
import { routeHandler } from "#server/http/answers.ts";
import { createServiceEntry, deleteServiceEntry } from "./mutations.ts";
import { entryById, pageOfEntries } from "./queries.ts";

export const serviceEntryRoutes = [
  routeHandler(serviceEntries.listServiceEntries, ({ db, scope, query, now }) =>
    pageOfEntries(db.read, scope, query, berlinDay(now())),
  ),
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
