import type { LinkOptions } from "@tanstack/react-router";
import type { WaitingLine } from "#contract/schemas/home/home.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { paths } from "#web/paths.ts";

type Target = Pick<LinkOptions, "to">;
type Place = (asked: { readonly id: number; readonly isOne: boolean; readonly user: User }) => Target;

const boxes =
  (state: BoxState): Place =>
  ({ id, isOne }) =>
    isOne ? paths.box(id) : paths.boxes({ state });
const batch: Place = ({ id, user }) => (user.is_staff ? paths.batch(id) : paths.ownBatch(id));
const batches: Place = (asked) => {
  const turn = { turn: true };
  return asked.isOne ? batch(asked) : asked.user.is_staff ? paths.batches(turn) : paths.ownBatches(turn);
};
const importing: Place = ({ id, isOne, user }) => {
  if (!isOne) return { to: user.is_staff ? "/services/imports" : "/imports" };
  const params = { id };
  return user.is_staff
    ? ({ to: "/services/imports/$id", params } as Target)
    : ({ to: "/imports/$id", params } as Target);
};
const cases =
  (open: "due" | "asks" | "all", isOwn = false): Place =>
  ({ id, isOne, user }) =>
    isOne ? paths.case(id) : paths.cases({ open, ...(isOwn && { assignee: user.id }) });

/** Where each is done: the thing itself where it is one, otherwise the list of them. */
const places: Readonly<Record<WaitingLine["kind"], Place>> = {
  batch_draft: batches,
  batch_approve: batches,
  batch_letter: batch,
  batch_unanswered: batch,
  batch_nobody: ({ id, user }) => (user.is_staff ? paths.customer(id, { tab: "retention" }) : { to: "/colleagues" }),
  batch_confirm: batches,
  batch_shred: batches,
  batch_witness: batches,
  batch_certify: batches,
  procedure: ({ id, user }) => (user.is_staff ? paths.customer(id, { tab: "retention" }) : paths.ownBatches()),
  import_errors: importing,
  import_open: importing,
  rows_counted: ({ id }) => paths.stocktake(id),
  second_looks: ({ id }) => paths.stocktake(id),
  cases_due: cases("due"),
  cases_seen: cases("asks"),
  cases_mine: cases("all", true),
  boxes_overdue: ({ id, isOne }) => (isOne ? paths.box(id) : paths.boxes({ due: "overdue" })),
  boxes_returned: boxes(BoxState.retour),
  boxes_inconsistent: boxes(BoxState.inconsistent),
  boxes_marked: () => paths.destruction(),
  numbers: () => ({ to: "/billing/accounting" }),
  messages_failed: () => paths.messages({ state: "failed" }),
  pictures: ({ id, isOne }) => (isOne ? paths.box(id) : paths.boxes({ pictures: "todo" })),
};

/** Where somebody does what waits. */
export const waitingLink = ({ kind, count, first: { id } }: WaitingLine, user: User): Target =>
  places[kind]({ id, isOne: count === 1, user });
