import * as areas from "#contract/calls/areas.ts";
import { answer } from "#server/http/answers.ts";
import { createArea, deleteArea } from "./mutations.ts";
import { areaById, listOfAreas } from "./queries.ts";

export const areaRoutes = [
  answer(areas.listAreas, ({ db, scope, query }) => listOfAreas(db.read, scope, query)),
  answer(areas.getArea, ({ db, scope, id }) => areaById(db.read, scope, id)),
  answer(areas.createArea, ({ change, scope, body }) =>
    change(
      (tx) => createArea(tx, body.name),
      (db, id) => areaById(db, scope, id),
    ),
  ),
  answer(areas.deleteArea, ({ change, id }) => change((tx) => deleteArea(tx, id))),
];
