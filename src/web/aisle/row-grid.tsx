import { clsx } from "clsx";
import { useLayoutEffect, useRef } from "react";
import { showBoxCode } from "#rules/stock/box-code.ts";
import type { KnownBox, KnownRow } from "#rules/aisle/stock-data.ts";
import { keyOf, shapeOf, type Spot } from "#rules/stock/places/place-cursor.ts";

interface RowGridProps {
  readonly row: KnownRow;
  readonly boxes: readonly KnownBox[];
  /** The place that the next box goes to; it is kept in view. */
  readonly cursor?: Spot | null;
  /** Only the five parts around the cursor. */
  readonly isStrip?: boolean;
  readonly onBox?: (code: string) => void;
  readonly onSpot?: (spot: Spot) => void;
  /** Returns the word for a place without a box. */
  readonly word?: (spot: Spot) => string;
}

const free = () => "frei";

/** A row seen from the aisle: parts side by side, height 1 at the bottom, empty places to be seen. It scrolls within itself. */
export function RowGrid({ row, boxes, cursor = null, isStrip = false, onBox, onSpot, word = free }: RowGridProps) {
  const region = useRef<HTMLDivElement>(null);
  const positions = boxes.flatMap(({ place }) => place ?? []);
  const { parts, heights } = shapeOf({ ...row, positions });
  const shownParts = isStrip && cursor ? partsAround(cursor.part, parts) : numbers(parts);
  const at = cursor && keyOf(cursor);
  useLayoutEffect(() => {
    const frame = region.current;
    const cell = at === null ? null : frame?.querySelector("[aria-current]");
    if (frame && cell) frame.scrollTop += middle(cell) - middle(frame); // only the row scrolls, not the page
  }, [at]);
  const boxesByPlace = new Map(boxes.flatMap((box) => (box.place ? [[keyOf(box.place), box] as const] : [])));
  return (
    <div
      ref={region}
      className={clsx(
        "relative shrink-0 overflow-auto rounded-md border border-line bg-surface",
        isStrip ? "max-h-42" : "max-h-80",
      )}
      tabIndex={-1}
    >
      <table className="border-separate border-spacing-0.5 tabular-nums" aria-label={`Reihe ${row.number}`}>
        <thead>
          <tr>
            <td aria-hidden className="sticky left-0 bg-surface" />
            {shownParts.map((part) => (
              <th key={part} scope="col" className="font-normal text-muted">
                T {part}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbers(heights)
            .toReversed()
            .map((height) => (
              <tr key={height}>
                <th scope="row" className="sticky left-0 bg-surface px-1 font-normal whitespace-nowrap text-muted">
                  H {height}
                </th>
                {shownParts.map((part) => (
                  <td key={part} className="p-0">
                    <PlaceButton
                      spot={{ part, height }}
                      box={boxesByPlace.get(keyOf({ part, height }))}
                      word={word({ part, height })}
                      isCursor={cursor !== null && keyOf(cursor) === keyOf({ part, height })}
                      onBox={onBox}
                      onSpot={onSpot}
                    />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function middle(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect();
  return (top + bottom) / 2;
}

const stripParts = 5;

/** As many parts as fit the screen, this one in their middle where the row does not end before. */
function partsAround(part: number, parts: number): readonly number[] {
  const first = Math.max(1, Math.min(part - Math.floor(stripParts / 2), parts - stripParts + 1));
  return numbers(Math.min(stripParts, parts)).map((number) => number + first - 1);
}

const numbers = (amount: number) => Array.from({ length: amount }, (_, index) => index + 1);

interface PlaceButtonProps {
  readonly onBox: RowGridProps["onBox"] | undefined;
  readonly onSpot: RowGridProps["onSpot"] | undefined;
  readonly spot: Spot;
  readonly box: KnownBox | undefined;
  readonly word: string;
  readonly isCursor: boolean;
}

function PlaceButton({ spot, box, word, isCursor, onBox, onSpot }: PlaceButtonProps) {
  const place = `Teil ${spot.part}, Höhe ${spot.height}`;
  const press = () => (box && onBox ? onBox(box.code) : onSpot?.(spot));
  return (
    <button
      type="button"
      aria-label={box ? `${place}: ${showBoxCode(box.code)}` : `${place}: ${word}`}
      aria-current={isCursor || undefined}
      className={clsx(
        "flex h-12 w-14 items-center justify-center rounded-sm border",
        box ? "tone-green border-transparent bg-tone-soft text-tone" : "border-dashed border-field text-muted",
        isCursor && "outline-3 -outline-offset-2 outline-accent",
      )}
      onClick={press}
    >
      {box ? box.code.slice(-3) : word}
    </button>
  );
}
