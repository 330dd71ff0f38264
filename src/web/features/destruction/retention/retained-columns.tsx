import { Lock, Pencil } from "lucide";
import type { RetainedBox } from "#contract/schemas/destruction/retention.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import type { DueKind } from "#rules/destruction/retention/due-boxes.ts";
import { differsFromProposal } from "#rules/destruction/retention/retention.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import { BoxStateBadge } from "#web/ui/page/box-state-badge.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";

const dayOf = (day: string | null) => day && <span className="tabular-nums">{showDate(day)}</span>;

const facts: readonly TableColumn<RetainedBox>[] = [
  { key: "code", label: "Code", cell: ({ code }) => showBoxCode(code) },
  { key: "contents", label: "Inhalte", grow: true, cell: ({ contents }) => contents.join(", ") },
  { key: "class", label: "Klasse", phone: "hidden", cell: (box) => <Cut text={box.retention_class?.name ?? ""} /> },
  { key: "begins", label: "Beginn", phone: "hidden", cell: ({ begins }) => dayOf(begins) },
  { key: "ends", label: "Ende", phone: "hidden", cell: ({ ends }) => dayOf(ends) },
  { key: "reason", label: "Grund der Frist", cell: (box) => <Reason box={box} /> },
];
const hold: TableColumn<RetainedBox> = {
  key: "held",
  label: "Sperre",
  cell: ({ held }) => held && <Held text={held} />,
};
const state: TableColumn<RetainedBox> = {
  key: "state",
  label: "Status",
  phone: "beside",
  cell: (box) => (
    <span className="flex flex-wrap items-center gap-x-2">
      <BoxStateBadge state={box.state} />
      {typeof box.batch === "number" && `in ${showBatch(box.batch)}`}
    </span>
  ),
};

/** Columns with the facts of a box, and the obstacles in its way. */
export const retainedColumns: Readonly<Record<DueKind, readonly TableColumn<RetainedBox>[]>> = {
  due: [...facts, state],
  later: [...facts, state],
  held: [...facts, hold],
  open: [...facts, hold],
  away: [...facts, state],
};

const Cut = ({ text }: { text: string }) => (
  <span title={text} className="block max-w-28 truncate">
    {text}
  </span>
);

/** Why until then, and whether somebody typed another destroy year. */
function Reason({ box }: { box: RetainedBox }) {
  const { reason, meta_destroy_year: year, proposed_destroy_year: proposed } = box;
  return (
    <span className="flex flex-wrap items-center gap-x-2 whitespace-normal sm:min-w-44">
      {reason}
      {differsFromProposal({ year, proposed }) && (
        <Badge tone="amber" icon={Pencil}>
          abweichend: {year}
        </Badge>
      )}
    </span>
  );
}

const Held = ({ text }: { text: string }) => (
  <span title={text} className="block max-w-40 truncate">
    <Badge tone="red" icon={Lock}>
      {text}
    </Badge>
  </span>
);
