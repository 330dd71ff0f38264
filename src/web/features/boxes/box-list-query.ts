import type { listBoxes } from "#contract/calls/boxes.ts";
import type { Query } from "#contract/route.ts";
import { offsetOf } from "#rules/paging.ts";
import type { BoxSearch } from "#web/search.ts";

/** Where in which list a box stood when it was opened. It lives in the history entry, so that a reload keeps it. */
export interface BoxListPlace {
  readonly search: BoxSearch;
  /** From 0, over all pages. */
  readonly index: number;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    boxList?: BoxListPlace | undefined;
  }
}

/** The place of the row `index` on the page of a list. */
export function placeIn(search: BoxSearch, index: number): BoxListPlace {
  return { search, index: offsetOf(search.page ?? 1) + index };
}

/** Customer users know no places, so an order by area is none for them (specification 6). */
export function orderFor(search: BoxSearch, isStaff: boolean): BoxSearch["orderBy"] {
  return isStaff || !search.orderBy?.endsWith("area") ? search.orderBy : undefined;
}

/** Filters and order of a list as the call takes them; the part of it is the caller's to add. */
export function boxListQuery(search: BoxSearch, isStaff: boolean): Query<typeof listBoxes> {
  const { owner, from, to, state } = search;
  return { owner, min_number: from, max_number: to, state, order_by: orderFor(search, isStaff) };
}
