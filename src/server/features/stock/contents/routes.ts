import * as contents from "#contract/calls/stock/contents.ts";
import { berlinDay } from "#rules/dates.ts";
import { routeHandler, answerChange } from "#server/http/answers.ts";
import { createContent, deleteContent, editContent } from "./mutations.ts";
import { contentById, pageOfContents } from "./queries.ts";

export const contentRoutes = [
  routeHandler(contents.listContents, ({ db, scope, query }) => pageOfContents(db.read, scope, query)),
  routeHandler(contents.createContent, ({ change, scope, body }) =>
    change(
      (tx) => createContent(tx, scope.userId, body.box_id, body.text),
      (db, id) => contentById(db, scope, id),
    ),
  ),
  answerChange(
    contents.editContent,
    ({ scope, id, body, now }, commit) =>
      commit((tx) => editContent(tx, scope.userId, id, { ...body, today: berlinDay(now()) })),
    ({ db, scope, id }) => contentById(db, scope, id),
  ),
  routeHandler(contents.deleteContent, ({ change, scope, id }) => change((tx) => deleteContent(tx, scope.userId, id))),
];
