import type { Place } from "#rules/positions.ts";

/** A place in the size of a licence plate: where to go, then where to reach. */
export function Plate({ place: { area, row, part, height } }: { place: Place }) {
  return (
    <p className="leading-tight font-semibold tabular-nums">
      <span className="block truncate text-title">
        {area} · R {row}
      </span>
      <span className="block text-plate whitespace-nowrap">
        T {part} · H {height}
      </span>
    </p>
  );
}
