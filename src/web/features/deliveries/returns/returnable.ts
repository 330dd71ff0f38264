import { useQuery } from "@tanstack/react-query";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import { queryFor } from "#web/api/queries.ts";
import { marksIn, marksInCode } from "#web/basket/basket-marks.ts";
import { boxSelection, foundIn } from "#web/basket/basket-search.ts";
import type { ChoosingFor, BasketResult, FoundBox } from "#web/basket/basket.ts";

/** Rules for a return: boxes that are out can come back, and contents that are out by themselves, wherever their box is. */
export const forReturn: ChoosingFor = {
  purpose: "return",
  whyNotWhole: ({ code, state }) =>
    state === BoxState.notInStock ? undefined : `Box ${showBoxCode(code)} ist nicht unterwegs: ${boxStateText[state]}.`,
  mayContent: (state) => state === ContentState.outside,
  bringsContents: false,
  all: "unterwegs",
  nothing: (wanted) =>
    wanted === ""
      ? "Von diesem Kunden ist keine Box unterwegs. Einzelne Inhalte finden Sie über ihren Text oder ihren Boxcode."
      : `Nichts, was unterwegs ist, passt zu „${wanted}“.`,
};

/** The same, and boxes that are new. */
export const forPickup: ChoosingFor = {
  ...forReturn,
  purpose: "pickup",
  whyNotWhole: (box) => (box.state === BoxState.created ? undefined : forReturn.whyNotWhole(box)),
  nothing: (wanted) =>
    wanted === ""
      ? "Zurzeit ist keine Box unterwegs. Einzelne Inhalte und neue Boxen finden Sie über ihren Text oder ihren Boxcode."
      : `Nichts, was unterwegs oder neu ist, passt zu „${wanted}“.`,
};

const mostHolders = 100; // boxes whose contents are looked through; who looks for one of more types a longer piece

/**
 * Returns the things of a customer that are out and fit the search. These are boxes, and once something is looked for, single contents of any box.
 */
export function useReturnable(owner: number, wanted: string, amount: number, of = forReturn): BasketResult {
  const common = { owner_id: owner, query: boxSelection, search: wanted || undefined };
  const out = useQuery(queryFor(listBoxes, { query: { ...common, state: BoxState.notInStock, limit: amount } }));
  const any = useQuery({
    ...queryFor(listBoxes, { query: { ...common, limit: mostHolders } }),
    enabled: wanted !== "",
  });
  const isLent = ({ code, content }: FoundBox) =>
    content?.some(
      ({ text, state }) =>
        state === ContentState.outside && (marksInCode(code, wanted).length > 0 || marksIn(text, wanted).length > 0),
    );
  const boxes = out.data?.results.map(shownOf(wanted));
  const holders = (wanted === "" ? [] : (any.data?.results ?? [])).filter(
    (box) => box.state !== BoxState.notInStock && (of.whyNotWhole(box) === undefined || isLent(box)),
  );
  const slow = any.isFetching && wanted !== "" ? any : out;
  return {
    ...foundIn(slow),
    error: out.error ?? any.error,
    refetch: () => Promise.all([out.refetch(), any.refetch()]),
    boxes: boxes && [...boxes, ...holders.map(shownOf(wanted))],
    count: (out.data?.count ?? 0) + holders.length,
    notice: undefined,
  };
}

/** Returns what can come back by itself, or was looked for, of a box that is out or holds something that is. */
const shownOf =
  (wanted: string) =>
  ({ content = [], ...box }: FoundBox): FoundBox => ({
    ...box,
    content: content.filter(({ text, state }) => state === ContentState.outside || marksIn(text, wanted).length > 0),
  });
