import * as views from "#contract/calls/search/views.ts";
import { routeHandler } from "#server/http/answers.ts";
import { deleteView, saveView } from "./mutations.ts";
import { viewsOf } from "./queries.ts";

export const viewRoutes = [
  routeHandler(views.listViews, ({ db, scope, query }) => viewsOf(db.read, scope, query)),
  routeHandler(views.saveView, ({ change, scope, body }) => change((tx) => saveView(tx, scope.userId, body))),
  routeHandler(views.deleteView, ({ change, scope, id }) => change((tx) => deleteView(tx, scope.userId, id))),
];
