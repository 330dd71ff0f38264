import { showDate } from "#rules/dates.ts";
import { BatchState, batchStateText } from "./batch-state.ts";
import { onePerson, somebodyElse } from "./one-person-texts.ts";

/** Facts about a batch and of its viewer that decide what the viewer may do. */
export interface BatchView {
  readonly state: BatchState;
  readonly isStaff: boolean;
  /** True where the viewer may approve for the batch's customer. */
  readonly mayApprove: boolean;
  readonly hasProposed: boolean;
  readonly hasShredded: boolean;
  /**
   * True where the viewer and the person who proposed, or was at the shredder, may be one person. This depends on who had access
   * to their accounts.
   */
  readonly isOneWithProposer: boolean;
  /** The same of who approved for the customer; never where a signed letter did. */
  readonly isOneWithApprover: boolean;
  readonly isOneWithShredder: boolean;
  /** True where the customer's signed letter is there. */
  readonly hasLetter: boolean;
  /** Approved boxes that are neither scanned nor closed. */
  readonly left: number;
  /** The first day on which boxes may be scanned; null where there is none yet or it has come. */
  readonly waitsFor: string | null;
}

type Check = readonly [isWrong: (view: BatchView) => boolean, why: string | ((view: BatchView) => string)];
const only = (states: readonly BatchState[]): Check => [
  ({ state }) => !states.includes(state),
  ({ state }) => `Der Vorgang ist ${batchStateText[state]}.`,
];
const archive: Check = [({ isStaff }) => !isStaff, "Das macht das Archiv."];
const noBoxesLeft: Check = [
  ({ left }) => left > 0,
  ({ left }) =>
    left === 1
      ? "Eine Box ist weder gescannt noch ausgenommen."
      : `${left} Boxen sind weder gescannt noch ausgenommen.`,
];

/** Actions that may be taken on a batch: their checks, in this order, and the message where a check applies. */
const checks = {
  edit: [archive, only([0])],
  propose: [archive, only([0])],
  decide: [
    only([1]),
    [({ isStaff, mayApprove }) => !isStaff && !mayApprove, "Dafür fehlt Ihnen das Recht, Vernichtungen freizugeben."],
    [({ isStaff, isOneWithProposer }) => !isStaff && isOneWithProposer, onePerson("wer vorgelegt hat")],
    [
      ({ isStaff, hasLetter }) => isStaff && !hasLetter,
      "Das entscheidet der Kunde. Sie tragen es ein, sobald sein unterschriebener Brief hochgeladen ist.",
    ],
  ],
  attach: [archive, only([1])],
  confirm: [
    archive,
    only([2]),
    [({ hasProposed }) => hasProposed, `Sie haben vorgelegt; es bestätigt ${somebodyElse}.`],
    [({ isOneWithProposer }) => isOneWithProposer, onePerson("wer vorgelegt hat")],
    [({ isOneWithApprover }) => isOneWithApprover, onePerson("wer freigegeben hat")],
  ],
  close: [archive, only([2, 3, 4])],
  stage: [archive, only([3, 4])],
  shred: [
    archive,
    only([3, 4]),
    [({ waitsFor }) => waitsFor !== null, ({ waitsFor }) => `Die Wartezeit läuft: ab ${showDate(waitsFor ?? "")}.`],
  ],
  complete: [
    archive,
    only([4]),
    noBoxesLeft,
    [({ hasShredded }) => hasShredded, `Sie haben vernichtet; es bezeugt ${somebodyElse}.`],
    [({ isOneWithShredder }) => isOneWithShredder, onePerson("wer vernichtet hat")],
  ],
  certify: [archive, only([5])],
  abort: [
    [({ isStaff, mayApprove }) => !isStaff && !mayApprove, "Dafür fehlt Ihnen das Recht, Vernichtungen freizugeben."],
    only([0, 1, 2, 3]),
  ],
} as const satisfies Record<string, readonly Check[]>;
export type BatchAction = keyof typeof checks;
export const batchActions = Object.keys(checks) as BatchAction[];

/** Why somebody may not do something to a batch, as a sentence; null where they may. */
export function batchActionRefusal(action: BatchAction, view: BatchView): string | null {
  const wrong = (checks[action] as readonly Check[]).find(([isWrong]) => isWrong(view));
  if (!wrong) return null;
  return typeof wrong[1] === "string" ? wrong[1] : wrong[1](view);
}

/** Next step in each state, and the party that takes it. */
export const nextStep: Record<BatchState, string> = {
  [BatchState.draft]: "Vorlegen (Archiv)",
  [BatchState.proposed]: "Freigeben (Kunde)",
  [BatchState.approved]: "Bestätigen (zweite Person)",
  [BatchState.confirmed]: "Am Schredder scannen",
  [BatchState.shredding]: "Am Schredder scannen und bezeugen",
  [BatchState.destroyed]: "Bescheinigen (Archiv)",
  [BatchState.certified]: "",
  [BatchState.aborted]: "",
};

/** Says whether the next step of a batch is the viewer's to take. */
export function isTheirTurn(view: BatchView): boolean {
  const steps: Partial<Record<BatchState, readonly BatchAction[]>> = {
    0: ["propose"],
    1: view.isStaff ? [] : ["decide"],
    2: ["confirm"],
    3: ["shred"],
    4: view.left > 0 ? ["shred"] : ["complete"],
    5: ["certify"],
  };
  return (steps[view.state] ?? []).some((action) => batchActionRefusal(action, view) === null);
}
