import { storedMetres } from "#contract/calls/customers/customers.ts";
import { routeHandler } from "#server/http/answers.ts";
import { metresByMonth } from "./queries.ts";

export const storagePeriodRoutes = [
  routeHandler(storedMetres, ({ db, scope, id, now }) => metresByMonth(db.read, scope, id, now())),
];
