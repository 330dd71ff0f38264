import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { showThings } from "#rules/amounts.ts";
import { showDateTime } from "#web/ui/berlin-time.ts";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { CollapsedSection } from "./collapsed-section.tsx";

type Correction = ImportDetail["corrections"][number];

const long = (text: string) => <span className="block break-words whitespace-normal">{text}</span>;

const columnsOf = ({ heads }: ImportDetail): readonly TableColumn<Correction>[] => [
  { key: "row", label: "Zeile", align: "right", cell: ({ row }) => row },
  { key: "column", label: "Spalte", cell: ({ column }) => heads[column] || `Spalte ${column + 1}` },
  { key: "from", label: "In der Datei", cell: ({ from }) => long(from || "–") },
  { key: "text", label: "Berichtigt", main: true, grow: true, cell: ({ text }) => long(text || "–") },
  { key: "user", label: "Von", cell: ({ user }) => user && `${user.first_name} ${user.last_name}` },
  { key: "created", label: "Am", cell: ({ created }) => showDateTime(created) },
];

/** Lists the cells that were corrected here: what stands in the file, what is read instead, who said so and when. */
export function ImportCorrections({ of }: { of: ImportDetail }) {
  if (of.corrections.length === 0) return null;
  const all = columnsOf(of);
  const isNamed = of.corrections.some(({ user }) => user);
  return (
    <CollapsedSection title="Berichtigt" note={showThings(of.corrections.length, "Zelle", "Zellen")} isCollapsed>
      <DataTable
        caption="Berichtigt"
        columns={isNamed ? all : all.filter(({ key }) => key !== "user")}
        rows={of.corrections}
        rowKey={({ row, column }) => `${row} ${column}`}
      />
    </CollapsedSection>
  );
}
