import { showCount } from "#rules/amounts.ts";

/** How much of it is taken, 0 to 1; what has no places is not full. */
export const fillOf = (taken: number, places: number) => (places === 0 ? 0 : taken / places);

/** `82 %`: full only where nothing is free, empty only where nothing is taken. */
export function showFill(taken: number, places: number): string {
  const percent = Math.floor(fillOf(taken, places) * 100);
  return `${taken > 0 && percent === 0 ? 1 : Math.min(100, percent)} %`;
}

/** `180 frei`; what stands beyond the drawn size takes no place of others. */
export const showFree = (taken: number, places: number) => `${showCount(Math.max(0, places - taken))} frei`;
