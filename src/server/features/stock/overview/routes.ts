import { boxesOverview } from "#contract/calls/stock/boxes.ts";
import { routeHandler } from "#server/http/answers.ts";
import { overviewOfBoxes } from "./queries.ts";

export const overviewRoutes = [routeHandler(boxesOverview, ({ db, scope }) => overviewOfBoxes(db.read, scope))];
