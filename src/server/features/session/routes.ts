import * as session from "#contract/calls/session.ts";
import * as sessions from "#contract/calls/sessions.ts";
import { answer } from "#server/http/answers.ts";
import { endOtherSessions, endSession, login, logout } from "./mutations.ts";
import { listOfSessions } from "./queries.ts";

export const sessionRoutes = [
  answer(session.login, ({ db, body, now, ...from }) => login(db, body, from, now())),
  answer(session.logout, ({ change, actor, token }) => change((tx) => logout(tx, actor, token ?? ""))),
  answer(sessions.listSessions, ({ db, scope, token }) => listOfSessions(db.read, scope, scope.userId, token ?? "")),
  answer(sessions.endSession, ({ change, scope, actor, id }) =>
    change((tx) => endSession(tx, actor, { userId: scope.userId, id })),
  ),
  answer(sessions.listUserSessions, ({ db, scope, id, token }) => listOfSessions(db.read, scope, id, token ?? "")),
  answer(sessions.endUserSession, ({ change, actor, ...path }) =>
    change((tx) => endSession(tx, actor, { userId: path.id, id: path.session })),
  ),
  answer(sessions.endOtherSessions, ({ change, actor, token }) =>
    change((tx) => endOtherSessions(tx, actor, token ?? "")),
  ),
  answer(session.settings, async ({ config }) => ({
    product_title: config.productTitle,
    provider_name: config.providerName,
    build_stamp: config.buildStamp,
  })),
];
