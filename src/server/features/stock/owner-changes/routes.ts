import * as ownerChanges from "#contract/calls/stock/owner-changes.ts";
import { routeHandler } from "#server/http/answers.ts";
import { changeOwner } from "./mutations.ts";
import { previewOfOwnerChange } from "./queries.ts";

export const ownerChangeRoutes = [
  routeHandler(ownerChanges.previewOwnerChange, ({ db, scope, body }) => previewOfOwnerChange(db.read, scope, body)),
  routeHandler(ownerChanges.changeOwner, ({ change, scope, actor, body }) =>
    change(async (tx) => ({ boxes: await changeOwner(tx, scope, actor, body) })),
  ),
];
