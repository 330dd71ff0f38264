import * as contents from "#contract/calls/contents.ts";
import { answer } from "#server/http/answers.ts";
import { createContent, deleteContent, editContent } from "./mutations.ts";
import { contentById } from "./queries.ts";

export const contentRoutes = [
  answer(contents.createContent, async ({ db, scope, body }) => {
    const id = await db.write((tx) => createContent(tx, scope.userId, body.box_id, body.text));
    return contentById(db.read, scope, id);
  }),
  answer(contents.editContent, async ({ db, scope, id, body: { text } }) => {
    if (text !== undefined) await db.write((tx) => editContent(tx, scope.userId, id, text));
    return contentById(db.read, scope, id);
  }),
  answer(contents.deleteContent, ({ db, scope, id }) => db.write((tx) => deleteContent(tx, scope.userId, id))),
];
