import type { Cell } from "#rules/exchange/imports/cell-values.ts";

/** A row of a list, with the number that a spreadsheet shows beside it. */
export interface ListRow {
  readonly row: number;
  readonly cells: readonly Cell[];
  /** People do not see it, as where a filter is set. */
  readonly isHidden?: boolean;
}
