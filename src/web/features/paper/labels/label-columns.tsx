import { Link } from "@tanstack/react-router";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import type { LabelAmounts } from "#rules/paper/label-amounts.ts";
import { paths } from "#web/paths.ts";
import { BoxStateBadge } from "#web/ui/page/box-state-badge.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { showDay } from "#web/ui/berlin-time.ts";
import { AmountButtons } from "./amount-buttons.tsx";

export type LabelBox = Pick<Box, "id" | "code" | "state" | "created">;
type LabelColumnsProps = { amounts: LabelAmounts; isFull: boolean; onChange: (amounts: LabelAmounts) => void };

/** The columns of specification 2, the last one with the four buttons of a row. */
export const labelColumns = (props: LabelColumnsProps): readonly TableColumn<LabelBox>[] => [
  { key: "code", label: "Code", cell: (box) => <Link {...paths.box(box.id)}>{showBoxCode(box.code)}</Link> },
  { key: "state", label: "Status", phone: "beside", cell: (box) => <BoxStateBadge state={box.state} /> },
  { key: "created", label: "Erstellt", cell: (box) => showDay(box.created) },
  {
    key: "amount",
    label: "Anzahl",
    align: "right",
    cell: (box) => (props.amounts.get(box.code) ?? 0).toLocaleString("de-DE"),
  },
  {
    key: "buttons",
    label: "Anzahl ändern",
    bare: true,
    // On a phone they have a line of their own from the start: a longer amount must not move them away from the finger.
    cell: (box) => (
      <span className="block max-sm:min-w-68">
        <AmountButtons codes={[box.code]} named={showBoxCode(box.code)} {...props} />
      </span>
    ),
  },
];
