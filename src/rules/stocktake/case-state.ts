/** The states of a case: somebody owns it until people close it. */
export const CaseState = { open: 0, searched: 1, found: 2, lost: 3, closed: 4 } as const;
export type CaseState = (typeof CaseState)[keyof typeof CaseState];

/** The German word of each. */
export const caseStateText: Record<CaseState, string> = {
  0: "offen",
  1: "gesucht",
  2: "gefunden",
  3: "Verlust gemeldet",
  4: "geschlossen",
};

/** States that may follow each state. The database holds the same in `case_state_changes`, and `magazin check` compares them. */
export const nextCaseStates = {
  0: [1, 2, 3, 4],
  1: [2, 3, 4],
  2: [1, 4],
  3: [2, 4],
  4: [],
} satisfies Record<CaseState, CaseState[]>;

/** Subject of a case. */
export const CaseKind = { missing: 0, wrongPlace: 1, twice: 2, destroyedFound: 3, unknown: 4, disputed: 5 } as const;
export type CaseKind = (typeof CaseKind)[keyof typeof CaseKind];
export const caseKindText: Record<CaseKind, string> = {
  0: "fehlt",
  1: "falscher Platz",
  2: "doppelt",
  3: "vernichtet gefunden",
  4: "unbekannt",
  5: "Kunde bestreitet",
};

/** Events of a case, in its log. */
export const CaseEvent = { opened: 0, note: 1, assigned: 2, found: 3, lost: 4, closed: 5, sought: 6 } as const;
export type CaseEvent = (typeof CaseEvent)[keyof typeof CaseEvent];
export const caseEventText: Record<CaseEvent, string> = {
  0: "Klärfall angelegt",
  1: "Notiz",
  2: "Zugewiesen",
  3: "Gefunden",
  4: "Verlust gemeldet",
  5: "Geschlossen",
  6: "Wird weiter gesucht",
};

/**
 * Person who has to look after a case by now: the one who searches, a second person, or the one who leads. People report the loss, whatever the day.
 */
export const CaseStage = { search: 0, second: 1, lead: 2 } as const;
export type CaseStage = (typeof CaseStage)[keyof typeof CaseStage];
export const caseStageText: Record<CaseStage, string> = { 0: "suchen", 1: "zweite Person", 2: "Leitung" };

/** The stage of a case on a day in Berlin; days as `YYYY-MM-DD`. */
export function stageOn(due: { readonly due_1: string; readonly due_2: string }, today: string): CaseStage {
  if (today >= due.due_2) return CaseStage.lead;
  return today >= due.due_1 ? CaseStage.second : CaseStage.search;
}

/** `K-000012` */
export const showCase = (number: number) => `K-${String(number).padStart(6, "0")}`;

/** Actions that can be taken on a case by hand. */
export const caseActions = ["note", "assign", "found", "loss", "close"] as const;
export type CaseAction = (typeof caseActions)[number];

/** Why it cannot be done in this state, as a sentence; null where it can. */
export function caseProblem(action: CaseAction, { state, kind }: { state: CaseState; kind: CaseKind }): string | null {
  if (state === CaseState.closed) return "Der Klärfall ist geschlossen.";
  if (action === "found" && state === CaseState.found) return "Die Box ist schon gefunden.";
  if (action !== "loss") return null;
  if (state === CaseState.lost) return "Der Verlust ist schon gemeldet.";
  if (state === CaseState.found) return "Die Box ist gefunden.";
  return kind === CaseKind.missing || kind === CaseKind.disputed ? null : "Nur was fehlt, kann verloren sein.";
}
