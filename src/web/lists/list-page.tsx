import type { ReactNode } from "react";
import type { List } from "#contract/list.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";
import type { SelectOption } from "#web/ui/form/select.tsx";
import { ListFilter } from "./list-filter.tsx";
import { ListTable, type ListTableProps } from "./list-table.tsx";
import { SheetButton } from "./sheet-button.tsx";
import type { SheetCall } from "./sheet-dialog.tsx";
import { type ListEntry, type ListCall, type ListSource, useList } from "./use-list.ts";

type ReferenceOf<Filters> = {
  [Name in keyof Filters & string]: Filters[Name] extends { type: "reference" } ? Name : never;
}[keyof Filters & string];

type Choices<Names extends string> = Readonly<Record<Names, readonly SelectOption[]>>;
/** Choices for every filter whose choices only a call knows. */
type ChoicesOf<L extends List> = [ReferenceOf<L["filters"]>] extends [never]
  ? { choices?: never }
  : { choices: Choices<ReferenceOf<L["filters"]>> };

type ListPageProps<L extends List, R extends ListCall> = {
  title: string;
  actions?: ReactNode;
  /** The same list as a file. */
  sheet?: SheetCall | undefined;
  /** Below the head: what has just happened to the list. */
  above?: ReactNode;
} & ListSource<L, R> &
  ListTableProps<ListEntry<R>, L> &
  ChoicesOf<L>;

/** The screen of a declared list: its address, filters, order, table and pages. What is special about it are its columns. */
export function ListPage<L extends List, R extends ListCall>(props: ListPageProps<L, R>) {
  const { title, actions, above, list, call, selection, to, sheet, ...table } = props;
  const { choices } = props as { choices?: Choices<string> };
  const data = useList({ list, call, selection, to });
  return (
    <>
      <PageHead
        isList
        title={title}
        total={data.data?.count}
        actions={
          <>
            {actions}
            {sheet && (
              <SheetButton {...{ title, list, choices, search: data.search }} call={sheet} count={data.data?.count} />
            )}
          </>
        }
      />
      {above}
      {Object.keys(list.filters).length > 0 && <ListFilter of={data} choices={choices} />}
      <ListTable of={data} caption={title} {...table} />
    </>
  );
}
