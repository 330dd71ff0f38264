import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate, useNavigate } from "@tanstack/react-router";
import Plus from "lucide-react/icons/plus";
import { listAreas } from "#contract/calls/areas.ts";
import { listRows } from "#contract/calls/rows.ts";
import type { Row } from "#contract/schemas/rows.ts";
import { offsetOf, pageSize } from "#rules/paging.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import type { RowSearch } from "#web/search.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import type { Column } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { type Filter, FilterBar } from "#web/ui/table/filter-bar.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Pagination } from "#web/ui/table/pagination.tsx";

const selection = "{id,number,area,reverse,positions_count}"; // specification 7

const columns: Column<Row>[] = [
  { key: "area", label: "Bereich", sortable: true, cell: (row) => <RowName row={row} /> },
  { key: "number", label: "Reihe", sortable: true, phone: "hidden", cell: (row) => `Reihe ${row.number}` },
  { key: "reverse", label: "Umgekehrt", grow: true, cell: (row) => (row.reverse ? "umgekehrt" : "") },
  {
    key: "positions_count",
    label: "Boxen",
    sortable: true,
    align: "right",
    cell: (row) => row.positions_count.toLocaleString("de-DE"),
  },
];

/** The link says which row it leads to, also where the column beside it cannot be seen. */
function RowName({ row }: { row: Row }) {
  return (
    <>
      {row.area.name}
      <span className="sm:sr-only">, Reihe {row.number}</span>
    </>
  );
}

const route = getRouteApi("/stock/rows");

export default function RowListPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { orderBy, area, page = 1 } = search;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    queryFor(listRows, {
      query: { query: selection, limit: pageSize, offset: offsetOf(page), order_by: orderBy, area },
    }),
  );
  const areas = useQuery(queryFor(listAreas, { query: { query: "{id,name}" } })).data?.results ?? [];
  const filters: Filter<"area">[] = [
    {
      key: "area",
      label: "Bereich",
      type: "choice",
      options: areas.map(({ id, name }) => ({ value: id, label: name })),
    },
  ];
  const change = (changes: RowSearch) =>
    void navigate({ ...paths.rows({ ...search, page: undefined, ...changes }), replace: true });
  if (data && !isPlaceholderData && page > data.count_pages)
    return <Navigate {...paths.rows({ ...search, page: undefined })} replace />;
  return (
    <>
      <PageHead
        title="Reihen"
        total={data?.count}
        actions={
          <Link {...paths.newRow(area)} className={buttonClass("primary")}>
            <Plus aria-hidden size={14} />
            Reihe hinzufügen
          </Link>
        }
      />
      <FilterBar
        filters={filters}
        values={search}
        onApply={change}
        order={orderBy && { label: orderLabel(orderBy), onRemove: () => change({ orderBy: undefined }) }}
      />
      <DataTable
        caption="Reihen"
        columns={columns}
        rows={data?.results}
        rowKey={(row) => row.id}
        link={(row, content) => <Link {...paths.row(row.id)}>{content}</Link>}
        orderBy={orderBy}
        onSort={(next) => change({ orderBy: next as RowSearch["orderBy"] })}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={<Nothing area={area} />}
      />
      <Pagination
        page={page}
        total={data?.count_pages}
        link={(to, props) => <Link {...paths.rows({ ...search, page: to === 1 ? undefined : to })} {...props} />}
      />
    </>
  );
}

function orderLabel(orderBy: string): string {
  const column = columns.find(({ key }) => key === orderBy.replace("-", ""));
  return `${column?.label} ${orderBy.startsWith("-") ? "absteigend" : "aufsteigend"}`;
}

function Nothing({ area }: { area: number | undefined }) {
  return (
    <EmptyState
      reason={area === undefined ? "Es gibt noch keine Reihe." : "In diesem Bereich gibt es noch keine Reihe."}
      action={
        <Link {...paths.newRow(area)} className="text-link">
          Erste Reihe hinzufügen
        </Link>
      }
    />
  );
}
