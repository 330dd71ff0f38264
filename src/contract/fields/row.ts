import { maxHeights, maxParts, maxRowNumber } from "#contract/limits.ts";
import { integer, typed } from "./numbers.ts";

export const rowNumber = integer(1, maxRowNumber);
export const typedRowNumber = typed(rowNumber);

/** How many parts and heights a row is drawn with. */
export const parts = integer(1, maxParts);
export const heights = integer(1, maxHeights);
export const typedParts = typed(parts);
export const typedHeights = typed(heights);
