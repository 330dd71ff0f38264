import * as stocktakes from "#contract/calls/stocktake/stocktakes.ts";
import { routeHandler } from "#server/http/answers.ts";
import { secondLooks, worklistOf } from "./queries.ts";

export const worklistRoutes = [
  routeHandler(stocktakes.worklist, ({ db, scope }) => worklistOf(db.read, scope)),
  routeHandler(stocktakes.secondLooks, ({ db, scope, query }) => secondLooks(db.read, scope, query.stocktake)),
];
