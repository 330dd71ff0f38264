import { Link } from "@tanstack/react-router";
import type { StocktakeRow } from "#contract/schemas/stocktake/stocktakes.ts";
import { showCount } from "#rules/amounts.ts";
import { CountState } from "#rules/stocktake/stocktake-state.ts";
import { showUserName } from "#rules/access/users.ts";
import { paths } from "#web/paths.ts";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { CountBadge } from "./stocktake-badges.tsx";

const nameOf = ({ area, number }: StocktakeRow) => `${area.name}, Reihe ${number}`;

const columns: readonly TableColumn<StocktakeRow>[] = [
  { key: "row", label: "Reihe", main: true, grow: true, cell: nameOf },
  { key: "state", label: "Stand", phone: "beside", cell: ({ state }) => <CountBadge state={state} /> },
  { key: "counter", label: "Gezählt von", cell: ({ counter }) => counter && showUserName(counter) },
  {
    key: "ended",
    label: "Gezählt am",
    cell: ({ begun, ended }) => {
      if (ended !== null) return showDateTime(ended);
      return begun === null ? null : `seit ${showDateTime(begun)}`;
    },
  },
  {
    key: "scanned",
    label: "Gescannt",
    align: "right",
    cell: ({ scanned, expected, state }) => {
      if (state === CountState.open) return null;
      return expected === null ? showCount(scanned) : `${showCount(scanned)} von ${showCount(expected)}`;
    },
  },
  {
    key: "open",
    label: "Zu prüfen",
    align: "right",
    cell: ({ open }) => open && <strong>{showCount(open)}</strong>,
  },
];

/** The rows of a stocktake: who counts them, how far they are, what of them is still to be checked. */
export function StocktakeRows({ rows }: { rows: readonly StocktakeRow[] }) {
  return (
    <Section title="Reihen" total={rows.length}>
      <DataTable
        caption="Reihen"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        link={({ id }, content) => <Link {...paths.row(id)}>{content}</Link>}
        empty={null}
      />
    </Section>
  );
}
