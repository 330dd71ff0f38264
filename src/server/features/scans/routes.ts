import * as scans from "#contract/calls/scans.ts";
import { answer } from "#server/http/answers.ts";
import { carryOutAll } from "./mutations.ts";
import { resolve } from "./queries.ts";

export const scanRoutes = [
  answer(scans.resolveScan, ({ db, scope, query }) => resolve(db.read, scope, query.code)),
  answer(scans.scan, async ({ db, change, scope, body, counts }) => {
    const results = await carryOutAll(db, scope.userId, body.operations);
    for (const { status, code } of results) counts.scans.inc({ result: code ?? status });
    return change(null, async () => ({ results }));
  }),
];
