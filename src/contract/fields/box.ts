import {
  maxBoxesAtOnce,
  maxBoxSize,
  maxDestroyYear,
  maxInteger,
  maxMetaYear,
  minDestroyYear,
  minMetaYear,
} from "#contract/limits.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { integer, typedNumber } from "./numbers.ts";

/** The first number of new boxes; how far the numbers reach is for the server to say. */
export const startNumber = integer(0, maxInteger, invalid.belowZero);
export const boxAmount = integer(1, maxBoxesAtOnce, invalid.belowOne);
/** In millimetres. */
export const boxSize = integer(1, maxBoxSize, invalid.belowOne);
/** A year of a box's meta data. */
export const metaYear = integer(minMetaYear, maxMetaYear);
/** The year in which a box is due for destruction. */
export const destroyYear = integer(minDestroyYear, maxDestroyYear);

export const typedStartNumber = typedNumber(startNumber);
export const typedBoxAmount = typedNumber(boxAmount);
export const typedBoxSize = typedNumber(boxSize);
export const typedMetaYear = typedNumber(metaYear);
export const typedDestroyYear = typedNumber(destroyYear);
