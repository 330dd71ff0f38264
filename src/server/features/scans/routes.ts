import * as scans from "#contract/calls/scans.ts";
import { answer } from "#server/http/answers.ts";
import { carryOut } from "./mutations.ts";
import { resolve } from "./queries.ts";

export const scanRoutes = [
  answer(scans.resolveScan, ({ db, scope, query }) => resolve(db, scope, query.code)),
  answer(scans.scan, async ({ db, scope, body }) => {
    const results = [];
    // in order, each on its own: a later scan may depend on an earlier one
    for (const operation of body.operations) results.push(await carryOut(db, scope.userId, operation));
    return { results };
  }),
];
