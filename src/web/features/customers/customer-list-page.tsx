import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate, useNavigate } from "@tanstack/react-router";
import Plus from "lucide-react/icons/plus";
import type { Customer } from "#contract/schemas/customers.ts";
import { listCustomers } from "#contract/calls/customers.ts";
import { maxCustomerCode, showCustomerCode } from "#rules/box-code.ts";
import { offsetOf, pageSize } from "#rules/paging.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import type { CustomerSearch } from "#web/search.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import type { Column } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { type Filter, FilterBar } from "#web/ui/table/filter-bar.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Pagination } from "#web/ui/table/pagination.tsx";

const selection = "{id,code,name,count_boxes,count_boxcontents,count_boximages,count_deliveryoptions}";
const show = (count: number) => count.toLocaleString("de-DE");

const columns: Column<Customer>[] = [
  { key: "code", label: "Code", sortable: true, cell: (customer) => showCustomerCode(customer.code) },
  { key: "name", label: "Name", sortable: true, grow: true, cell: (customer) => customer.name },
  {
    key: "count_boxes",
    label: "Boxen",
    sortable: true,
    align: "right",
    cell: (customer) => show(customer.count_boxes),
  },
  {
    key: "count_boxcontents",
    label: "Inhalte",
    sortable: true,
    align: "right",
    cell: (customer) => show(customer.count_boxcontents),
  },
  {
    key: "count_boximages",
    label: "Bilder",
    sortable: true,
    align: "right",
    phone: "hidden",
    cell: (customer) => show(customer.count_boximages),
  },
  {
    key: "count_deliveryoptions",
    label: "Lieferoptionen",
    align: "right",
    phone: "hidden",
    cell: (customer) => show(customer.count_deliveryoptions),
  },
];

const filters: Filter<"name" | "code">[] = [
  { key: "code", label: "Code", type: "number", max: maxCustomerCode },
  { key: "name", label: "Name", type: "text" },
];

const route = getRouteApi("/customers/overview");

export default function CustomerListPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { orderBy, name, code, page = 1 } = search;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    queryFor(listCustomers, {
      query: { query: selection, limit: pageSize, offset: offsetOf(page), order_by: orderBy, name, code },
    }),
  );
  const change = (changes: CustomerSearch) =>
    void navigate({ ...paths.customers({ ...search, page: undefined, ...changes }), replace: true });
  if (data && !isPlaceholderData && page > data.count_pages)
    return <Navigate {...paths.customers({ ...search, page: undefined })} replace />;
  return (
    <>
      <PageHead
        title="Kunden"
        total={data?.count}
        actions={
          <Link {...paths.newCustomer()} className={buttonClass("primary")}>
            <Plus aria-hidden size={14} />
            Kunde hinzufügen
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
        caption="Kunden"
        columns={columns}
        rows={data?.results}
        rowKey={(customer) => customer.id}
        link={(customer, content) => <Link {...paths.customer(customer.id)}>{content}</Link>}
        orderBy={orderBy}
        onSort={(next) => change({ orderBy: next as CustomerSearch["orderBy"] })}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={<Nothing search={search} />}
      />
      <Pagination
        page={page}
        total={data?.count_pages}
        link={(to, props) => <Link {...paths.customers({ ...search, page: to === 1 ? undefined : to })} {...props} />}
      />
    </>
  );
}

function orderLabel(orderBy: string): string {
  const column = columns.find(({ key }) => key === orderBy.replace("-", ""));
  return `${column?.label} ${orderBy.startsWith("-") ? "absteigend" : "aufsteigend"}`;
}

function Nothing({ search }: { search: CustomerSearch }) {
  if (search.name !== undefined || search.code !== undefined)
    return (
      <EmptyState
        reason="Kein Kunde passt zu den Filtern."
        action={
          <Link {...paths.customers()} className="text-link">
            Alle Kunden zeigen
          </Link>
        }
      />
    );
  return (
    <EmptyState
      reason="Es gibt noch keinen Kunden."
      action={
        <Link {...paths.newCustomer()} className="text-link">
          Ersten Kunden hinzufügen
        </Link>
      }
    />
  );
}
