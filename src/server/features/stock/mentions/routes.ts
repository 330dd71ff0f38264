import { findBoxes } from "#contract/calls/stock/box-mentions.ts";
import { routeHandler } from "#server/http/answers.ts";
import { findMentioned } from "./queries.ts";

export const mentionRoutes = [routeHandler(findBoxes, ({ db, scope, body }) => findMentioned(db.read, scope, body))];
