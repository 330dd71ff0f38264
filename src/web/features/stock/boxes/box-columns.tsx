import type { boxList } from "#contract/lists/boxes.ts";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { showBoxCode, showCustomer } from "#rules/stock/box-code.ts";
import { showPlace } from "#rules/stock/positions.ts";
import { BoxStateBadge } from "#web/ui/page/box-state-badge.tsx";
import type { ListColumn } from "#web/lists/list-table.tsx";

type BoxColumn = ListColumn<Box, typeof boxList>;

const code: BoxColumn = { key: "code", cell: (box) => showBoxCode(box.code) };
const customer: BoxColumn = {
  key: "customer",
  grow: true,
  cell: (box) => showCustomer(box.owner),
};
const area: BoxColumn = { key: "area", cell: (box) => box.position && <Area position={box.position} /> };
// On a phone the place stands in one piece, in the cell of the area.
const place: BoxColumn[] = [
  { key: "row", label: "Reihe", align: "right", phone: "hidden", cell: (box) => box.position?.row.number },
  { key: "part", label: "Teil", align: "right", phone: "hidden", cell: (box) => box.position?.part },
  { key: "height", label: "Höhe", align: "right", phone: "hidden", cell: (box) => box.position?.height },
];
const contents: BoxColumn = {
  key: "contents",
  label: "Inhalte",
  align: "right",
  cell: (box) => box.content_count.toLocaleString("de-DE"),
};
const images: BoxColumn = {
  key: "images",
  label: "Bilder",
  align: "right",
  cell: (box) => box.image_count.toLocaleString("de-DE"),
};
const state: BoxColumn = {
  key: "state",
  label: "Status",
  phone: "beside",
  cell: (box) => <BoxStateBadge state={box.state} />,
};

/** Places are for staff (specification 6). */
export const staffColumns: readonly BoxColumn[] = [
  code,
  customer,
  area,
  ...place,
  { ...contents, phone: "hidden" },
  { ...images, phone: "hidden" },
  state,
];
export const customerColumns: readonly BoxColumn[] = [code, customer, contents, images, state];

function Area({ position }: { position: NonNullable<Box["position"]> }) {
  const { row, part, height } = position;
  return (
    <>
      <span className="max-sm:hidden">{row.area.name}</span>
      <span className="sm:hidden">{showPlace({ area: row.area.name, row: row.number, part, height })}</span>
    </>
  );
}
