import { backupState } from "#contract/calls/system/backups.ts";
import { routeHandler } from "#server/http/answers.ts";
import { stateOfBackups } from "./queries.ts";

export const backupRoutes = [
  routeHandler(backupState, ({ db, scope, now, config }) =>
    stateOfBackups(db.read, scope, { now: now(), plain: config.backsUpSecrets }),
  ),
];
