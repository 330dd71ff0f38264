/** The states of a destruction batch. */
export const BatchState = {
  draft: 0,
  proposed: 1,
  approved: 2,
  confirmed: 3,
  shredding: 4,
  destroyed: 5,
  certified: 6,
  aborted: 9,
} as const;
export type BatchState = (typeof BatchState)[keyof typeof BatchState];

/** The German word of each. */
export const batchStateText: Record<BatchState, string> = {
  0: "Entwurf",
  1: "vorgelegt",
  2: "freigegeben",
  3: "bestätigt",
  4: "in Vernichtung",
  5: "vernichtet",
  6: "bescheinigt",
  9: "abgebrochen",
};

/** States that may follow each state. The database holds the same in `destruction_state_changes`, and `magazin check` compares them. */
export const nextBatchStates = {
  0: [1, 9],
  1: [2, 9],
  2: [3, 9],
  3: [4, 9],
  4: [5],
  5: [6],
  6: [],
  9: [],
} satisfies Record<BatchState, BatchState[]>;

/** Decision on a box. */
export const LineDecision = { open: 0, approved: 1, rejected: 2 } as const;
export type LineDecision = (typeof LineDecision)[keyof typeof LineDecision];
export const lineDecisionText: Record<LineDecision, string> = { 0: "offen", 1: "freigegeben", 2: "abgelehnt" };

/** Progress of an approved box, from the shelf to the shredder; `out` means that the box was taken out of the batch. */
export const lineProgress = ["open", "staged", "destroyed", "out"] as const;
export type LineProgress = (typeof lineProgress)[number];

/** Kinds of a batch's chained events. */
export const BatchEvent = {
  created: 0,
  changed: 1,
  proposed: 2,
  approved: 3,
  confirmed: 4,
  begun: 5,
  closed: 6,
  shredded: 7,
  certified: 8,
  aborted: 9,
  letter: 10,
} as const;
export type BatchEvent = (typeof BatchEvent)[keyof typeof BatchEvent];

/** `V-000012` */
export const showBatch = (number: number) => `V-${String(number).padStart(6, "0")}`;

/** The number of a batch as somebody typed it, `V-000012`, `v12` or `12`; null where it is none. */
export function parseBatch(typed: string): number | null {
  const digits = /^\s*(?:v\s*-?\s*)?0*(\d{1,9})\s*$/i.exec(typed)?.[1];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}
