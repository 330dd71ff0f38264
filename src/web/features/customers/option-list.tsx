import type { DeliveryOption } from "#contract/schemas/delivery-options.ts";
import { parseDays, shownDays } from "#rules/delivery-date.ts";
import { showMoney } from "#rules/money.ts";
import type { Column } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

const columns: Column<DeliveryOption>[] = [
  { key: "description", label: "Beschreibung", grow: true, cell: (option) => option.description },
  { key: "days", label: "Tage", cell: ({ days }) => shownDays(parseDays(days)) },
  { key: "time", label: "Von – bis", phone: "hidden", cell: ({ fr, to }) => `${fr} – ${to}` },
  { key: "prior", label: "Vorlauf", align: "right", phone: "hidden", cell: ({ prior }) => `${prior} h` },
  { key: "window", label: "Lieferfenster", align: "right", phone: "hidden", cell: ({ window }) => `${window} h` },
  { key: "price", label: "Preis", align: "right", cell: ({ price }) => showMoney(price) },
];

interface OptionListProps {
  readonly options: readonly DeliveryOption[];
  readonly chosen: number | undefined;
  readonly onChoose: (option: DeliveryOption) => void;
}

/** A customer's delivery options; a click on one opens it in the form. */
export function OptionList({ options, chosen, onChoose }: OptionListProps) {
  return (
    <DataTable
      caption="Lieferoptionen"
      columns={columns}
      rows={options}
      rowKey={(option) => option.id}
      link={(option, content) => (
        <button
          type="button"
          aria-pressed={option.id === chosen}
          className="text-link max-w-full truncate text-left"
          onClick={() => onChoose(option)}
        >
          {content}
        </button>
      )}
      marked={(option) => option.id === chosen}
      empty={<EmptyState reason="Ohne Lieferoption kann für den Kunden keine Lieferung angelegt werden." />}
    />
  );
}
