import { queryOptions } from "@tanstack/react-query";
import type { Box } from "#contract/schemas/boxes.ts";
import { listBoxes } from "#contract/calls/boxes.ts";
import { BoxState } from "#rules/box-state.ts";
import { showOwned } from "#rules/destruction/destruction.ts";
import { callDated } from "#web/api/call.ts";

export type MarkedBox = Pick<Box, "id" | "code" | "state" | "marked_from" | "owner" | "position" | "meta_destroy_year">;

export interface MarkedBoxes {
  readonly boxes: readonly MarkedBox[];
  /** What was marked after this instant (ISO 8601, UTC) may not stand in the list. */
  readonly markedUntil: string;
}

const query = {
  state: BoxState.marked,
  query: "{id,code,state,marked_from,owner,position,meta_destroy_year}",
} as const;

/** Every box that is marked for destruction, and up to which moment that is all of them. */
export const markedBoxes = queryOptions({
  queryKey: ["boxes", "marked"],
  queryFn: async ({ signal }): Promise<MarkedBoxes> => {
    const { reply, readAfter } = await callDated(listBoxes, { query, signal });
    return { boxes: reply.results, markedUntil: readAfter.toISOString() };
  },
  staleTime: 0,
});

export function showMarked(boxes: readonly MarkedBox[]): string {
  return showOwned(boxes.length, new Set(boxes.map(({ owner }) => owner.id)).size);
}
