import * as session from "#contract/calls/session.ts";
import { AuditKind } from "#rules/audit/audit.ts";
import { Refusal } from "#server/http/errors.ts";
import { answer } from "#server/http/answers.ts";
import { login, logout } from "./mutations.ts";

export const sessionRoutes = [
  answer(session.login, ({ db, body, address, record }) =>
    login(db, body, address).catch(async (error: unknown) => {
      // the login is refused, and its try must stay on record
      if (error instanceof Refusal && error.code === "login")
        await record({ kind: AuditKind.signInFailed, name: body.username });
      throw error;
    }),
  ),
  answer(session.logout, ({ db, actor, token }) => db.write((tx) => logout(tx, actor, token ?? ""))),
  answer(session.settings, async ({ config }) => ({
    product_title: config.productTitle,
    provider_name: config.providerName,
    build_stamp: config.buildStamp,
  })),
];
