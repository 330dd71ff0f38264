/** Kinds of things that may wait for somebody on their home page. */
export const waitingKinds = [
  // several people let boxes go
  "batch_draft",
  "batch_approve",
  "batch_letter",
  "batch_unanswered",
  "batch_nobody",
  "batch_confirm",
  "batch_shred",
  "batch_witness",
  "batch_certify",
  "procedure",
  // lists
  "import_errors",
  "import_open",
  // counting
  "rows_counted",
  "second_looks",
  "cases_due",
  "cases_seen",
  "cases_mine",
  // boxes
  "boxes_overdue",
  "boxes_returned",
  "boxes_inconsistent",
  "boxes_marked",
  "pictures",
  // what the archive sends
  "billing_due",
  "numbers",
  "messages_failed",
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** Waiting things of one kind: their number, the instant since which the oldest one waits, and which one that is. */
export interface WaitingThings {
  readonly kind: WaitingKind;
  readonly count: number;
  readonly since: string;
  readonly first: { readonly id: number; readonly name: string };
}

/** Days after which a customer who was asked for an approval is asked again. */
export const daysToAnswer = 14;

/** Lines in their order: what waits longest comes first, and of the same moment what stands first among the kinds. */
export function oldestFirst<W extends { readonly kind: WaitingKind; readonly since: string }>(
  lines: readonly W[],
): W[] {
  const place = (kind: WaitingKind) => waitingKinds.indexOf(kind);
  return lines.toSorted((one, other) => one.since.localeCompare(other.since) || place(one.kind) - place(other.kind));
}
