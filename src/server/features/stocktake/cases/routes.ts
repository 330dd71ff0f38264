import * as cases from "#contract/calls/stocktake/cases.ts";
import { berlinDay } from "#rules/dates.ts";
import { showCase } from "#rules/stocktake/case-state.ts";
import type { Transaction } from "#server/database/database.ts";
import { print } from "#server/exports/print.ts";
import { routeHandler, type Call } from "#server/http/answers.ts";
import { assignCase, closeCase, createCase, foundCase, loseCase, noteCase } from "./mutations.ts";
import { caseById, lossLetterData, listOfCases } from "./queries.ts";

type Stepping = Pick<Call<typeof cases.noteCase>, "change" | "scope" | "id" | "now">;

/** Takes a step and answers the case as it is then. */
const step = ({ change, scope, id, now }: Stepping, work: (tx: Transaction) => Promise<void>) =>
  change(work, (db) => caseById(db, scope, id, berlinDay(now())));

export const caseRoutes = [
  routeHandler(cases.listCases, ({ db, scope, query, now }) => listOfCases(db.read, scope, query, berlinDay(now()))),
  routeHandler(cases.getCase, ({ db, scope, id, now }) => caseById(db.read, scope, id, berlinDay(now()))),
  routeHandler(cases.createCase, ({ change, scope, body, config, now }) =>
    change(
      (tx) => createCase(tx, scope.userId, { ...body, days: config.caseDays }),
      (db, id) => caseById(db, scope, id, berlinDay(now())),
    ),
  ),
  routeHandler(cases.noteCase, (call) => step(call, (tx) => noteCase(tx, call.scope.userId, call.id, call.body.text))),
  routeHandler(cases.assignCase, (call) => step(call, (tx) => assignCase(tx, call.scope.userId, call.id, call.body))),
  routeHandler(cases.foundCase, (call) =>
    step(call, (tx) => foundCase(tx, call.scope.userId, call.id, call.body.text)),
  ),
  routeHandler(cases.loseCase, (call) => step(call, (tx) => loseCase(tx, call.scope.userId, call.id, call.body))),
  routeHandler(cases.closeCase, (call) =>
    step(call, (tx) => closeCase(tx, call.scope.userId, call.id, call.body.text)),
  ),
  routeHandler(cases.caseLetter, async (call) => {
    const { code, ...data } = await lossLetterData(call.db.read, call.scope, call.id);
    const name = `${call.config.filePrefix}-Verlustmitteilung-${showCase(call.id)}.pdf`;
    return print(call, name, "lossLetter", { ...data, code }, { customer: data.customer.code, box: code });
  }),
];
