import * as seals from "#contract/calls/access/seals.ts";
import { sealSheet } from "#contract/sheets/trail.ts";
import { allSeals } from "#server/database/seals/seal-days.ts";
import { routeHandler } from "#server/http/answers.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { listOfSeals } from "./queries.ts";

export const sealRoutes = [
  routeHandler(seals.listSeals, ({ db, scope, query }) => listOfSeals(db.read, scope, query)),
  answerSheet(seals.sheetOfSeals, {
    of: seals.listSeals,
    sheet: sealSheet,
    rows: ({ db, scope, query }) => everyPage((piece) => listOfSeals(db, scope, { ...query, ...piece })),
  }),
  routeHandler(seals.exportSeals, async ({ db, config }) => ({
    type: "application/json",
    name: `${config.filePrefix}-Siegel.json`,
    bytes: Buffer.from(`${JSON.stringify(await allSeals(db.read), null, 1)}\n`),
  })),
];
