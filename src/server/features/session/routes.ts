import * as session from "#contract/calls/session.ts";
import { answer } from "#server/http/answers.ts";
import { login, logout } from "./mutations.ts";

export const sessionRoutes = [
  answer(session.login, ({ db, body, ...from }) => login(db, body, from)),
  answer(session.logout, ({ db, token }) => db.write((tx) => logout(tx, token ?? ""))),
  answer(session.settings, async ({ config }) => ({
    product_title: config.productTitle,
    provider_name: config.providerName,
    build_stamp: config.buildStamp,
  })),
];
