import type { TableColumn } from "./column.ts";
import { showOrder } from "#rules/lists/orders.ts";
import { Select } from "#web/ui/form/select.tsx";

type TableOrderProps<T> = {
  columns: readonly TableColumn<T>[];
  orderBy?: string | undefined;
  onSort: (orderBy: string | undefined) => void;
};

/** On a phone, where the table has no head, the order is chosen from a list. */
export function TableOrder<T>({ columns, orderBy, onSort }: TableOrderProps<T>) {
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const options = sortable.flatMap(({ key, label }) =>
    [key, `-${key}`].map((value) => ({ value, label: showOrder(label, value) })),
  );
  return (
    <div className="mb-2 sm:hidden">
      <Select
        aria-label="Sortierung"
        empty="Sortierung"
        options={options}
        value={orderBy ?? ""}
        onChange={(event) => onSort(event.target.value || undefined)}
      />
    </div>
  );
}
