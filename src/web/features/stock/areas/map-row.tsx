import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, memo, type MouseEvent, useMemo, useState } from "react";
import type { LostBox, MapRow as Row } from "#contract/schemas/stock/areas.ts";
import { keyOf, type Spot, stepBy } from "#rules/stock/places/place-cursor.ts";
import { placeNumber } from "#rules/stock/places/place-number.ts";
import { RowPicture, placeUnder } from "#web/shelves/row-picture.tsx";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { type Colouring, layersOf, describeRow, wordAt } from "./map-colours.ts";

type MapRowProps = { row: Row; lost: readonly LostBox[]; by: Colouring; area: string; cell: number };

/** A row, each place of it: a press or Enter leads to that place, on the row's page. */
export const MapRow = memo(function MapRow({ row, lost, by, area, cell }: MapRowProps) {
  const navigate = useNavigate();
  const [spot, setSpot] = useState<Spot | null>(null);
  const [now] = useState(() => new Date());
  const layers = useMemo(() => layersOf({ row, lost, by, now }), [row, lost, by, now]);
  const { parts, heights } = row;
  const open = (at: Spot) => void navigate({ ...paths.row(row.id), hash: keyOf(at) });
  const press = (event: MouseEvent) => {
    const at = placeUnder(event, parts, heights);
    if (at) open(at);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" && spot) {
      event.preventDefault();
      return open(spot);
    }
    const next = event.key.startsWith("Arrow") && (spot ? stepBy(event.key, row, spot) : { part: 1, height: 1 });
    if (!next) return;
    event.preventDefault();
    setSpot(next);
  };
  const description = describeRow({ row, lost, by });
  return (
    <li
      className="min-w-0"
      style={{
        contentVisibility: "auto",
        containIntrinsicSize: "auto 5rem",
        maxWidth: `max(17rem, ${parts * cell}px)`,
      }}
    >
      <p className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-3 tabular-nums">
        <TextLink
          {...paths.row(row.id)}
          className="inline-flex items-center font-semibold pointer-coarse:min-h-12"
          aria-label={`${area}, Reihe ${row.number}: ${description}`}
          aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown"
          onKeyDown={keyDown}
          onBlur={() => setSpot(null)}
        >
          Reihe {row.number}
        </TextLink>
        <span role="status" className="text-muted">
          {spot ? `Teil ${spot.part}, Höhe ${spot.height}: ${wordAt(placeNumber(spot), row, lost)}` : description}
        </span>
      </p>
      {/* The link above says and does the same without a mouse. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        className="w-fit max-w-full cursor-pointer"
        onClick={press}
        onPointerMove={(event) => event.pointerType === "mouse" && setSpot(placeUnder(event, parts, heights))}
        onPointerLeave={() => setSpot(null)}
      >
        <RowPicture parts={parts} heights={heights} layers={layers} spot={spot} style={{ width: parts * cell }} />
      </div>
    </li>
  );
});
