import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate, useNavigate } from "@tanstack/react-router";
import Plus from "lucide-react/icons/plus";
import { listUsers } from "#contract/calls/users.ts";
import { offsetOf, pageSize } from "#rules/paging.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import type { UserSearch } from "#web/search.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { type Filter, FilterBar } from "#web/ui/table/filter-bar.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Pagination } from "#web/ui/table/pagination.tsx";
import { userColumns } from "./user-columns.tsx";

const filters: Filter<"last_name" | "email">[] = [
  { key: "last_name", label: "Nachname", type: "text" },
  { key: "email", label: "E-Mail", type: "text" },
];

const route = getRouteApi("/users");

export default function UserListPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { orderBy, last_name, email, page = 1 } = search;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    queryFor(listUsers, {
      query: { limit: pageSize, offset: offsetOf(page), order_by: orderBy, last_name, email },
    }),
  );
  const change = (changes: UserSearch) =>
    void navigate({ ...paths.users({ ...search, page: undefined, ...changes }), replace: true });
  if (data && !isPlaceholderData && page > data.count_pages)
    return <Navigate {...paths.users({ ...search, page: undefined })} replace />;
  return (
    <>
      <PageHead
        title="Users"
        total={data?.count}
        actions={
          <Link {...paths.newUser()} className={buttonClass("primary")}>
            <Plus aria-hidden size={14} />
            User hinzufügen
          </Link>
        }
      />
      <FilterBar
        filters={filters}
        values={search}
        onApply={change}
        order={
          orderBy && {
            label: orderBy === "last_name" ? "Name aufsteigend" : "Name absteigend",
            onRemove: () => change({ orderBy: undefined }),
          }
        }
      />
      <DataTable
        caption="Users"
        columns={userColumns}
        rows={data?.results}
        rowKey={(user) => user.id}
        link={(user, content) => <Link {...paths.user(user.id)}>{content}</Link>}
        orderBy={orderBy}
        onSort={(next) => change({ orderBy: next as UserSearch["orderBy"] })}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState
            reason="Kein User passt zu den Filtern."
            action={
              <Link {...paths.users()} className="text-link">
                Alle User zeigen
              </Link>
            }
          />
        }
      />
      <Pagination
        page={page}
        total={data?.count_pages}
        link={(to, props) => <Link {...paths.users({ ...search, page: to === 1 ? undefined : to })} {...props} />}
      />
    </>
  );
}
