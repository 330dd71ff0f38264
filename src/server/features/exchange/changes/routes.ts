import { listChanges } from "#contract/calls/exchange/changes.ts";
import { routeHandler } from "#server/http/answers.ts";
import { changesSince } from "./queries.ts";

export const changeRoutes = [
  // current: a standby is behind, and learns of a new timeline later than the primary
  routeHandler(listChanges, ({ db, scope, query }) => changesSince(db.read, scope, query), { current: true }),
];
