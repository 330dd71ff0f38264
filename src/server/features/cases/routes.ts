import * as cases from "#contract/calls/stocktakes/cases.ts";
import { berlinDay } from "#rules/dates.ts";
import { showCase } from "#rules/stocktakes/case-state.ts";
import type { Transaction } from "#server/database/database.ts";
import { print } from "#server/documents/print.ts";
import { answer, type Call } from "#server/http/answers.ts";
import { assignCase, closeCase, createCase, foundCase, loseCase, noteCase } from "./mutations.ts";
import { caseById, letterOf, listOfCases } from "./queries.ts";

type Stepping = Pick<Call<typeof cases.noteCase>, "change" | "scope" | "id" | "now">;

/** Takes a step and answers the case as it is then. */
const step = ({ change, scope, id, now }: Stepping, work: (tx: Transaction) => Promise<void>) =>
  change(work, (db) => caseById(db, scope, id, berlinDay(now())));

export const caseRoutes = [
  answer(cases.listCases, ({ db, scope, query, now }) => listOfCases(db.read, scope, query, berlinDay(now()))),
  answer(cases.getCase, ({ db, scope, id, now }) => caseById(db.read, scope, id, berlinDay(now()))),
  answer(cases.createCase, ({ change, scope, body, config, now }) =>
    change(
      (tx) => createCase(tx, scope.userId, { ...body, days: config.caseDays }),
      (db, id) => caseById(db, scope, id, berlinDay(now())),
    ),
  ),
  answer(cases.noteCase, (call) => step(call, (tx) => noteCase(tx, call.scope.userId, call.id, call.body.text))),
  answer(cases.assignCase, (call) => step(call, (tx) => assignCase(tx, call.scope.userId, call.id, call.body))),
  answer(cases.foundCase, (call) => step(call, (tx) => foundCase(tx, call.scope.userId, call.id, call.body.text))),
  answer(cases.loseCase, (call) => step(call, (tx) => loseCase(tx, call.scope.userId, call.id, call.body))),
  answer(cases.closeCase, (call) => step(call, (tx) => closeCase(tx, call.scope.userId, call.id, call.body.text))),
  answer(cases.caseLetter, async (call) => {
    const { code, ...data } = await letterOf(call.db.read, call.scope, call.id);
    const name = `${call.config.filePrefix}-Verlustmitteilung-${showCase(call.id)}.pdf`;
    return print(call, name, "lossLetter", { ...data, code }, { customer: data.customer.code, box: code });
  }),
];
