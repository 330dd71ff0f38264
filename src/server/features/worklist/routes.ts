import * as stocktakes from "#contract/calls/stocktakes/stocktakes.ts";
import { answer } from "#server/http/answers.ts";
import { secondLooks, worklistOf } from "./queries.ts";

export const worklistRoutes = [
  answer(stocktakes.worklist, ({ db, scope }) => worklistOf(db.read, scope)),
  answer(stocktakes.secondLooks, ({ db, scope, query }) => secondLooks(db.read, scope, query.stocktake)),
];
