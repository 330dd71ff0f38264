import { listChanges } from "#contract/calls/exchange/changes.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { routeHandler } from "#server/http/answers.ts";
import { refuse } from "#server/http/errors.ts";
import { changesSince } from "./queries.ts";

export const changeRoutes = [
  // current: a standby is behind, and learns of a new timeline later than the primary
  routeHandler(
    listChanges,
    ({ db, scope, query }) => {
      // what leaves a department would have to be reported as gone: it is reported of the whole customer, or not
      if (scope.department !== null) throw refuse(refused.noRight);
      return changesSince(db.read, scope, query);
    },
    { current: true },
  ),
];
