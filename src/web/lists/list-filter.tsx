import { type List, orderLabel } from "#contract/list.ts";
import { columnOf, showOrder } from "#rules/lists/orders.ts";
import { useSession } from "#web/api/session.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import type { SelectOption } from "#web/ui/form/select.tsx";
import { FilterBar } from "#web/ui/table/filter-bar.tsx";
import { ListLine } from "./list-line.tsx";
import type { ShownList } from "./use-list.ts";

const CustomerChoice = onDemand(async () => (await import("./customer-choice.tsx")).CustomerChoice);

type ListFilterProps<L extends List> = {
  of: ShownList<L, unknown>;
  choices?: Readonly<Record<string, readonly SelectOption[]>> | undefined;
  onInvalid?: (() => void) | undefined;
};

/** The filters of a list, and its order as a chip. */
export function ListFilter<L extends List>({ of, choices, onInvalid }: ListFilterProps<L>) {
  const { list, search, orderBy, change } = of;
  const isStaff = useSession().user?.is_staff ?? false;
  const order =
    orderBy === undefined
      ? undefined
      : {
          label: showOrder(orderLabel(list, columnOf(orderBy)) ?? "", orderBy),
          onRemove: () => change({ orderBy: undefined }),
        };
  return (
    <FilterBar
      filters={list.filters}
      ranges={list.ranges}
      choices={choices}
      values={search}
      onApply={change}
      order={order}
      onInvalid={onInvalid}
      beside={<ListLine of={of} />}
      customers={CustomerChoice}
      isStaff={isStaff}
    />
  );
}
