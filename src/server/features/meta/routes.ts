import * as boxes from "#contract/calls/boxes.ts";
import * as meta from "#contract/calls/meta.ts";
import { answer } from "#server/http/answers.ts";
import { editMeta, undoMeta } from "./mutations.ts";
import { previewOfMeta } from "./queries.ts";

export const metaRoutes = [
  answer(meta.previewMeta, ({ db, scope, body }) => previewOfMeta(db.read, scope, body)),
  answer(boxes.editMeta, ({ change, scope, body }) => change((tx) => editMeta(tx, scope.userId, body))),
  answer(meta.undoMeta, ({ change, scope, body }) => change((tx) => undoMeta(tx, scope.userId, body))),
];
