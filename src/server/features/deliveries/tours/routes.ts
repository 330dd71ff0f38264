import * as tours from "#contract/calls/deliveries/tours.ts";
import { tourSheet } from "#contract/sheets/tours.ts";
import type { Reader } from "#server/database/database.ts";
import { berlinDay } from "#rules/dates.ts";
import { print } from "#server/exports/print.ts";
import { answerSheet } from "#server/exports/answer-sheet.ts";
import { answerChange, type Call, routeHandler } from "#server/http/answers.ts";
import { createTour, deleteTour, editTour, endTour, reportAbsence, setStops, startTour } from "./mutations.ts";
import { readLoadList, tourById, toursOfDay } from "./queries.ts";

type One = Pick<Call<typeof tours.getTour>, "scope" | "id"> & { readonly db: Reader };
const read = ({ db, scope, id }: One) => tourById(db, scope, id);

export const tourRoutes = [
  routeHandler(tours.toursOfDay, ({ db, scope, query }) => toursOfDay(db.read, scope, query.day)),
  routeHandler(tours.getTour, (call) => read({ ...call, db: call.db.read })),
  answerSheet(tours.sheetOfTour, {
    of: tours.getTour,
    sheet: tourSheet,
    rows: async function* ({ db, scope, id }) {
      yield (await tourById(db, scope, id)).results;
    },
  }),
  routeHandler(tours.loadList, async (call) => {
    const data = await readLoadList(call.db.read, call.scope, call.id);
    const about = { meta: { from: data.day, to: data.day, amount: data.stops.length } };
    return print(call, `Ladeliste-${data.day}.pdf`, "loadList", data, about);
  }),
  routeHandler(tours.createTour, ({ change, actor, scope, body }) =>
    change(
      (tx) => createTour(tx, actor, scope, body),
      (db, id) => tourById(db, scope, id),
    ),
  ),
  answerChange(tours.editTour, ({ actor, id, body }, commit) => commit((tx) => editTour(tx, actor, id, body)), read),
  routeHandler(tours.deleteTour, ({ change, actor, id }) => change((tx) => deleteTour(tx, actor, id))),
  answerChange(tours.setStops, ({ actor, id, body }, commit) => commit((tx) => setStops(tx, actor, id, body)), read),
  answerChange(
    tours.startTour,
    ({ actor, id, now }, commit) => commit((tx) => startTour(tx, actor, id, berlinDay(now()))),
    read,
  ),
  answerChange(tours.endTour, ({ actor, id }, commit) => commit((tx) => endTour(tx, actor, id)), read),
  answerChange(
    tours.reportAbsence,
    ({ actor, id, body }, commit) => commit((tx) => reportAbsence(tx, actor, id, body)),
    read,
  ),
];
