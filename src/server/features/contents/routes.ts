import * as contents from "#contract/calls/contents.ts";
import { answer, answerChange } from "#server/http/answers.ts";
import { createContent, deleteContent, editContent } from "./mutations.ts";
import { contentById } from "./queries.ts";

export const contentRoutes = [
  answer(contents.createContent, async ({ db, scope, body }) => {
    const id = await db.write((tx) => createContent(tx, scope.userId, body.box_id, body.text));
    return contentById(db.read, scope, id);
  }),
  answerChange(
    contents.editContent,
    ({ db, scope, id, body }) => db.write((tx) => editContent(tx, scope.userId, id, body)),
    ({ db, scope, id }) => contentById(db.read, scope, id),
  ),
  answer(contents.deleteContent, ({ db, scope, id }) => db.write((tx) => deleteContent(tx, scope.userId, id))),
];
