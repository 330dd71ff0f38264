import { useQuery } from "@tanstack/react-query";
import { listMarked } from "#contract/calls/stock/boxes.ts";
import type { Reply } from "#contract/route.ts";
import type { MarkedOwner } from "#contract/schemas/stock/boxes.ts";
import { type Hindrance, hindrances, showOwned } from "#rules/destruction/destruction.ts";
import { computeOffset, pageSize } from "#rules/lists/paging.ts";
import { queryFor } from "#web/api/queries.ts";

/** A page of the boxes that are marked for destruction, what all of them are, up to which moment, and by what the list is known again. */
export type MarkedBoxes = Reply<typeof listMarked>;
export type MarkedBoxEntry = MarkedBoxes["results"][number];

/** The boxes of all customers, or a page of one customer's, as they are now, whatever was loaded a moment ago. */
export const useMarkedBoxes = (customer?: number, page = 1) => {
  const query = { limit: pageSize, ...(customer && { customer, offset: computeOffset(page) }) };
  return useQuery({ ...queryFor(listMarked, { query }), staleTime: 0 });
};

const sumOf = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((sum, one) => sum + of(one), 0);

/** Number of boxes and of those who own them. */
const showMarked = (boxes: number, owners: readonly MarkedOwner[]) => showOwned(boxes, owners.length);

/** Sums of all customers: the marked boxes, those that nothing is in the way of, and how many of the others there are. */
export function sumMarked(owners: readonly MarkedOwner[]) {
  const sum = (key: "boxes" | Hindrance) => sumOf(owners, (owner) => owner[key]);
  const sumFree = (key: keyof MarkedOwner["free"]) => sumOf(owners, ({ free }) => free[key]);
  const [boxes, free] = [sum("boxes"), sumFree("boxes")];
  return {
    boxes,
    shown: showMarked(boxes, owners),
    free,
    shownFree: showMarked(
      free,
      owners.filter((owner) => owner.free.boxes > 0),
    ),
    doubts: { early: sumFree("early"), away: sumFree("away"), doubted: sumFree("doubted") },
    staying: Object.fromEntries(hindrances.map((kind) => [kind, sum(kind)])) as Record<Hindrance, number>,
  };
}
