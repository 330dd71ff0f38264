import { home } from "#contract/calls/home/home.ts";
import { routeHandler } from "#server/http/answers.ts";
import { homeOf } from "./queries.ts";

export const homeRoutes = [
  routeHandler(home, ({ db, scope, now, token, config }) =>
    homeOf(db.read, scope, {
      now: now(),
      token: token ?? "",
      rules: config.sessionRules,
      plain: config.backsUpSecrets,
      provider: config.provider,
    }),
  ),
];
