import { owner } from "./values.ts";

/** Inputs of the calls of destruction procedures. */
const requests = {
  changeProcedure: { body: { destruction_procedure: 1, waiting_days: 7 } },
} as const;

const ProcedureChange = {
  id: 1_204_516_311,
  customer: owner,
  switches_off: true,
  waiting_days: null,
  asked: { by: "Erika Muster", at: "2026-11-02T08:30:00.000Z" },
  agreed: null,
  from_day: "2026-11-10",
  done: null,
  text: "Vernichtung ohne Freigabe, beantragt von Erika Muster am 02.11.2026. Gilt frühestens ab 10.11.2026, und nur, wenn eine zweite Person zustimmt: aus dem Archiv, oder beim Kunden mit dem Recht, Vernichtungen freizugeben. Bis dahin bleibt das Verfahren, wie es ist.",
  actions: { agree: null, withdraw: null },
};

/** Answers of the calls of destruction procedures. */
const replies = { listProcedureChanges: { results: [ProcedureChange] } };

/** Their shapes of a name of their own. */
const shapes = {
  ProcedureChange,
  Procedure: {
    destruction_procedure: 1,
    waiting_days: 7,
    protection_class: 2,
    security_level: 4,
    change: ProcedureChange,
    last_change: null,
  },
};

export const procedureExamples = { requests, shapes, replies };
