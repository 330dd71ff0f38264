/** A place within a row: part (Teil) and height (Höhe), both from 1 (product 3). */
export interface Spot {
  readonly part: number;
  readonly height: number;
}

/** Size that a row is drawn with, and the direction in which it is walked. */
export interface RowShape {
  readonly parts: number;
  readonly heights: number;
  readonly reverse: boolean;
}

/** Names a place within its row: `3/1`, as the key of a map and behind the row's address. */
export const keyOf = ({ part, height }: Spot) => `${part}/${height}`;

/** The place of such a name; null where it is none. */
export function spotNamed(text: string): Spot | null {
  const [, part, height] = /^(\d{1,4})\/(\d{1,3})$/.exec(text) ?? [];
  return part && height ? { part: Number(part), height: Number(height) } : null;
}

/** The row as it is drawn: as large as it is said to be, and as what is stored beyond needs. */
export function shapeOf(row: RowShape & { readonly positions: readonly Spot[] }): RowShape {
  let { parts, heights } = row;
  for (const { part, height } of row.positions) {
    parts = Math.max(parts, part);
    heights = Math.max(heights, height);
  }
  return { parts, heights, reverse: row.reverse };
}

/**
 * The next empty place after `after` in walking order, from the beginning again past the end: part ascending,
 * descending where the row is reverse, then height (product 3). Without `after` the first one; null where none is left.
 */
export function nextEmpty(shape: RowShape, isTaken: (spot: Spot) => boolean, after: Spot | null = null): Spot | null {
  const total = shape.parts * shape.heights;
  const start = after && isInside(shape, after) ? numberOf(shape, after) + 1 : 0;
  for (let step = 0; step < total; step++) {
    const spot = spotAt(shape, (start + step) % total);
    if (!isTaken(spot)) return spot;
  }
  return null;
}

/** Where the worker or the last scan has put the cursor; moved by hand it may stand on a taken place. */
export interface Cursor {
  readonly spot: Spot;
  readonly byHand: boolean;
}

/** Where the next box goes: the cursor's place, or the next empty one where it has been taken meanwhile. */
export function cursorSpot(shape: RowShape, isTaken: (spot: Spot) => boolean, cursor: Cursor | null): Spot | null {
  if (!cursor || !isInside(shape, cursor.spot)) return nextEmpty(shape, isTaken);
  return cursor.byHand || !isTaken(cursor.spot) ? cursor.spot : nextEmpty(shape, isTaken, cursor.spot);
}

export function isInside(shape: RowShape, { part, height }: Spot): boolean {
  return part >= 1 && part <= shape.parts && height >= 1 && height <= shape.heights;
}

/** Returns the ordinal number of a place in walking order, from 0. */
function numberOf({ parts, heights, reverse }: RowShape, { part, height }: Spot): number {
  return (reverse ? parts - part : part - 1) * heights + height - 1;
}

function spotAt({ parts, heights, reverse }: RowShape, number: number): Spot {
  const column = Math.floor(number / heights);
  return { part: reverse ? parts - column : column + 1, height: (number % heights) + 1 };
}

const steps: Readonly<Record<string, (shape: RowShape, spot: Spot) => Spot>> = {
  ArrowLeft: (_, { part, height }) => ({ part: part - 1, height }),
  ArrowRight: (_, { part, height }) => ({ part: part + 1, height }),
  ArrowUp: (_, { part, height }) => ({ part, height: height + 1 }),
  ArrowDown: (_, { part, height }) => ({ part, height: height - 1 }),
  Home: (_, { height }) => ({ part: 1, height }),
  End: ({ parts }, { height }) => ({ part: parts, height }),
  PageUp: ({ heights }, { part }) => ({ part, height: heights }),
  PageDown: (_, { part }) => ({ part, height: 1 }),
};

/** Where a key leads from a place, seen from the aisle with height 1 at the bottom; null where it leads nowhere. */
export function stepBy(key: string, shape: RowShape, spot: Spot): Spot | null {
  const next = steps[key]?.(shape, spot);
  return next && isInside(shape, next) ? next : null;
}
