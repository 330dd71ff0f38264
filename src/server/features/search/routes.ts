import * as calls from "#contract/calls/search.ts";
import { answer } from "#server/http/answers.ts";
import { inSteps } from "#server/http/waiting/in-steps.ts";
import { search } from "./queries.ts";

export const searchRoutes = [
  answer(calls.search, ({ db, scope, query, searchStep }) => {
    const found = search(db.search, scope, query);
    return scope.isStaff ? found : inSteps(found, searchStep);
  }),
];
