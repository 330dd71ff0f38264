import type { Box } from "#contract/schemas/boxes.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { showPlace } from "#rules/positions.ts";
import { BoxStateBadge } from "#web/ui/page/box-state-badge.tsx";
import type { Column } from "#web/ui/table/column.ts";

const code: Column<Box> = { key: "code", label: "Code", sortable: true, cell: (box) => showBoxCode(box.code) };
const customer: Column<Box> = {
  key: "customer",
  label: "Kunde",
  sortable: true,
  grow: true,
  cell: (box) => box.owner.name,
};
const area: Column<Box> = {
  key: "area",
  label: "Bereich",
  sortable: true,
  cell: (box) => box.position && <Area position={box.position} />,
};
// On a phone the place stands in one piece, in the cell of the area.
const place: Column<Box>[] = [
  { key: "row", label: "Reihe", align: "right", phone: "hidden", cell: (box) => box.position?.row.number },
  { key: "part", label: "Teil", align: "right", phone: "hidden", cell: (box) => box.position?.part },
  { key: "height", label: "Höhe", align: "right", phone: "hidden", cell: (box) => box.position?.height },
];
const contents: Column<Box> = {
  key: "contents",
  label: "Inhalte",
  align: "right",
  cell: (box) => box.content_count.toLocaleString("de-DE"),
};
const images: Column<Box> = {
  key: "images",
  label: "Bilder",
  align: "right",
  cell: (box) => box.image_count.toLocaleString("de-DE"),
};
const state: Column<Box> = {
  key: "state",
  label: "Status",
  phone: "beside",
  cell: (box) => <BoxStateBadge state={box.state} />,
};

/** Places are for staff (specification 6). */
export const staffColumns: readonly Column<Box>[] = [
  code,
  customer,
  area,
  ...place,
  { ...contents, phone: "hidden" },
  { ...images, phone: "hidden" },
  state,
];
export const customerColumns: readonly Column<Box>[] = [code, customer, contents, images, state];

function Area({ position }: { position: NonNullable<Box["position"]> }) {
  const { row, part, height } = position;
  return (
    <>
      <span className="max-sm:hidden">{row.area.name}</span>
      <span className="sm:hidden">{showPlace({ area: row.area.name, row: row.number, part, height })}</span>
    </>
  );
}
