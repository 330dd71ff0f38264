import type { BoxesOverview } from "#contract/schemas/stock/boxes.ts";
import { BoxState } from "#rules/stock/box-state.ts";

/** A state with its number of boxes, undefined until it is known. */
export interface StateCount {
  readonly state: BoxState;
  readonly count: number | undefined;
}

// The order and the choice of specification 2; 3 and 7 are not shown (specification 4).
const shownStates = [
  [BoxState.inStock, "boxes_in_stock_count"],
  [BoxState.notInStock, "boxes_not_in_stock_count"],
  [BoxState.ordered, "boxes_ordered_count"],
  [BoxState.retour, "boxes_retour_count"],
  [BoxState.created, "boxes_created_count"],
  [BoxState.destroyed, "boxes_destroyed_count"],
] as const;

/** The counters to show, and how many boxes there are in all and in states that are not shown. */
export function countsOf(overview: BoxesOverview | undefined) {
  const counts: StateCount[] = shownStates.map(([state, key]) => ({ state, count: overview?.[key] }));
  const others = (overview?.boxes_inconsistent_count ?? 0) + (overview?.boxes_marked_count ?? 0);
  const total = counts.reduce((sum, { count = 0 }) => sum + count, others);
  return { total, counts, others };
}

const percent = new Intl.NumberFormat("de-DE", { style: "percent", maximumFractionDigits: 1 });
const least = 0.001; // below it one decimal says 0 although there is something

/** A part of a whole as people read it: `34,2 %`. */
export function showShare(count: number, total: number): string {
  if (count === 0 || total === 0) return percent.format(0);
  const share = count / total;
  return share < least ? `< ${percent.format(least)}` : percent.format(share);
}
