import { Link, Navigate } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { type List, orderLabel } from "#contract/list.ts";
import { computeOffset } from "#rules/lists/paging.ts";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import type { PageLink } from "#web/ui/table/pagination.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";
import type { Ticks } from "#web/ui/table/table-ticks.tsx";
import { ListLine } from "./list-line.tsx";
import type { SearchOf } from "./list-search.ts";
import type { ShownList } from "./use-list.ts";

/** A column of a list: one that the list can be ordered by has its label and its arrow from the declaration. */
export type ListColumn<T, L extends List> = Omit<TableColumn<T>, "key" | "label" | "sortable"> &
  ({ key: keyof L["orders"] & string; label?: never } | { key: string; label: string });

/** Where in which list an entry stands. */
export interface ListPlace<L extends List> {
  readonly search: SearchOf<L>;
  /** From 0, over all pages. */
  readonly index: number;
}

export type ListTableProps<T, L extends List> = {
  columns: readonly ListColumn<T, L>[];
  link?: ((row: T, content: ReactNode, place: ListPlace<L>) => ReactElement) | undefined;
  /** Why it is empty, and the way out. */
  empty: ReactNode;
  marked?: ((row: T) => boolean) | undefined;
  skeletonRows?: number | undefined;
  ticks?: Ticks<T> | undefined;
  /** Shows the actions on the ticked entries, by those of this page; nothing where none is ticked. */
  tools?: ((shown: readonly T[]) => ReactNode) | undefined;
};
type Props<T, L extends List> = ListTableProps<T, L> & { of: ShownList<L, T>; caption: string };

/** The page of a list that its address names, and the way to its other pages. */
export function ListTable<T extends { id: number }, L extends List>(props: Props<T, L>) {
  const { of, columns, link, tools, ...rest } = props;
  const { list, search, page, toPage, data } = of;
  if (of.isBeyond) return <Navigate {...toPage(1)} replace />;
  const placeOf = (row: T) => ({ search, index: computeOffset(page) + (data?.results.indexOf(row) ?? 0) });
  const table = (
    <DataTable
      {...rest}
      leading
      columns={columns.map((column) => toColumn(list, column))}
      rows={data?.results}
      rowKey={(row) => row.id}
      link={link && ((row, content) => link(row, content, placeOf(row)))}
      orderBy={of.orderBy}
      onSort={(orderBy) => of.change({ orderBy })}
      fetching={of.isFetching}
      error={of.error}
      onRetry={of.refetch}
    />
  );
  // of a list with filters it stands beside them
  const line = Object.keys(list.filters).length === 0 && (
    <div data-screen-only className="mb-2 flex items-center gap-2 sm:hidden">
      <ListLine of={of} />
    </div>
  );
  if (list.whole)
    return (
      <>
        {line}
        {table}
      </>
    );
  const pageLink = (next: number, look: PageLink) => <Link {...toPage(next)} {...look} />;
  return (
    <>
      {line}
      <PagedTable
        page={page}
        total={data?.count_pages}
        count={data}
        link={pageLink}
        tools={tools?.(data?.results ?? [])}
      >
        {table}
      </PagedTable>
    </>
  );
}

function toColumn<T, L extends List>(list: L, column: ListColumn<T, L>): TableColumn<T> {
  const label = orderLabel(list, column.key);
  return { ...column, label: column.label ?? label ?? "", sortable: label !== undefined };
}
