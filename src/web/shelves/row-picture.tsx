import { clsx } from "clsx";
import { memo, type MouseEvent, type ReactNode } from "react";
import type { Spot } from "#rules/stock/places/place-cursor.ts";
import { placeOfNumber } from "#rules/stock/places/place-number.ts";

/** Mark by which a place is drawn: distinguished by its form as well as by its colour. */
type PlaceMark = "full" | "ring" | "half" | "dot" | "cross";

/** Places that look alike, by their numbers. */
export interface PlaceLayer {
  readonly mark: PlaceMark;
  /** The class of its colour. */
  readonly tone: string;
  readonly places: readonly number[];
}

const cell = 8; // units: seven to draw in, one between the places

const forms: Readonly<Record<PlaceMark, (x: number, y: number) => string>> = {
  full: (x, y) => `M${x} ${y}h7v7h-7z`,
  ring: (x, y) => `M${x} ${y}h7v7h-7zm2 2h3v3h-3z`,
  half: (x, y) => `M${x} ${y + 7}h7v-7z`,
  dot: (x, y) => `M${x + 2} ${y + 2}h3v3h-3z`,
  cross: (x, y) => `M${x} ${y + 1}l1-1 2.5 2.5 2.5-2.5 1 1-2.5 2.5 2.5 2.5-1 1-2.5-2.5-2.5 2.5-1-1 2.5-2.5z`,
};

type RowPictureProps = {
  parts: number;
  heights: number;
  layers: readonly PlaceLayer[];
  /** The place that is pointed at. */
  spot?: Spot | null | undefined;
  /** Fills the width that it gets, however wide a place becomes. */
  stretched?: boolean | undefined;
  className?: string | undefined;
  style?: { readonly width?: number | string; readonly height?: number | string };
  /** More that is drawn over the places, in units of `cell`. */
  children?: ReactNode;
};

/** A row as one sees it from the aisle, small: part 1 at the left, height 1 at the bottom. A picture only: what it says stands beside it. */
export function RowPicture({ parts, heights, layers, spot, stretched, className, style, children }: RowPictureProps) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${parts * cell} ${heights * cell}`}
      preserveAspectRatio={stretched ? "none" : undefined}
      className={clsx("block max-w-full rounded-sm border border-line bg-surface", className)}
      style={style}
    >
      <Places parts={parts} heights={heights} layers={layers} />
      {spot && (
        <rect
          x={(spot.part - 1) * cell - 0.5}
          y={(heights - spot.height) * cell - 0.5}
          width={cell}
          height={cell}
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
        />
      )}
      {children}
    </svg>
  );
}

const Places = memo(function Places({ parts, heights, layers }: Pick<RowPictureProps, "parts" | "heights" | "layers">) {
  return (
    <>
      <path d={grid(parts, heights)} fill="none" stroke="var(--color-line)" />
      {layers.map(({ mark, tone, places }) => (
        <path
          key={mark}
          fill="currentColor"
          fillRule="evenodd"
          className={tone}
          d={drawPlaces(places, mark, heights)}
        />
      ))}
    </>
  );
});

/** The empty shelf: lines between the places. */
function grid(parts: number, heights: number): string {
  const columns = Array.from({ length: parts - 1 }, (_, index) => `M${(index + 1) * cell - 0.5} 0v${heights * cell}`);
  const lines = Array.from({ length: heights - 1 }, (_, index) => `M0 ${(index + 1) * cell - 0.5}h${parts * cell}`);
  return [...columns, ...lines].join("");
}

function drawPlaces(places: readonly number[], mark: PlaceMark, heights: number): string {
  const form = forms[mark];
  return places
    .map((number) => {
      const { part, height } = placeOfNumber(number);
      return form((part - 1) * cell, (heights - height) * cell);
    })
    .join("");
}

/** The place under the pointer. */
export function placeUnder(event: MouseEvent, parts: number, heights: number): Spot | null {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const part = Math.floor(((event.clientX - left) / width) * parts) + 1;
  const level = heights - Math.floor(((event.clientY - top) / height) * heights);
  return part >= 1 && part <= parts && level >= 1 && level <= heights ? { part, height: level } : null;
}

/** One mark alone, for a legend. */
export function PlaceSign({ mark, tone }: Pick<PlaceLayer, "mark" | "tone">) {
  return (
    <svg
      aria-hidden
      viewBox="-0.5 -0.5 8 8"
      width={12}
      height={12}
      fill="currentColor"
      className={clsx("shrink-0", tone)}
    >
      <path fillRule="evenodd" d={forms[mark](0, 0)} />
    </svg>
  );
}
