import * as session from "#contract/calls/access/session.ts";
import * as sessions from "#contract/calls/access/sessions.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { noteConfirmation } from "#server/database/tokens/tokens.ts";
import { useCode } from "#server/features/access/second-factor/mutations.ts";
import { routeHandler } from "#server/http/answers.ts";
import { badInput } from "#server/http/errors.ts";
import { tokenHash } from "#server/http/session.ts";
import { confirmPassword, endOtherSessions, endSession, knowSessions, login, logout } from "./mutations.ts";
import { listOfSessions } from "./queries.ts";

export const sessionRoutes = [
  routeHandler(session.login, ({ db, body, now, ...from }) => login(db, body, from, now())),
  routeHandler(session.logout, ({ change, actor, token }) => change((tx) => logout(tx, actor, token ?? ""))),
  routeHandler(session.confirmSession, async (call) => {
    const { db, scope, address, body } = call;
    if (body.own_password !== undefined) await confirmPassword(db, call, body.own_password);
    else if (body.code === undefined) throw badInput({ own_password: [invalid.required] });
    else await useCode(db, { userId: scope.userId, address }, body.code, call.now());
    return call.change(async (tx) => ({ confirmed_until: await noteConfirmation(tx, tokenHash(call.token ?? "")) }));
  }),
  routeHandler(sessions.listSessions, ({ db, scope, token, config }) =>
    listOfSessions(db.read, scope, { userId: scope.userId, token: token ?? "", rules: config.sessionRules }),
  ),
  routeHandler(sessions.endSession, ({ change, scope, actor, id }) =>
    change((tx) => endSession(tx, actor, { userId: scope.userId, id })),
  ),
  routeHandler(sessions.listUserSessions, ({ db, scope, id, token, config }) =>
    listOfSessions(db.read, scope, { userId: id, token: token ?? "", rules: config.sessionRules }),
  ),
  routeHandler(sessions.endUserSession, ({ change, actor, ...path }) =>
    change((tx) => endSession(tx, actor, { userId: path.id, id: path.session })),
  ),
  routeHandler(sessions.knowSessions, ({ change, scope, token }) =>
    change((tx) => knowSessions(tx, scope.userId, token ?? "")),
  ),
  routeHandler(sessions.endOtherSessions, ({ change, actor, token }) =>
    change((tx) => endOtherSessions(tx, actor, token ?? "")),
  ),
  routeHandler(session.settings, async ({ config }) => ({
    product_title: config.productTitle,
    provider_name: config.providerName,
    build_stamp: config.buildStamp,
    company_sign_in: config.companySignIn?.name ?? null,
    sends_mails: config.mail !== undefined,
  })),
];
