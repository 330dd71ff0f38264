import type { ShelfPlace } from "#rules/stock/positions.ts";

/** A place in the size of a licence plate: where to go, then where to reach. */
export function Plate({ place: { area, row, part, height } }: { place: ShelfPlace }) {
  return (
    <p className="leading-tight font-semibold tabular-nums">
      <span className="flex text-title">
        <span className="truncate">{area}</span>
        <span className="shrink-0 whitespace-pre"> · R {row}</span>
      </span>
      <span className="block text-plate whitespace-nowrap">
        T {part} · H {height}
      </span>
    </p>
  );
}
