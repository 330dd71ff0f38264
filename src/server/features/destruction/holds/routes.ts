import * as holds from "#contract/calls/destruction/holds.ts";
import { routeHandler } from "#server/http/answers.ts";
import { holderOf, releaseHold, setHold } from "./mutations.ts";
import { holdById, holdsOf } from "./queries.ts";

export const holdRoutes = [
  routeHandler(holds.listHolds, ({ db, scope, query }) => holdsOf(db.read, scope, query)),
  routeHandler(holds.setHold, ({ change, scope, body }) =>
    change(
      async (tx) => setHold(tx, await holderOf(tx, scope), body),
      (db, id) => holdById(db, scope, id),
    ),
  ),
  routeHandler(holds.releaseHold, ({ change, scope, id, body }) =>
    change(
      async (tx) => releaseHold(tx, await holderOf(tx, scope), id, body),
      (db) => holdById(db, scope, id),
    ),
  ),
];
