import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, memo, type MouseEvent, type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import { paths } from "#web/paths.ts";
import { keyOf, type RowShape, type Spot, stepBy } from "#rules/stock/places/place-cursor.ts";
import { PlaceLine } from "./place-line.tsx";
import type { OccupiedPlace } from "./row-scans.ts";
import { RowStrip } from "./row-strip.tsx";
import { type DrawnParts, useDrawnParts } from "./use-drawn-parts.ts";

type PlaceGridProps = {
  name: string;
  shape: RowShape;
  taken: ReadonlyMap<string, OccupiedPlace>;
  cursor: Spot | null;
  /** The place that somebody came for: lit, and in view. */
  lit: Spot | null;
  onCursor: (spot: Spot) => void;
  /** Enter on an empty place: back to the field. */
  onEnter: () => void;
};

/** The row seen from the aisle: a column for each part, height 1 at the bottom. Scrolls within itself, the cursor in view. */
export const PlaceGrid = memo(function PlaceGrid({
  name,
  shape,
  taken,
  cursor,
  lit,
  onCursor,
  onEnter,
}: PlaceGridProps) {
  const region = useRef<HTMLDivElement>(null);
  const { parts, heights } = shape;
  const { first, last, measure } = useDrawnParts(region, shape);
  const range = useMemo(() => ({ first, last }), [first, last]);
  const follow = useInView(region, cursor, shape, range, measure);
  useLit(region, lit, measure);
  const click = usePressed(taken, onCursor);
  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !cursor) return;
    if (event.key === "Enter" && !(event.target as Element).closest("a")) return onEnter();
    const spot = stepBy(event.key, shape, cursor);
    if (!spot) return;
    event.preventDefault();
    follow();
    onCursor(spot);
  };
  return (
    <div className="flex flex-col">
      <div
        ref={region}
        className="relative max-h-[max(18rem,calc(100dvh-25rem))] w-fit max-w-full overflow-auto rounded-md border border-line bg-surface [--place:4.25rem]"
      >
        <table
          // A table to be read, a grid to be walked through by the arrow keys.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label={name}
          aria-colcount={parts + 1}
          className="table-fixed border-separate border-spacing-0 tabular-nums"
          style={{ width: `calc(${parts} * var(--place) + 3rem)` }}
          onClick={click}
          onKeyDown={keyDown}
        >
          <Head parts={parts} />
          <tbody>
            {Array.from({ length: heights }, (_, index) => heights - index).map((height) => (
              <PlaceLine
                key={height}
                height={height}
                parts={parts}
                drawn={range}
                taken={taken}
                cursorPart={cursor?.height === height ? cursor.part : null}
                litPart={lit?.height === height ? lit.part : null}
              />
            ))}
          </tbody>
        </table>
      </div>
      <RowStrip region={region} shape={shape} taken={taken} cursor={cursor} />
    </div>
  );
});

const Head = memo(function Head({ parts }: { parts: number }) {
  return (
    <thead>
      <tr>
        <th
          scope="col"
          className="sticky top-0 left-0 z-2 w-12 border-r border-b border-line bg-page px-1 text-left font-normal text-muted"
        >
          Höhe
        </th>
        {Array.from({ length: parts }, (_, index) => (
          <th key={index} scope="col" className="sticky top-0 z-1 h-8 w-(--place) border-b border-line bg-page">
            <span className="font-normal text-muted">Teil </span>
            {index + 1}
          </th>
        ))}
      </tr>
    </thead>
  );
});

/** A press on a taken place opens its box, on an empty one it moves the cursor there. */
function usePressed(taken: PlaceGridProps["taken"], onCursor: (spot: Spot) => void) {
  const router = useRouter();
  return (event: MouseEvent) => {
    const target = event.target as Element;
    const link = target.closest("a");
    if (link) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void router.navigate(paths.box(Number(link.dataset["box"])));
      return;
    }
    const part = Number(target.closest("td")?.ariaColIndex) - 1;
    const height = Number(target.closest("tr")?.dataset["height"]);
    if (part >= 1 && height >= 1 && !taken.has(keyOf({ part, height }))) onCursor({ part, height });
  };
}

/**
 * Keeps the cursor in view, and the focus with it where the grid has it or `follow` was called. Only the grid's own
 * region scrolls: the page must not move under the worker's fingers.
 */
function useInView(
  region: RefObject<HTMLDivElement | null>,
  cursor: Spot | null,
  shape: RowShape,
  drawn: DrawnParts,
  measure: () => void,
) {
  const following = useRef(false);
  const { part, height } = cursor ?? { part: 0, height: 0 };
  useLayoutEffect(() => {
    if (!region.current || part === 0) return;
    scrollTo(region.current, { part, height });
    measure();
  }, [region, part, height, shape, measure]);
  useLayoutEffect(() => {
    if (!following.current && !region.current?.contains(document.activeElement)) return;
    const cell = region.current?.querySelector<HTMLElement>("td[aria-selected]");
    const target = cell?.querySelector("a") ?? cell;
    target?.focus({ preventScroll: true });
    if (target) following.current = false;
  }, [region, cursor, drawn]);
  return () => {
    following.current = true;
  };
}

/** After the cursor has been brought into view, as it is at first. */
function useLit(region: RefObject<HTMLDivElement | null>, lit: Spot | null, measure: () => void) {
  useLayoutEffect(() => {
    if (!region.current || !lit) return;
    scrollTo(region.current, lit);
    measure();
  }, [region, lit, measure]);
}

function scrollTo(region: HTMLElement, { part, height }: Spot) {
  const head = region.querySelector("thead tr");
  const line = region.querySelector<HTMLElement>(`tr[data-height="${height}"]`);
  const corner = head?.firstElementChild;
  const column = head?.children[part];
  if (!(corner instanceof HTMLElement) || !(column instanceof HTMLElement) || !line) return;
  const { offsetLeft, offsetWidth } = column;
  const { offsetTop, offsetHeight } = line;
  const left = offsetLeft - corner.offsetWidth - offsetWidth;
  const right = offsetLeft + 2 * offsetWidth - region.clientWidth;
  const top = offsetTop - corner.offsetHeight;
  const bottom = offsetTop + offsetHeight - region.clientHeight;
  region.scrollLeft = Math.max(right, Math.min(left, region.scrollLeft));
  region.scrollTop = Math.max(bottom, Math.min(top, region.scrollTop));
}
