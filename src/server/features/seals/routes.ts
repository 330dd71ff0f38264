import * as seals from "#contract/calls/seals.ts";
import { allSeals } from "#server/database/seals/seal-days.ts";
import { answer } from "#server/http/answers.ts";
import { listOfSeals } from "./queries.ts";

export const sealRoutes = [
  answer(seals.listSeals, ({ db, scope, query }) => listOfSeals(db.read, scope, query)),
  answer(seals.exportSeals, async ({ db, config }) => ({
    type: "application/json",
    name: `${config.filePrefix}-Siegel.json`,
    bytes: Buffer.from(`${JSON.stringify(await allSeals(db.read), null, 1)}\n`),
  })),
];
