/**
 * Returns the number of typing errors that a name of this length may have. With two, DATABASE_PORT of a container would be taken for DATABASE_POOL;
 * with one, POST would be taken for PORT.
 */
const slips = (length: number) => (length < 5 ? 0 : length < 14 ? 1 : 2);

/** Counts the letters that were left out, added, taken for others, or swapped with the next one. */
function slipsBetween(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const row = [at];
    for (let to = 1; to <= other.length; to++) {
      const same = one[at - 1] === other[to - 1] ? 0 : 1;
      const swap = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      const least = [(above[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1, (above[to - 1] ?? 0) + same];
      row[to] = Math.min(...least, ...(swap ? [(before[to - 2] ?? 0) + 1] : []));
    }
    [before, above] = [above, row];
  }
  return above[other.length] ?? 0;
}

/** The name that was probably meant by one that is none, in any case; undefined where none is near. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((known) => ({ known, far: slipsBetween(name.toUpperCase(), known.toUpperCase()) }))
    .filter(({ known, far }) => far <= slips(known.length))
    .toSorted((one, other) => one.far - other.far);
  return best?.known;
}
