import { showDate } from "#rules/dates.ts";
import { BatchState, batchStateText } from "./batch-state.ts";
import { onePerson, somebodyElse } from "./one-person-texts.ts";

/** What of a batch, and of who looks at it, decides what they may do. */
export interface BatchView {
  readonly state: BatchState;
  readonly isStaff: boolean;
  /** Whether they may approve for the batch's customer. */
  readonly mayApprove: boolean;
  readonly hasProposed: boolean;
  readonly hasShredded: boolean;
  /** Whether they and who proposed, or was at the shredder, may be one person: by whose hands the accounts went through. */
  readonly isOneWithProposer: boolean;
  /** The same of who approved for the customer; never where a signed letter did. */
  readonly isOneWithApprover: boolean;
  readonly isOneWithShredder: boolean;
  /** Whether the customer's signed letter is there. */
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

/** What may be done to a batch: what is checked, in this order, and what is said where it is so. */
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

/** What comes next in each state, and who does it. */
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

/** Whether it is on them to go on with a batch. */
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
