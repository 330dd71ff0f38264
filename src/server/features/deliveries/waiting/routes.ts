import * as waiting from "#contract/calls/deliveries/waiting.ts";
import { routeHandler } from "#server/http/answers.ts";
import { joinWaiting, leaveWaiting } from "./mutations.ts";
import { waitingFor } from "./queries.ts";

export const waitingRoutes = [
  routeHandler(waiting.listWaiting, ({ db, scope, id }) => waitingFor(db.read, scope, id)),
  routeHandler(waiting.joinWaiting, ({ change, scope, id, body }) =>
    change(
      (tx) => joinWaiting(tx, scope, id, body.content),
      (db) => waitingFor(db, scope, id),
    ),
  ),
  routeHandler(waiting.leaveWaiting, ({ change, scope, id }) => change((tx) => leaveWaiting(tx, scope, id))),
];
