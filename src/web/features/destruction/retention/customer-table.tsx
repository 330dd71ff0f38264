import { useQuery } from "@tanstack/react-query";
import { type LinkProps, Link } from "@tanstack/react-router";
import { listRetainedCustomers } from "#contract/calls/destruction/retention.ts";
import type { CustomerRetention } from "#contract/schemas/destruction/retention.ts";
import { showCount } from "#rules/amounts.ts";
import { computeOffset, pageSize } from "#rules/lists/paging.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import type { RetentionSearch } from "#web/search.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";

type Props = { year: number; page: number; to: (changes: RetentionSearch) => LinkProps };

/** Nothing is said by a dash, so that the eye finds the figures. */
const figure = (key: "due" | "marked" | "later" | "held" | "away", label: string): TableColumn<CustomerRetention> => ({
  key,
  label,
  align: "right",
  cell: ({ [key]: count }) => (count === 0 ? <span className="text-muted">–</span> : showCount(count)),
});

const columns: readonly TableColumn<CustomerRetention>[] = [
  { key: "customer", label: "Kunde", grow: true, cell: showCustomer },
  figure("due", "Frist zu Ende"),
  figure("marked", "davon markiert"),
  figure("held", "Gesperrt"),
  figure("away", "Nicht im Haus"),
  { ...figure("later", "Später"), phone: "hidden" },
];

/** Lists the boxes of every customer that may go in a year; each line leads to that customer's boxes. */
export function CustomerTable({ year, page, to }: Props) {
  const query = { year, limit: pageSize, offset: computeOffset(page) };
  const { data, error, isFetching, refetch } = useQuery(queryFor(listRetainedCustomers, { query }));
  return (
    <PagedTable
      page={page}
      total={data?.count_pages}
      count={data?.count}
      link={(number, props) => <Link {...to({ page: number === 1 ? undefined : number })} {...props} />}
    >
      <DataTable
        leading
        caption={`Aufbewahrung ${year} nach Kunden`}
        columns={columns}
        rows={data?.results}
        rowKey={({ id }) => id}
        link={({ id }, content) => <Link {...to({ customer: id, show: undefined })}>{content}</Link>}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={<EmptyState reason="Es gibt noch keinen Kunden." />}
      />
    </PagedTable>
  );
}
