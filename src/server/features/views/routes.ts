import * as views from "#contract/calls/views.ts";
import { answer } from "#server/http/answers.ts";
import { deleteView, saveView } from "./mutations.ts";
import { viewsOf } from "./queries.ts";

export const viewRoutes = [
  answer(views.listViews, ({ db, scope, query }) => viewsOf(db.read, scope, query)),
  answer(views.saveView, ({ change, scope, body }) => change((tx) => saveView(tx, scope.userId, body))),
  answer(views.deleteView, ({ change, scope, id }) => change((tx) => deleteView(tx, scope.userId, id))),
];
