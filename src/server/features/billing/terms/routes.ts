import * as terms from "#contract/calls/billing/terms.ts";
import { berlinDay } from "#rules/dates.ts";
import { answerChange, routeHandler } from "#server/http/answers.ts";
import { setTerms } from "./mutations.ts";
import { termsOf } from "./queries.ts";

export const termRoutes = [
  routeHandler(terms.getTerms, ({ db, scope, id }) => termsOf(db.read, scope, id)),
  answerChange(
    terms.setTerms,
    ({ id, actor, scope, body, now }, commit) =>
      commit((tx) => setTerms(tx, { actor, scope, today: berlinDay(now()) }, id, body)),
    ({ db, scope, id }) => termsOf(db, scope, id),
  ),
];
