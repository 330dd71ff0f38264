import { showBoxes } from "#rules/amounts.ts";
import { BatchState } from "./batch-state.ts";
import { type BatchAction, nextStep } from "./batch-steps.ts";

/** The action that leads on from a state. */
const actionIn: Partial<Record<BatchState, BatchAction>> = {
  [BatchState.draft]: "propose",
  [BatchState.proposed]: "decide",
  [BatchState.approved]: "confirm",
  [BatchState.confirmed]: "shred",
  [BatchState.shredding]: "complete",
  [BatchState.destroyed]: "certify",
};

/** Facts about a batch that decide what comes next for it. */
export interface BatchStanding {
  readonly state: BatchState;
  readonly boxes: number;
  /** Why the caller may not do something, as a sentence; null where they may. */
  readonly actions: Readonly<Record<BatchAction, string | null>>;
}

/** Says what comes next for a destruction and, where the user may not do it, why not. */
export function nextOfBatch({ state, boxes, actions }: BatchStanding, isStaff: boolean): string {
  if (!isStaff && state === BatchState.proposed && actions.decide === null)
    return `Bitte entscheiden Sie über ${showBoxes(boxes)}. Was Sie nicht ablehnen, geben Sie frei.`;
  if (state === BatchState.certified) return "Alles ist vernichtet und bescheinigt.";
  if (state === BatchState.aborted) return "Der Vorgang ist abgebrochen; die Boxen bleiben erhalten.";
  const action = actionIn[state];
  return [`Nächster Schritt: ${nextStep[state]}.`, action && actions[action]].filter(Boolean).join(" ");
}
