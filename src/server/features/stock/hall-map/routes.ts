import * as areas from "#contract/calls/stock/areas.ts";
import { routeHandler } from "#server/http/answers.ts";
import { mapOfArea } from "./queries.ts";

export const hallMapRoutes = [
  routeHandler(areas.mapOfArea, ({ db, scope, query }) => mapOfArea(db.read, scope, query)),
];
