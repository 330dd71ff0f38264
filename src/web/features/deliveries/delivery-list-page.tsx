import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate, useNavigate } from "@tanstack/react-router";
import Plus from "lucide-react/icons/plus";
import Undo2 from "lucide-react/icons/undo-2";
import { listDeliveries } from "#contract/calls/deliveries.ts";
import { deliveryStates, deliveryStateText } from "#rules/delivery-state.ts";
import { offsetOf, pageSize } from "#rules/paging.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import type { DeliverySearch } from "#web/search.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { type Filter, FilterBar } from "#web/ui/table/filter-bar.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Pagination } from "#web/ui/table/pagination.tsx";
import { columns, orderLabel, selection } from "./delivery-list-columns.tsx";
import { DeliveryListEmpty } from "./delivery-list-empty.tsx";

const filters: Filter<"box" | "content" | "state">[] = [
  { key: "box", label: "Box", type: "text" },
  { key: "content", label: "Inhalt", type: "text" },
  {
    key: "state",
    label: "Status",
    type: "choice",
    options: deliveryStates.map((state) => ({ value: state, label: deliveryStateText[state] })),
  },
];

const route = getRouteApi("/deliveries/overview");

export default function DeliveryListPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { orderBy, box, content, state, page = 1 } = search;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    queryFor(listDeliveries, {
      query: { query: selection, limit: pageSize, offset: offsetOf(page), order_by: orderBy, box, content, state },
    }),
  );
  const change = (changes: DeliverySearch) =>
    void navigate({ ...paths.deliveries({ ...search, page: undefined, ...changes }), replace: true });
  if (data && !isPlaceholderData && page > data.count_pages)
    return <Navigate {...paths.deliveries({ ...search, page: undefined })} replace />;
  return (
    <>
      <PageHead title="Lieferungen" total={data?.count} actions={<Actions />} />
      <FilterBar
        filters={filters}
        values={search}
        onApply={change}
        order={orderBy && { label: orderLabel(orderBy), onRemove: () => change({ orderBy: undefined }) }}
      />
      <DataTable
        caption="Lieferungen"
        columns={columns}
        rows={data?.results}
        rowKey={(delivery) => delivery.id}
        link={(delivery, text) => <Link {...paths.delivery(delivery.id)}>{text}</Link>}
        orderBy={orderBy}
        onSort={(next) => change({ orderBy: next as DeliverySearch["orderBy"] })}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={<DeliveryListEmpty search={search} />}
      />
      <Pagination
        page={page}
        total={data?.count_pages}
        link={(to, props) => <Link {...paths.deliveries({ ...search, page: to === 1 ? undefined : to })} {...props} />}
      />
    </>
  );
}

function Actions() {
  const isStaff = useSession().user?.is_staff ?? false;
  return (
    <>
      {isStaff && (
        <Link {...paths.newReturn()} className={buttonClass()}>
          <Undo2 aria-hidden size={14} />
          <span>
            Rückgabe<span className="max-sm:sr-only"> ankündigen</span>
          </span>
        </Link>
      )}
      <Link {...paths.newDelivery()} className={buttonClass("primary")}>
        <Plus aria-hidden size={14} />
        Lieferung hinzufügen
      </Link>
    </>
  );
}
