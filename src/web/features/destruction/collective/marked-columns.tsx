import type { ReactNode } from "react";
import type { MarkedOwner } from "#contract/schemas/stock/boxes.ts";
import { showBoxes } from "#rules/amounts.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { berlinDay } from "#rules/dates.ts";
import { isNotInArchive, isTooEarly } from "#rules/destruction/destruction.ts";
import { showPlace } from "#rules/stock/positions.ts";
import type { TableColumn } from "#web/ui/table/column.ts";
import { AwayBadge, EarlyBadge, HindranceBadge, HindranceBadges } from "./doubts.tsx";
import type { MarkedBoxEntry } from "./marked-boxes.ts";

/** The columns of specification 2. On a phone the place stands in one piece, in the cell of the area. */
export const markedColumns: readonly TableColumn<MarkedBoxEntry>[] = [
  { key: "code", label: "Code", cell: (box) => showBoxCode(box.code) },
  { key: "customer", label: "Kunde", grow: true, cell: ownerOf },
  {
    key: "year",
    label: "Vernichtungsjahr",
    align: "right",
    phone: "beside",
    cell: yearOf,
  },
  { key: "area", label: "Bereich", cell: areaOf },
  { key: "row", label: "Reihe", align: "right", phone: "hidden", cell: (box) => box.position?.row.number },
  { key: "part", label: "Teil", align: "right", phone: "hidden", cell: (box) => box.position?.part },
  { key: "height", label: "Höhe", align: "right", phone: "hidden", cell: (box) => box.position?.height },
];

const ownerCells: Readonly<Record<string, (owner: MarkedOwner) => ReactNode>> = {
  code: ({ code }) => showCustomerCode(code),
  customer: (owner) => (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {owner.name}
      <span className="text-muted tabular-nums">{showBoxes(owner.boxes)}</span>
      <HindranceBadges of={owner} />
    </span>
  ),
  year: ({ early }) => early > 0 && <EarlyBadge count={early} />,
  area: ({ away }) => away > 0 && <AwayBadge count={away} />,
};

/** The same columns of a customer whose boxes are folded: each says of all of them what it says of one. */
export const ownerColumns: readonly TableColumn<MarkedOwner>[] = markedColumns.map(({ cell: _, ...column }) => ({
  ...column,
  cell: ownerCells[column.key] ?? (() => null),
}));

/** The name, and why the box stays where it is. */
function ownerOf({ owner, hindrance }: MarkedBoxEntry) {
  if (!hindrance) return owner.name;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {owner.name}
      <HindranceBadge of={hindrance} />
    </span>
  );
}

/** The year, and that it has not come. */
function yearOf(box: MarkedBoxEntry) {
  if (!isTooEarly(box, berlinDay(new Date()))) return box.meta_destroy_year;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 sm:flex-nowrap">
      <EarlyBadge />
      {box.meta_destroy_year}
    </span>
  );
}

/** Shows the area of a box. A box that is away from the archive has no place in it. */
function areaOf(box: MarkedBoxEntry) {
  if (isNotInArchive(box)) return <AwayBadge />;
  return box.position && <Area position={box.position} />;
}

function Area({ position }: { position: NonNullable<MarkedBoxEntry["position"]> }) {
  const { row, part, height } = position;
  return (
    <>
      <span className="max-sm:hidden">{row.area.name}</span>
      <span className="sm:hidden">{showPlace({ area: row.area.name, row: row.number, part, height })}</span>
    </>
  );
}
