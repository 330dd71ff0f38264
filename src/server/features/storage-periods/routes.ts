import { storedMetres } from "#contract/calls/customers.ts";
import { answer } from "#server/http/answers.ts";
import { metresByMonth } from "./queries.ts";

export const storagePeriodRoutes = [
  answer(storedMetres, ({ db, scope, id, now }) => metresByMonth(db.read, scope, id, now())),
];
