import * as procedures from "#contract/calls/destruction/procedures.ts";
import { routeHandler } from "#server/http/answers.ts";
import { agreeToChange, changeProcedure, withdrawChange } from "./mutations.ts";
import { changeById, listOfChanges, procedureOf } from "./queries.ts";

export const procedureRoutes = [
  routeHandler(procedures.getProcedure, ({ db, scope, id }) => procedureOf(db.read, scope, id)),
  routeHandler(procedures.changeProcedure, ({ change, scope, address, id, body }) =>
    change(
      (tx) => changeProcedure(tx, { userId: scope.userId, address }, id, body),
      (db) => procedureOf(db, scope, id),
    ),
  ),
  routeHandler(procedures.listProcedureChanges, async ({ db, scope }) => ({
    results: await listOfChanges(db.read, scope),
  })),
  routeHandler(procedures.agreeToChange, ({ change, actor, scope, id }) =>
    change(
      (tx) => agreeToChange(tx, actor, scope, id),
      (db) => changeById(db, scope, id),
    ),
  ),
  routeHandler(procedures.withdrawChange, ({ change, actor, scope, id }) =>
    change(
      (tx) => withdrawChange(tx, actor, scope, id),
      (db) => changeById(db, scope, id),
    ),
  ),
];
