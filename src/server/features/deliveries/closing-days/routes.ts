import * as closingDays from "#contract/calls/deliveries/closing-days.ts";
import { routeHandler } from "#server/http/answers.ts";
import { createClosingDay, deleteClosingDay } from "./mutations.ts";
import { closingDayById, comingClosingDays } from "./queries.ts";

export const closingDayRoutes = [
  routeHandler(closingDays.listClosingDays, ({ db, config, scope, now }) =>
    comingClosingDays(db.read, scope, config.holidays, now()),
  ),
  routeHandler(closingDays.createClosingDay, ({ change, actor, scope, body, now }) =>
    change(
      (tx) => createClosingDay(tx, actor, body, now()),
      (db, id) => closingDayById(db, scope, id),
    ),
  ),
  routeHandler(closingDays.deleteClosingDay, ({ change, actor, id }) =>
    change((tx) => deleteClosingDay(tx, actor, id)),
  ),
];
