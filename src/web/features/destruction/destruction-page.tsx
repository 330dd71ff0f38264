import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate } from "@tanstack/react-router";
import { BoxState } from "#rules/box-state.ts";
import { countPages, offsetOf } from "#rules/paging.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Pagination } from "#web/ui/table/pagination.tsx";
import { DestroyMarked } from "./destroy-marked.tsx";
import { markedBoxes, showMarked } from "./marked-boxes.ts";
import { markedColumns } from "./marked-columns.tsx";

const route = getRouteApi("/services/destruction");
const shownAtOnce = 200; // the call answers all; more rows than that make a browser slow

export default function DestructionPage() {
  const page = route.useSearch().page ?? 1;
  const { data, error, isFetching, refetch } = useQuery(markedBoxes);
  const boxes = data?.boxes;
  const start = offsetOf(page, shownAtOnce);
  const pages = boxes && countPages(boxes.length, shownAtOnce);
  const shown = boxes?.slice(start, start + shownAtOnce);
  if (pages !== undefined && page > pages) return <Navigate {...paths.destruction()} replace />;
  return (
    <>
      <PageHead
        above={<TextLink {...paths.services()}>Services</TextLink>}
        title="Sammelvernichtung"
        total={boxes?.length}
        actions={<DestroyMarked marked={data} />}
      />
      <p className="mb-3 min-h-5 text-muted tabular-nums">
        {boxes && boxes.length > 0 && `${showMarked(boxes)} zur Vernichtung markiert.`}
      </p>
      <DataTable
        caption="Boxen zur Vernichtung"
        columns={markedColumns}
        rows={shown}
        rowKey={(box) => box.id}
        link={(box, content) => (
          <Link
            {...paths.box(box.id)}
            state={{ boxList: { search: { state: BoxState.marked }, index: start + (shown?.indexOf(box) ?? 0) } }}
          >
            {content}
          </Link>
        )}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={nothingMarked}
      />
      <Pagination
        page={page}
        total={pages}
        link={(to, props) => <Link {...paths.destruction({ page: to })} {...props} />}
      />
    </>
  );
}

const nothingMarked = (
  <EmptyState
    reason="Keine Box ist zur Vernichtung markiert."
    action={<ButtonLink {...paths.boxes()}>Zu den Boxen</ButtonLink>}
  />
);
