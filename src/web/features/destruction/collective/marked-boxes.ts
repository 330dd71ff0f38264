import { useQuery } from "@tanstack/react-query";
import { listMarked } from "#contract/calls/stock/boxes.ts";
import type { Reply } from "#contract/route.ts";
import { type Hindrance, hindrances, showOwned } from "#rules/destruction/destruction.ts";
import { queryFor } from "#web/api/queries.ts";

/** Every box that is marked for destruction with what is in its way, up to which moment that is all of them, and by what the list is known again. */
export type MarkedBoxes = Reply<typeof listMarked>;
export type MarkedBoxEntry = MarkedBoxes["results"][number];

/** As it is now, whatever was loaded a moment ago. */
export const useMarkedBoxes = () => useQuery({ ...queryFor(listMarked), staleTime: 0 });

export function showMarked(boxes: readonly MarkedBoxEntry[]): string {
  return showOwned(boxes.length, new Set(boxes.map(({ owner }) => owner.id)).size);
}

/** Those that nothing is in the way of, and how many of the others there are. */
export function splitMarkedBoxes(boxes: readonly MarkedBoxEntry[]) {
  const count = (kind: Hindrance) => boxes.filter(({ hindrance }) => hindrance === kind).length;
  const staying = Object.fromEntries(hindrances.map((kind) => [kind, count(kind)])) as Record<Hindrance, number>;
  return { free: boxes.filter(({ hindrance }) => hindrance === null), staying };
}
