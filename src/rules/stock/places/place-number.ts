import { maxHeight } from "#rules/stock/positions.ts";
import type { Spot } from "./place-cursor.ts";

/** By what a place's part is multiplied in its number; no height is as great. */
export const partFactor = maxHeight + 1;

/** A place within its row as one number: the map has a hundred thousand of them. */
export const placeNumber = ({ part, height }: Spot) => part * partFactor + height;

export const placeOfNumber = (number: number): Spot => ({
  part: Math.floor(number / partFactor),
  height: number % partFactor,
});
