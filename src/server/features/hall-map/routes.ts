import * as areas from "#contract/calls/areas.ts";
import { answer } from "#server/http/answers.ts";
import { mapOfArea } from "./queries.ts";

export const hallMapRoutes = [answer(areas.mapOfArea, ({ db, scope, query }) => mapOfArea(db.read, scope, query))];
