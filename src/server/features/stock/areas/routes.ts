import * as areas from "#contract/calls/stock/areas.ts";
import { areaSheet } from "#contract/sheets/halls.ts";
import { routeHandler } from "#server/http/answers.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { createArea, deleteArea } from "./mutations.ts";
import { areaById, listOfAreas } from "./queries.ts";

export const areaRoutes = [
  routeHandler(areas.listAreas, ({ db, scope, query }) => listOfAreas(db.read, scope, query)),
  answerSheet(areas.sheetOfAreas, {
    of: areas.listAreas,
    sheet: areaSheet,
    rows: ({ db, scope, query }) => everyPage((piece) => listOfAreas(db, scope, { ...query, ...piece })),
  }),
  routeHandler(areas.getArea, ({ db, scope, id }) => areaById(db.read, scope, id)),
  routeHandler(areas.createArea, ({ change, scope, body }) =>
    change(
      (tx) => createArea(tx, body.name),
      (db, id) => areaById(db, scope, id),
    ),
  ),
  routeHandler(areas.deleteArea, ({ change, id }) => change((tx) => deleteArea(tx, id))),
];
