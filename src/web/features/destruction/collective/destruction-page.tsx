import { getRouteApi, Link, Navigate } from "@tanstack/react-router";
import type { UseQueryResult } from "@tanstack/react-query";
import { ChevronLeft } from "lucide";
import { BoxState } from "#rules/stock/box-state.ts";
import { showStaying } from "#rules/destruction/destruction.ts";
import { computeOffset, countPages, pageSize } from "#rules/lists/paging.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { paths } from "#web/paths.ts";
import { type CustomerPageSearch, idUnder, pageIn, type RawSearch } from "#web/search.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";
import { DestroyMarked } from "./destroy-marked.tsx";
import { OwnerHead } from "./doubts.tsx";
import { EarlierDestructions } from "./earlier-destructions.tsx";
import { type MarkedBoxes, sumMarked, useMarkedBoxes } from "./marked-boxes.ts";
import { markedColumns, ownerColumns } from "./marked-columns.tsx";

const route = getRouteApi("/services/destruction");

const searchOf = (raw: RawSearch): CustomerPageSearch => ({ customer: idUnder(raw, "customer"), page: pageIn(raw) });

/** Shows all marked boxes where they fit on a page, otherwise their customers, or the boxes of the one that is open. */
export default function DestructionPage() {
  const { customer, page = 1 } = searchOf(route.useSearch());
  const marked = useMarkedBoxes(customer, page);
  const { data, error } = marked;
  const sums = data && sumMarked(data.owners);
  const isFolded = customer === undefined && sums !== undefined && sums.boxes > pageSize;
  const open = data?.owners.find(({ id }) => id === customer);
  const count = isFolded ? data?.owners.length : (open ?? sums)?.boxes;
  const pages = count === undefined ? undefined : countPages(count, pageSize);
  if (data && customer !== undefined && !open) return <Navigate {...paths.destruction()} replace />;
  if (pages !== undefined && page > pages) return <Navigate {...paths.destruction({ customer })} replace />;
  return (
    <>
      <PageHead
        above={<ServiceLinks />}
        title="Sammelvernichtung"
        total={sums?.boxes}
        actions={<DestroyMarked marked={data} />}
      />
      <p className="mb-3 min-h-5 text-muted max-sm:min-h-15">
        {sums && sums.boxes > 0 && `${sums.shown} zur Vernichtung markiert. ${showStaying(sums.staying)}`}
      </p>
      {open && sums && sums.boxes > pageSize && (
        <ButtonLink {...paths.destruction()} icon={ChevronLeft}>
          Alle Kunden
        </ButtonLink>
      )}
      <PagedTable
        page={page}
        total={pages}
        count={count}
        link={(to, props) => <Link {...paths.destruction({ customer, page: to })} {...props} />}
      >
        {isFolded ? <Owners marked={marked} page={page} /> : <Boxes marked={marked} customer={customer} page={page} />}
      </PagedTable>
      {(data || error) && <EarlierDestructions />}
    </>
  );
}

type ListProps = { marked: UseQueryResult<MarkedBoxes>; page: number };

const caption = "Boxen zur Vernichtung";

function Owners({ marked: { data, error, isFetching, refetch }, page }: ListProps) {
  const start = computeOffset(page);
  return (
    <DataTable
      leading
      caption={caption}
      columns={ownerColumns}
      rows={data?.owners.slice(start, start + pageSize)}
      rowKey={({ id }) => id}
      link={({ id }, content) => <Link {...paths.destruction({ customer: id })}>{content}</Link>}
      fetching={isFetching}
      error={error}
      onRetry={refetch}
    />
  );
}

function Boxes({ marked, customer, page }: ListProps & { customer: number | undefined }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = marked;
  const start = computeOffset(page);
  const owners = new Map(data?.owners.map((owner) => [owner.id, owner]));
  // boxes of another question are no place holder for these
  const isOther =
    isPlaceholderData && data?.results.some(({ owner }) => customer !== undefined && owner.id !== customer);
  const rows = isOther ? undefined : data?.results;
  return (
    <DataTable
      leading
      caption={caption}
      columns={markedColumns}
      rows={rows}
      rowKey={(box) => box.id}
      link={(box, content) => {
        const search = { state: BoxState.marked, ...(customer && { owner: box.owner.code }) };
        return (
          <Link {...paths.box(box.id)} state={{ boxList: { search, index: start + (rows?.indexOf(box) ?? 0) } }}>
            {content}
          </Link>
        );
      }}
      groupHead={(box, before) => {
        const owner = box.owner.id !== before?.owner.id && owners.get(box.owner.id);
        return owner && <OwnerHead owner={owner} />;
      }}
      fetching={isFetching}
      error={error}
      onRetry={refetch}
      empty={nothingMarked}
    />
  );
}

const nothingMarked = (
  <EmptyState
    reason="Keine Box ist zur Vernichtung markiert."
    action={<ButtonLink {...paths.boxes()}>Zu den Boxen</ButtonLink>}
  />
);
