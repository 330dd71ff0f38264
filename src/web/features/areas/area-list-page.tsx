import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import Plus from "lucide-react/icons/plus";
import { listAreas } from "#contract/calls/areas.ts";
import type { Reply } from "#contract/route.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import type { AreaSearch } from "#web/search.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import type { Column } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

type AreaLine = Pick<Reply<typeof listAreas>["results"][number], "id" | "name" | "rows_count" | "boxes_count">;

const selection = "{id,name,rows_count,boxes_count}"; // specification 7

const columns: Column<AreaLine>[] = [
  { key: "name", label: "Name", sortable: true, grow: true, cell: (area) => area.name },
  { key: "rows_count", label: "Reihen", sortable: true, align: "right", cell: (area) => show(area.rows_count) },
  { key: "boxes_count", label: "Boxen", sortable: true, align: "right", cell: (area) => show(area.boxes_count) },
];

const show = (count: number) => count.toLocaleString("de-DE");
const route = getRouteApi("/stock/areas");

export default function AreaListPage() {
  const { orderBy } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, isFetching, refetch } = useQuery(
    queryFor(listAreas, { query: { query: selection, order_by: orderBy } }),
  );
  const add = (
    <Link {...paths.newArea()} className={buttonClass("primary")}>
      <Plus aria-hidden size={14} />
      Bereich hinzufügen
    </Link>
  );
  return (
    <>
      <PageHead title="Bereiche" total={data?.count} actions={add} />
      <DataTable<AreaLine>
        caption="Bereiche"
        columns={columns}
        rows={data?.results}
        rowKey={(area) => area.id}
        link={(area, content) => <Link {...paths.area(area.id)}>{content}</Link>}
        orderBy={orderBy}
        onSort={(next) =>
          void navigate({ ...paths.areas(), search: { orderBy: next as AreaSearch["orderBy"] }, replace: true })
        }
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState
            reason="Ein Bereich ist eine Halle oder ein Raum mit Reihen."
            action={
              <Link {...paths.newArea()} className="text-link">
                Ersten Bereich hinzufügen
              </Link>
            }
          />
        }
        skeletonRows={6}
      />
    </>
  );
}
