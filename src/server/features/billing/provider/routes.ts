import * as provider from "#contract/calls/billing/provider.ts";
import { answerChange, routeHandler } from "#server/http/answers.ts";
import { editProvider } from "./mutations.ts";
import { providerKnown } from "./queries.ts";

export const providerRoutes = [
  routeHandler(provider.getProvider, ({ db, scope, config }) => providerKnown(db.read, scope, config.provider)),
  answerChange(
    provider.editProvider,
    ({ actor, body }, commit) => commit((tx) => editProvider(tx, actor, body)),
    ({ db, scope, config }) => providerKnown(db, scope, config.provider),
  ),
];
