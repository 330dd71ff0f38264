import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate, useNavigate } from "@tanstack/react-router";
import Plus from "lucide-react/icons/plus";
import { listBoxes } from "#contract/calls/boxes.ts";
import { maxBoxNumber, maxCustomerCode } from "#rules/box-code.ts";
import { boxStates, boxStateText } from "#rules/box-state.ts";
import { offsetOf, pageSize } from "#rules/paging.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import type { BoxSearch } from "#web/search.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { type Filter, FilterBar } from "#web/ui/table/filter-bar.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Pagination } from "#web/ui/table/pagination.tsx";
import { customerColumns, staffColumns } from "./box-columns.tsx";
import { BoxListEmpty } from "./box-list-empty.tsx";
import { boxListQuery, orderFor, placeIn } from "./box-list-query.ts";

const route = getRouteApi("/stock/boxes");

type FilterKey = "owner" | "from" | "to" | "state";
const filters: Filter<FilterKey>[] = [
  { key: "owner", label: "Kundennummer", type: "number", max: maxCustomerCode },
  { key: "from", label: "Boxnummer von", type: "number", max: maxBoxNumber },
  { key: "to", label: "Boxnummer bis", type: "number", max: maxBoxNumber },
  {
    key: "state",
    label: "Status",
    type: "choice",
    options: boxStates.map((state) => ({ value: state, label: boxStateText[state] })),
  },
];

export default function BoxListPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const isStaff = useSession().user?.is_staff ?? false;
  const page = search.page ?? 1;
  const orderBy = orderFor(search, isStaff);
  const columns = isStaff ? staffColumns : customerColumns;
  const query = { ...boxListQuery(search, isStaff), limit: pageSize, offset: offsetOf(page) };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(queryFor(listBoxes, { query }));
  const change = (changes: Partial<BoxSearch>) =>
    void navigate({
      to: "/stock/boxes",
      search: (old: BoxSearch) => ({ ...old, ...changes, page: undefined }),
      replace: true,
    });
  if (data && !isPlaceholderData && page > data.count_pages)
    return <Navigate {...paths.boxes({ ...search, page: undefined })} replace />;
  return (
    <>
      <PageHead title="Boxen" total={data?.count} actions={isStaff && <AddBoxes />} />
      <FilterBar
        filters={filters}
        values={pickFilters(search)}
        onApply={change}
        order={orderBy && { label: orderText(orderBy), onRemove: () => change({ orderBy: undefined }) }}
      />
      <DataTable
        caption="Boxen"
        columns={columns}
        rows={data?.results}
        rowKey={(box) => box.id}
        link={(box, content) => (
          <Link {...paths.box(box.id)} state={{ boxList: placeIn(search, data?.results.indexOf(box) ?? 0) }}>
            {content}
          </Link>
        )}
        orderBy={orderBy}
        onSort={(next) => change({ orderBy: next as BoxSearch["orderBy"] })}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={<BoxListEmpty search={search} isStaff={isStaff} />}
      />
      <Pagination
        page={page}
        total={data?.count_pages}
        link={(to, props) => <Link {...paths.boxes({ ...search, page: to === 1 ? undefined : to })} {...props} />}
      />
    </>
  );
}

function AddBoxes() {
  return (
    <Link {...paths.newBoxes()} className={buttonClass("primary")}>
      <Plus aria-hidden size={14} />
      Boxen hinzufügen
    </Link>
  );
}

const pickFilters = ({ owner, from, to, state }: BoxSearch) => ({ owner, from, to, state });

const orderNames: Record<string, string> = { code: "Code", customer: "Kunde", area: "Bereich" };

function orderText(orderBy: string): string {
  const name = orderNames[orderBy.replace("-", "")];
  return `${name} ${orderBy.startsWith("-") ? "absteigend" : "aufsteigend"}`;
}
