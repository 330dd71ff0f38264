import { type MouseEvent, type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { BoxState } from "#rules/stock/box-state.ts";
import { type RowShape, type Spot, spotNamed } from "#rules/stock/places/place-cursor.ts";
import { placeNumber } from "#rules/stock/places/place-number.ts";
import { placeLooks } from "#web/shelves/place-looks.ts";
import { type PlaceLayer, placeUnder, RowPicture } from "#web/shelves/row-picture.tsx";
import type { OccupiedPlace } from "./row-scans.ts";

type RowStripProps = {
  /** Scrolls the grid below. */
  region: RefObject<HTMLElement | null>;
  shape: RowShape;
  taken: ReadonlyMap<string, OccupiedPlace>;
  cursor: Spot | null;
};

/**
 * The whole row above a grid that is wider than the screen, with what of it is in view; a press brings that part into view. It
 * stands after the grid in the document: it asks its size when both have come.
 */
export function RowStrip({ region, shape, taken, cursor }: RowStripProps) {
  const visibleParts = useSeen(region, shape);
  const layers = useMemo(() => layersOf(taken), [taken]);
  const { parts, heights } = shape;
  if (!visibleParts) return null;
  const press = (event: MouseEvent) => {
    const at = placeUnder(event, parts, heights);
    if (at && region.current) center(region.current, at.part / parts);
  };
  return (
    // A picture of the grid below, in which the arrow keys do the same.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div data-strip className="order-first mb-2 cursor-pointer" onClick={press} title="Zum Teil springen">
      <RowPicture
        parts={parts}
        heights={heights}
        layers={layers}
        spot={cursor}
        stretched
        style={{ width: "100%", height: Math.max(24, Math.min(72, heights * 8)) }}
      >
        <rect
          x={visibleParts.left * parts * 8}
          y={0}
          width={visibleParts.width * parts * 8}
          height={heights * 8}
          fill="none"
          stroke="var(--color-accent)"
          strokeWidth={3}
          vectorEffect="non-scaling-stroke"
        />
      </RowPicture>
    </div>
  );
}

function center(grid: HTMLElement, share: number) {
  grid.scrollLeft = share * grid.scrollWidth - grid.clientWidth / 2;
}

function layersOf(taken: ReadonlyMap<string, OccupiedPlace>): PlaceLayer[] {
  const places = Map.groupBy(taken, ([, { state }]) => kindOf(state));
  return [...places].map(([kind, found]) => ({
    ...placeLooks[kind],
    places: found.flatMap(([key]) => {
      const spot = spotNamed(key);
      return spot ? [placeNumber(spot)] : [];
    }),
  }));
}

function kindOf(state: BoxState | null) {
  if (state === null) return "waiting";
  if (state === BoxState.ordered) return "ordered";
  return state === BoxState.marked ? "marked" : "stored";
}

/** Returns the share of the row that is in view; null where it is all of it. */
function useSeen(region: RefObject<HTMLElement | null>, shape: RowShape) {
  const [seen, setSeen] = useState<{ readonly left: number; readonly width: number } | null>(null);
  useLayoutEffect(() => {
    const grid = region.current;
    if (!grid) return;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = grid;
      setSeen(
        scrollWidth > clientWidth + 1 ? { left: scrollLeft / scrollWidth, width: clientWidth / scrollWidth } : null,
      );
    };
    measure(); // before the first picture: nothing moves when the strip comes
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    grid.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      grid.removeEventListener("scroll", measure);
    };
  }, [region, shape]);
  return seen;
}
