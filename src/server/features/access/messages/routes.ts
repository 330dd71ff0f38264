import * as messages from "#contract/calls/access/messages.ts";
import { routeHandler } from "#server/http/answers.ts";
import { dropFailed, sendFailedAgain } from "./mutations.ts";
import { listOfMessages, messageById } from "./queries.ts";

export const messageRoutes = [
  routeHandler(messages.listMessages, ({ db, scope, query }) => listOfMessages(db.read, scope, query)),
  routeHandler(messages.sendMessageAgain, ({ change, scope, id }) =>
    change(
      (tx) => sendFailedAgain(tx, id),
      (db) => messageById(db, scope, id),
    ),
  ),
  routeHandler(messages.dropMessage, ({ change, scope, id }) =>
    change(
      (tx) => dropFailed(tx, id),
      (db) => messageById(db, scope, id),
    ),
  ),
];
