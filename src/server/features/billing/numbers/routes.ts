import * as numbers from "#contract/calls/billing/numbers.ts";
import { routeHandler } from "#server/http/answers.ts";
import { nameLastNumber } from "./mutations.ts";
import { allRestoredNumbers, restoredNumberById } from "./queries.ts";

export const numberRoutes = [
  routeHandler(numbers.restoredNumbers, async ({ db }) => ({ results: await allRestoredNumbers(db.read) })),
  routeHandler(numbers.nameLastNumber, ({ change, actor, id, body }) =>
    change(
      (tx) => nameLastNumber(tx, actor, { id, ...body }),
      (db) => restoredNumberById(db, id),
    ),
  ),
];
