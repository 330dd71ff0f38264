import { backupState } from "#contract/calls/backups.ts";
import { answer } from "#server/http/answers.ts";
import { stateOfBackups } from "./queries.ts";

export const backupRoutes = [
  answer(backupState, ({ db, scope, now, config }) =>
    stateOfBackups(db.read, scope, { now: now(), plain: config.backsUpSecrets }),
  ),
];
