import { type List, mayOrder, orderLabel } from "#contract/list.ts";
import { columnOf, showOrder } from "#rules/lists/orders.ts";
import { showRange } from "#rules/lists/paging.ts";
import { useSession } from "#web/api/session.ts";
import { Select } from "#web/ui/form/select.tsx";
import type { ShownList } from "./use-list.ts";

/** On a phone, where the table has no head: its order, to be chosen from a list, and which of how many entries these are. */
export function ListLine<L extends List>({ of: { list, orderBy, change, page, data } }: { of: ShownList<L, unknown> }) {
  const isStaff = useSession().user?.is_staff ?? false;
  const options = Object.keys(list.orders)
    .filter((column) => mayOrder(list, column, isStaff))
    .flatMap((column) => [column, `-${column}`])
    .map((value) => ({ value, label: showOrder(orderLabel(list, columnOf(value)) ?? "", value) }));
  return (
    <>
      {options.length > 0 && (
        <Select
          aria-label="Sortierung"
          empty="Sortierung"
          className="min-w-0 grow"
          options={options}
          value={orderBy ?? ""}
          onChange={(event) => change({ orderBy: event.target.value || undefined })}
        />
      )}
      {!list.whole && (
        <p className="ml-auto shrink-0 text-muted tabular-nums">{data && data.count > 0 && showRange(page, data)}</p>
      )}
    </>
  );
}
