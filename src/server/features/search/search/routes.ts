import * as calls from "#contract/calls/search/search.ts";
import { routeHandler } from "#server/http/answers.ts";
import { search } from "./queries.ts";

export const searchRoutes = [routeHandler(calls.search, ({ db, scope, query }) => search(db.search, scope, query))];
