import * as scans from "#contract/calls/scanning/scans.ts";
import { routeHandler } from "#server/http/answers.ts";
import { carryOutAll } from "./mutations.ts";
import { listOfScans, resolve, withBoxes } from "./queries.ts";

export const scanRoutes = [
  routeHandler(scans.resolveScan, ({ db, scope, query }) => resolve(db.read, scope, query.code)),
  routeHandler(scans.listScans, ({ db, scope, query }) => listOfScans(db.read, scope, query)),
  routeHandler(scans.scan, async ({ db, change, scope, body, counts, now, config }) => {
    const { operations, ...device } = body;
    const sender = { ...device, userId: scope.userId, now: now(), secondPerson: config.stocktakeSecondPerson };
    const answers = await carryOutAll(db, sender, operations);
    for (const { status, code } of answers) counts.scans.inc({ result: code ?? status });
    return change(null, async (reader) => ({ results: await withBoxes(reader, scope, answers) }));
  }),
];
