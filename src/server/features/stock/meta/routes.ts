import * as boxes from "#contract/calls/stock/boxes.ts";
import * as meta from "#contract/calls/stock/meta.ts";
import { routeHandler } from "#server/http/answers.ts";
import { editMeta, setCostCentre, undoMeta } from "./mutations.ts";
import { previewOfMeta } from "./queries.ts";

export const metaRoutes = [
  routeHandler(meta.previewMeta, ({ db, scope, body }) => previewOfMeta(db.read, scope, body)),
  routeHandler(boxes.editMeta, ({ change, scope, body }) => change((tx) => editMeta(tx, scope.userId, body))),
  routeHandler(boxes.setCostCentre, ({ change, scope, body }) =>
    change(async (tx) => ({ changed: await setCostCentre(tx, scope, body) })),
  ),
  routeHandler(meta.undoMeta, ({ change, scope, body }) => change((tx) => undoMeta(tx, scope.userId, body))),
];
