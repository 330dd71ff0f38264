import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { keyOf, nextEmpty, type RowShape, shapeOf, type Spot } from "#rules/stock/places/place-cursor.ts";
import { compareInRow, showPlace } from "#rules/stock/positions.ts";
import type { Say } from "#rules/aisle/flow.ts";
import { type Data, shelfPlaceOf } from "#rules/aisle/stock-data.ts";
import { absence } from "#rules/aisle/halls/elsewhere.ts";

/** Data on the row and on the boxes that turn up in it: all of it on a phone, at the desk the row alone. */
export type CountData = Pick<Data, "row" | "box" | "mayBeElsewhere">;

/** A place as it was counted; `code` is what was read, null where it was looked at and is empty. */
export interface CountScan extends Spot {
  readonly code: string | null;
  /** Its label could not be read: it was chosen or typed. */
  readonly hand: boolean;
}

/** A box where it is to stand. */
export interface ExpectedBox extends Spot {
  readonly code: string;
}

/** Knowledge that a count of a row has of its places. */
export interface Counting {
  readonly row: number;
  /** In walking order; none where it is blind. */
  readonly expected: readonly ExpectedBox[];
  /** In the order in which they were counted, each place once. */
  readonly counted: readonly CountScan[];
  /** A place that was tapped. */
  readonly cursor: Spot | null;
}

/** Returns the boxes that stand in a row by the device's knowledge, in walking order. Boxes fetched for the shredder are left out. */
export function expectedIn(row: number, data: Data): readonly ExpectedBox[] {
  const reverse = data.row(row)?.reverse ?? false;
  const stagedKeys = new Set(
    data.batches().flatMap(({ lines }) => lines.flatMap(({ code, state }) => (state === "staged" ? code : []))),
  );
  return data
    .boxesIn(row)
    .flatMap(({ code, place }) =>
      place && !stagedKeys.has(code) ? { part: place.part, height: place.height, code } : [],
    )
    .toSorted((one, other) => compareInRow(one, other, reverse));
}

const isAt = (spot: Spot) => (other: Spot) => keyOf(other) === keyOf(spot);

const shapeIn = ({ row, expected, counted }: Counting, data: CountData): RowShape => {
  const rowSize = data.row(row) ?? { parts: 1, heights: 1, reverse: false };
  return shapeOf({ ...rowSize, positions: [...expected, ...counted] });
};

/** Returns the boxes that are expected and not counted yet, in walking order. */
export const uncountedBoxes = ({ expected, counted }: Counting): readonly ExpectedBox[] =>
  expected.filter((spot) => !counted.some(isAt(spot)));

/** The box that is to come next, as far as something is expected: the one behind what was counted last. */
function nextExpected(count: Counting, data: CountData): ExpectedBox | null {
  const last = count.counted.at(-1);
  const { reverse } = shapeIn(count, data);
  return uncountedBoxes(count).find((spot) => !last || compareInRow(spot, last, reverse) > 0) ?? null;
}

/** The next place of which nothing is known. */
const nextFree = (count: Counting, data: CountData): Spot | null => {
  const occupied = new Set([...count.expected, ...count.counted].map(keyOf));
  return nextEmpty(shapeIn(count, data), (spot) => occupied.has(keyOf(spot)), count.counted.at(-1));
};

function behindLast(count: Counting, spot: Spot | null, data: CountData): Spot | null {
  const last = count.counted.at(-1);
  return spot && (!last || compareInRow(spot, last, shapeIn(count, data).reverse) > 0) ? spot : null;
}

/** The place in front of which the worker stands: one that was tapped, or the next one; null where the row is full. */
export const countSpot = (count: Counting, data: CountData): Spot | null =>
  count.cursor ??
  nextExpected(count, data) ??
  behindLast(count, nextFree(count, data), data) ??
  uncountedBoxes(count)[0] ??
  nextFree(count, data);

/** Effect of a code on a count: the places as they are now, and the message. Nothing is said where the code is as predicted. */
export interface CountPlacement {
  readonly places: readonly CountScan[];
  readonly say: Say | null;
}

/**
 * Where a box stands that was read: at the place that comes next, since boxes are read in the order in which they stand. Where it is expected
 * further on, what was passed over may be missing; where the one that was passed over comes right after that, the two have changed places.
 * Null where the row has no place for it.
 */
export function placeCode(count: Counting, code: string, hand: boolean, data: CountData): CountPlacement | null {
  const spot = countSpot(count, data);
  if (!spot) return null;
  const own = count.expected.find((one) => one.code === code);
  const here = (place: Spot, say: Say | null): CountPlacement => ({ places: [{ ...bare(place), code, hand }], say });
  if (count.expected.length === 0 || (own && isAt(own)(spot))) return here(spot, null);
  if (!own) return here(count.cursor ?? freeBefore(count, spot, data) ?? spot, sayForeign(code, data));
  const expectedBox = count.expected.find(isAt(spot));
  const at = `T ${spot.part} · H ${spot.height}`;
  const text = expectedBox ? `Erwartet auf ${at}: ${showBoxCode(expectedBox.code)}.` : `Auf ${at} wird keine erwartet.`;
  if (!count.cursor && !count.counted.some(isAt(own))) {
    const { reverse } = shapeIn(count, data);
    if (compareInRow(own, spot, reverse) > 0) return here(own, { signal: "look", title: "Übersprungen?", text, code });
    const exchange = swap(count, own, hand);
    if (exchange) return exchange;
  }
  return here(spot, { signal: "look", title: "Anderer Platz", text, code });
}

const bare = ({ part, height }: Spot): Spot => ({ part, height });

/** An empty place between the last one and the next box, where a box may stand that is not expected. */
function freeBefore(count: Counting, spot: Spot, data: CountData): Spot | null {
  const free = behindLast(count, nextFree(count, data), data);
  return free && compareInRow(free, spot, shapeIn(count, data).reverse) < 0 ? free : null;
}

/** Where the box that was counted last was taken for the next but one. */
function swap({ expected, counted }: Counting, own: ExpectedBox, hand: boolean): CountPlacement | null {
  const last = counted.at(-1);
  const after = expected[expected.indexOf(own) + 1];
  if (!last?.code || !after || last.code !== after.code || !isAt(after)(last)) return null;
  const places = [
    { ...bare(own), code: last.code, hand: last.hand },
    { ...bare(after), code: own.code, hand },
  ];
  const text = `Mit ${showBoxCode(last.code)}. Stimmt das nicht, bitte „Rückgängig“ und den Platz antippen.`;
  return { places, say: { signal: "look", title: "Vertauscht", text, code: own.code } };
}

/** Returns the message about a box that is not expected in the row. */
function sayForeign(code: string, data: CountData): Say {
  const box = data.box(code);
  const look = (title: string, text: string): Say => ({ signal: "look", title, text, code });
  if (!box) {
    const { title, text } = absence(data, code);
    return look(title, text);
  }
  if (box.state === BoxState.destroyed)
    return {
      signal: "stop",
      title: "Vernichtet",
      text: "Laut Bestand ist sie vernichtet. Bitte im Büro melden.",
      code,
    };
  const place = shelfPlaceOf(data, box.place);
  if (place) return look("Andere Reihe", `Sie gehört nach ${showPlace(place)}.`);
  if (box.state === BoxState.notInStock) return look("Sollte außer Haus sein", "Sie wird hier gezählt.");
  return look("Ohne Platz", "Laut Bestand steht sie nirgends.");
}
