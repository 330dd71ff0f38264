import * as calls from "#contract/calls/search.ts";
import { answer } from "#server/http/answers.ts";
import { search } from "./queries.ts";

export const searchRoutes = [answer(calls.search, ({ db, scope, query }) => search(db.search, scope, query))];
