import * as session from "#contract/calls/session.ts";
import * as sessions from "#contract/calls/sessions.ts";
import { answer } from "#server/http/answers.ts";
import { endOtherSessions, endSession, login, logout } from "./mutations.ts";
import { listOfSessions } from "./queries.ts";

export const sessionRoutes = [
  answer(session.login, ({ db, body, now, ...from }) => login(db, body, from, now())),
  answer(session.logout, ({ change, actor, token }) => change((tx) => logout(tx, actor, token ?? ""))),
  answer(sessions.listSessions, ({ db, scope, token }) => listOfSessions(db.read, scope, token ?? "")),
  answer(sessions.endSession, ({ change, actor, id }) => change((tx) => endSession(tx, actor, id))),
  answer(sessions.endOtherSessions, ({ change, actor, token }) =>
    change((tx) => endOtherSessions(tx, actor, token ?? "")),
  ),
  answer(session.settings, async ({ config }) => ({
    product_title: config.productTitle,
    provider_name: config.providerName,
    build_stamp: config.buildStamp,
  })),
];
