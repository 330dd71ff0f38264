export interface Row {
  readonly id: number;
  readonly number: number;
  readonly reverse: boolean;
  readonly area: { readonly id: number; readonly name: string };
}
export interface Spot {
  readonly row: Row;
  readonly part: number;
  readonly height: number;
}

/** Hands out free places: five high, part by part, in the given row or in one that is made for it. */
export function placesOf(makeRow: (area?: Row["area"]) => Promise<Row>) {
  const taken = new Map<number, number>();
  let ownRow: Promise<Row> | undefined;
  return async (wish: { row?: Row; area?: Row["area"] } = {}): Promise<Spot> => {
    const row = wish.row ?? (wish.area ? await makeRow(wish.area) : await (ownRow ??= makeRow()));
    const count = taken.get(row.id) ?? 0;
    taken.set(row.id, count + 1);
    return { row, part: Math.floor(count / 5) + 1, height: (count % 5) + 1 };
  };
}
