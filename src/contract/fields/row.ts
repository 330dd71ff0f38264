import { maxHeights, maxParts, maxRowNumber } from "#contract/limits.ts";
import { integer, typedNumber } from "./numbers.ts";

export const rowNumber = integer(1, maxRowNumber);
export const typedRowNumber = typedNumber(rowNumber);

/** Numbers of parts and heights that a row is drawn with. */
export const parts = integer(1, maxParts);
export const heights = integer(1, maxHeights);
export const typedParts = typedNumber(parts);
export const typedHeights = typedNumber(heights);
