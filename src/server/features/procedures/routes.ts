import * as procedures from "#contract/calls/destruction/procedures.ts";
import { answer } from "#server/http/answers.ts";
import { agreeToChange, changeProcedure, withdrawChange } from "./mutations.ts";
import { changeById, listOfChanges, procedureOf } from "./queries.ts";

export const procedureRoutes = [
  answer(procedures.getProcedure, ({ db, scope, id }) => procedureOf(db.read, scope, id)),
  answer(procedures.changeProcedure, ({ change, scope, address, id, body }) =>
    change(
      (tx) => changeProcedure(tx, { userId: scope.userId, address }, id, body),
      (db) => procedureOf(db, scope, id),
    ),
  ),
  answer(procedures.listProcedureChanges, async ({ db, scope }) => ({ results: await listOfChanges(db.read, scope) })),
  answer(procedures.agreeToChange, ({ change, actor, scope, id }) =>
    change(
      (tx) => agreeToChange(tx, actor, scope, id),
      (db) => changeById(db, scope, id),
    ),
  ),
  answer(procedures.withdrawChange, ({ change, actor, scope, id }) =>
    change(
      (tx) => withdrawChange(tx, actor, scope, id),
      (db) => changeById(db, scope, id),
    ),
  ),
];
