import { PlaceCell } from "./place-cell.tsx";
import { keyOf } from "#rules/stock/places/place-cursor.ts";
import type { OccupiedPlace } from "./row-scans.ts";
import type { DrawnParts } from "./use-drawn-parts.ts";

type PlaceLineProps = {
  height: number;
  parts: number;
  drawn: DrawnParts;
  taken: ReadonlyMap<string, OccupiedPlace>;
  /** The part of the cursor, if it is in this line. */
  cursorPart: number | null;
  /** The part that was asked for, if it is in this line. */
  litPart: number | null;
};

/** The places of one height; those that are not drawn are one wide gap at either side. */
export function PlaceLine({ height, parts, drawn: { first, last }, taken, cursorPart, litPart }: PlaceLineProps) {
  return (
    <tr data-height={height}>
      <th scope="row" aria-colindex={1} className="sticky left-0 z-1 border-r border-line bg-page">
        {height}
      </th>
      {first > 1 && <td aria-hidden colSpan={first - 1} />}
      {Array.from({ length: last - first + 1 }, (_, index) => {
        const part = first + index;
        const box = taken.get(keyOf({ part, height }));
        return (
          <PlaceCell
            key={part}
            part={part}
            code={box?.code ?? null}
            boxId={box?.boxId ?? null}
            state={box?.state ?? null}
            isCursor={cursorPart === part}
            isLit={litPart === part}
          />
        );
      })}
      {last < parts && <td aria-hidden colSpan={parts - last} />}
    </tr>
  );
}
