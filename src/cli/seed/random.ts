/** Numbers from 0 to below 1 that look random and are the same for the same seed. */
export type Random = () => number;

/** A source of its own for each purpose, so that a change in one does not change the others. */
export function randomFrom(seed: number, purpose: string): Random {
  let state = seed >>> 0;
  for (const letter of purpose) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from `min` to `max`, both possible. */
export function between(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Returns the index of the weight that was drawn. */
export function pickWeighted(random: Random, weights: readonly number[]): number {
  let remainder = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const choice = weights.findIndex((weight) => (remainder -= weight) < 0);
  return choice === -1 ? weights.length - 1 : choice;
}

export function shuffle<T>(random: Random, list: readonly T[]): T[] {
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = between(random, 0, last);
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}
