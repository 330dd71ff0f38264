import { showCount } from "#rules/amounts.ts";

/** Returns the share of places that are taken, 0 to 1; a thing without places is not full. */
export const fillOf = (taken: number, places: number) => (places === 0 ? 0 : taken / places);

/** `82 %`: full only where nothing is free, empty only where nothing is taken. */
export function showFill(taken: number, places: number): string {
  const percent = Math.floor(fillOf(taken, places) * 100);
  return `${taken > 0 && percent === 0 ? 1 : Math.min(100, percent)} %`;
}

/** `180 frei`; what stands beyond the drawn size takes no place of others. */
export const showFree = (taken: number, places: number) => `${showCount(Math.max(0, places - taken))} frei`;
