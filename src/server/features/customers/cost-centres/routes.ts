import * as costCentres from "#contract/calls/customers/cost-centres.ts";
import { routeHandler } from "#server/http/answers.ts";
import { setCostCentres } from "./mutations.ts";
import { costCentresOf } from "./queries.ts";

export const costCentreRoutes = [
  routeHandler(costCentres.listCostCentres, ({ db, scope, id, query }) =>
    costCentresOf(db.read, scope, id, query.carried !== undefined),
  ),
  routeHandler(costCentres.setCostCentres, ({ change, scope, actor, id, body }) =>
    change(
      (tx) => setCostCentres(tx, actor, id, body),
      (db) => costCentresOf(db, scope, id),
    ),
  ),
];
