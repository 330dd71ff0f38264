import * as history from "#contract/calls/stock/history.ts";
import { routeHandler } from "#server/http/answers.ts";
import { pageOfHistory } from "./queries.ts";

export const historyRoutes = [
  routeHandler(history.listHistory, ({ db, scope, query }) => pageOfHistory(db.read, scope, query)),
];
