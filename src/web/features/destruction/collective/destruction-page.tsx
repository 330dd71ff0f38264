import { getRouteApi, Link, Navigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { BoxState } from "#rules/stock/box-state.ts";
import { berlinDay } from "#rules/dates.ts";
import { showStaying } from "#rules/destruction/destruction.ts";
import { countPages, computeOffset } from "#rules/lists/paging.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";
import { DestroyMarked } from "./destroy-marked.tsx";
import { OwnerHead } from "./doubts.tsx";
import { EarlierDestructions } from "./earlier-destructions.tsx";
import { splitMarkedBoxes, showMarked, useMarkedBoxes } from "./marked-boxes.ts";
import { markedColumns } from "./marked-columns.tsx";

const route = getRouteApi("/services/destruction");
const shownAtOnce = 200; // the call answers all; more rows than that make a browser slow

export default function DestructionPage() {
  const page = route.useSearch().page ?? 1;
  const { data, error, isFetching, refetch } = useMarkedBoxes();
  const boxes = data?.results;
  const [today] = useState(() => berlinDay(new Date()));
  const byOwner = useMemo(() => boxes && Map.groupBy(boxes, ({ owner }) => owner.id), [boxes]);
  const start = computeOffset(page, shownAtOnce);
  const pages = boxes && countPages(boxes.length, shownAtOnce);
  const rows = boxes?.slice(start, start + shownAtOnce);
  if (pages !== undefined && page > pages) return <Navigate {...paths.destruction()} replace />;
  return (
    <>
      <PageHead
        above={<ServiceLinks />}
        title="Sammelvernichtung"
        total={boxes?.length}
        actions={<DestroyMarked marked={data} />}
      />
      <p className="mb-3 min-h-5 text-muted max-sm:min-h-15">
        {boxes &&
          boxes.length > 0 &&
          `${showMarked(boxes)} zur Vernichtung markiert. ${showStaying(splitMarkedBoxes(boxes).staying)}`}
      </p>
      <PagedTable
        page={page}
        total={pages}
        count={boxes?.length}
        size={shownAtOnce}
        link={(to, props) => <Link {...paths.destruction({ page: to })} {...props} />}
      >
        <DataTable
          leading
          caption="Boxen zur Vernichtung"
          columns={markedColumns}
          rows={rows}
          rowKey={(box) => box.id}
          link={(box, content) => (
            <Link
              {...paths.box(box.id)}
              state={{ boxList: { search: { state: BoxState.marked }, index: start + (rows?.indexOf(box) ?? 0) } }}
            >
              {content}
            </Link>
          )}
          groupHead={(box, before) =>
            box.owner.id !== before?.owner.id && <OwnerHead boxes={byOwner?.get(box.owner.id) ?? []} today={today} />
          }
          fetching={isFetching}
          error={error}
          onRetry={refetch}
          empty={nothingMarked}
        />
      </PagedTable>
      {(boxes || error) && <EarlierDestructions />}
    </>
  );
}

const nothingMarked = (
  <EmptyState
    reason="Keine Box ist zur Vernichtung markiert."
    action={<ButtonLink {...paths.boxes()}>Zu den Boxen</ButtonLink>}
  />
);
