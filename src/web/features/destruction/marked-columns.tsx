import { showBoxCode } from "#rules/box-code.ts";
import { showPlace } from "#rules/positions.ts";
import type { Column } from "#web/ui/table/column.ts";
import type { MarkedBox } from "./marked-boxes.ts";

/** The columns of specification 2. On a phone the place stands in one piece, in the cell of the area. */
export const markedColumns: readonly Column<MarkedBox>[] = [
  { key: "code", label: "Code", cell: (box) => showBoxCode(box.code) },
  { key: "customer", label: "Kunde", grow: true, cell: (box) => box.owner.name },
  { key: "year", label: "Vernichtungsjahr", align: "right", phone: "beside", cell: (box) => box.meta_destroy_year },
  { key: "area", label: "Bereich", cell: (box) => box.position && <Area position={box.position} /> },
  { key: "row", label: "Reihe", align: "right", phone: "hidden", cell: (box) => box.position?.row.number },
  { key: "part", label: "Teil", align: "right", phone: "hidden", cell: (box) => box.position?.part },
  { key: "height", label: "Höhe", align: "right", phone: "hidden", cell: (box) => box.position?.height },
];

function Area({ position }: { position: NonNullable<MarkedBox["position"]> }) {
  const { row, part, height } = position;
  return (
    <>
      <span className="max-sm:hidden">{row.area.name}</span>
      <span className="sm:hidden">{showPlace({ area: row.area.name, row: row.number, part, height })}</span>
    </>
  );
}
