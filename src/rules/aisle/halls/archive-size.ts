/** Boxes on its shelves up to which a phone takes the whole archive along: some megabytes, loaded in half a second (decision 141). */
export const smallArchive = 100_000;

interface Hall {
  readonly boxes_count: number;
}

export const boxesIn = (halls: readonly Hall[]): number =>
  halls.reduce((sum, { boxes_count: boxes }) => sum + boxes, 0);

/** Says whether nobody is asked in which halls they work: the archive is small, or is one hall. */
export const isWholeLoaded = (halls: readonly Hall[]): boolean => halls.length < 2 || boxesIn(halls) <= smallArchive;
