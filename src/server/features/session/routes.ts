import * as session from "#contract/calls/session.ts";
import * as sessions from "#contract/calls/sessions.ts";
import { answer } from "#server/http/answers.ts";
import { endSession, endSessions, login, logout } from "./mutations.ts";
import { listOfSessions } from "./queries.ts";

export const sessionRoutes = [
  answer(session.login, ({ db, body, now, ...from }) => login(db, body, from, now())),
  answer(session.logout, ({ db, token }) => db.write((tx) => logout(tx, token ?? ""))),
  answer(sessions.listSessions, ({ db, scope, token }) => listOfSessions(db.read, scope, token ?? "")),
  answer(sessions.endSession, ({ db, scope, id }) => db.write((tx) => endSession(tx, scope.userId, id))),
  answer(sessions.endOtherSessions, ({ db, scope, token }) =>
    db.write((tx) => endSessions(tx, scope.userId, token ?? "")),
  ),
  answer(session.settings, async ({ config }) => ({
    product_title: config.productTitle,
    provider_name: config.providerName,
    build_stamp: config.buildStamp,
  })),
];
