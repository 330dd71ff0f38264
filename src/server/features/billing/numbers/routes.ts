import * as numbers from "#contract/calls/billing/numbers.ts";
import { allRestoredNumbers, restoredNumberById } from "#server/database/billing/restored-numbers.ts";
import { routeHandler } from "#server/http/answers.ts";
import { notFound } from "#server/http/errors.ts";
import { nameLastNumber } from "./mutations.ts";

export const numberRoutes = [
  routeHandler(numbers.restoredNumbers, async ({ db }) => ({ results: await allRestoredNumbers(db.read) })),
  routeHandler(numbers.nameLastNumber, ({ change, actor, id, body }) =>
    change(
      (tx) => nameLastNumber(tx, actor, { id, ...body }),
      async (db) => {
        const named = await restoredNumberById(db, id);
        if (!named) throw notFound();
        return named;
      },
    ),
  ),
];
