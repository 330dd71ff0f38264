import { recordOfUser } from "#contract/calls/access/users.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { routeHandler } from "#server/http/answers.ts";
import { recordOf } from "./queries.ts";

export const userRecordRoutes = [
  routeHandler(recordOfUser, async ({ db, scope, id, config, record }) => {
    const userRecord = await db.snapshot((reader) => recordOf(reader, scope, id));
    await record({ kind: AuditKind.exportMade, object: ["user", id], meta: { export: "user" } });
    const bytes = Buffer.from(JSON.stringify(userRecord, null, 2));
    return { type: "application/json", name: `${config.filePrefix}-Auskunft.json`, bytes };
  }),
];
