import type { LostBox, MapRow } from "#contract/schemas/stock/areas.ts";
import { showBoxes, showCount } from "#rules/amounts.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showFill, showFree } from "#rules/stock/places/fill.ts";
import { placeNumber } from "#rules/stock/places/place-number.ts";
import { countAgeOf } from "#rules/stocktake/coverage.ts";
import { countLooks } from "#web/shelves/count-looks.ts";
import { placeLooks } from "#web/shelves/place-looks.ts";
import type { PlaceLayer } from "#web/shelves/row-picture.tsx";

export type Colouring = "fill" | "state" | "customer" | "counted";

export const countBoxesInRow = ({ stored, ordered, marked }: MapRow) => stored.length + ordered.length + marked.length;

const allIn = ({ stored, ordered, marked }: MapRow) => [...stored, ...ordered, ...marked];

const everyPlace = ({ parts, heights }: MapRow) =>
  Array.from({ length: parts * heights }, (_, index) =>
    placeNumber({ part: Math.floor(index / heights) + 1, height: (index % heights) + 1 }),
  );

interface MapCell {
  readonly row: MapRow;
  readonly lost: readonly LostBox[];
  readonly by: Colouring;
  /** Moment from which the age of a count is measured. */
  readonly now: Date;
}

/** Returns the parts of a row that are drawn. */
export function layersOf({ row, lost, by, now }: MapCell): PlaceLayer[] {
  const of = (kind: keyof typeof placeLooks, places: readonly number[]) => ({ ...placeLooks[kind], places });
  if (by === "fill") return [of("taken", allIn(row))];
  if (by === "counted") return [{ ...countLooks[countAgeOf(row.last_verified, now)], places: everyPlace(row) }];
  if (by === "customer") {
    const theirs = new Set(row.theirs);
    return [
      of("others", theirs.size === 0 ? allIn(row) : allIn(row).filter((place) => !theirs.has(place))),
      of("theirs", row.theirs),
    ];
  }
  return [
    of("stored", row.stored),
    of("ordered", row.ordered),
    of("marked", row.marked),
    of("lost", lost.map(placeNumber)),
  ];
}

/** The same in words. */
export function describeRow({ row, lost, by }: Omit<MapCell, "now">): string {
  const boxCount = countBoxesInRow(row);
  if (by === "counted") return row.last_verified === null ? "nie gezählt" : `gezählt ${dayOf(row.last_verified)}`;
  if (by === "fill")
    return `${showFill(boxCount, row.parts * row.heights)}, ${showFree(boxCount, row.parts * row.heights)}`;
  if (by === "customer") return row.theirs.length === 0 ? "keine Box" : showBoxes(row.theirs.length);
  const others = [
    [row.ordered.length, boxStateText[BoxState.ordered]],
    [row.marked.length, "markiert"],
    [lost.length, placeLooks.lost.word],
  ] as const;
  const parts = others.flatMap(([count, word]) => (count > 0 ? [`${showCount(count)} ${word}`] : []));
  return parts.length > 0 ? parts.join(", ") : boxCount === 0 ? "leer" : `${showCount(boxCount)} eingelagert`;
}

const dayOf = (instant: string) => showDate(berlinDay(new Date(instant)));

/** Names what is on a place. */
export function wordAt(place: number, row: MapRow, lost: readonly LostBox[]): string {
  for (const kind of ["stored", "ordered", "marked"] as const)
    if (row[kind].includes(place)) return placeLooks[kind].word;
  return lost.some((box) => placeNumber(box) === place) ? "frei, hier stand eine vermisste Box" : "frei";
}
