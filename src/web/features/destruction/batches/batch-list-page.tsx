import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { listBatches } from "#contract/calls/destruction/destruction-batches.ts";
import { listProcedureChanges } from "#contract/calls/destruction/procedures.ts";
import type { Batch } from "#contract/schemas/destruction/destruction-batches.ts";
import { showCount, showMetres } from "#rules/amounts.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { computeOffset, pageSize } from "#rules/lists/paging.ts";
import { queryFor } from "#web/api/queries.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { NotedList } from "#web/lists/noted-list.tsx";
import type { RawSearch } from "#web/search.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";
import { useBatchAddresses } from "./batch-addresses.ts";
import { BatchBadge } from "./batch-badge.tsx";
import { NewBatch } from "./new-batch.tsx";
import { ProcedureChanges } from "./procedure-changes-section.tsx";

const columns: readonly TableColumn<Batch>[] = [
  { key: "number", label: "Nummer", main: true, cell: ({ number }) => number },
  { key: "customer", label: "Kunde", grow: true, cell: ({ customer }) => showCustomer(customer) },
  { key: "boxes", label: "Boxen", align: "right", cell: ({ boxes }) => showCount(boxes) },
  { key: "metres", label: "Laufende Meter", align: "right", phone: "hidden", cell: ({ metres }) => showMetres(metres) },
  { key: "state", label: "Stand", phone: "beside", cell: ({ state }) => <BatchBadge state={state} /> },
  { key: "waits", label: "Wartet bis", cell: ({ from_day }) => from_day && showDate(from_day) },
  {
    key: "next",
    label: "Nächster Schritt",
    cell: ({ next, turn }) => (turn ? <strong>{next}</strong> : <span className="text-muted">{next}</span>),
  },
];

const staffNote =
  "Das Archiv legt vor, der Kunde gibt frei, eine zweite Person bestätigt. Nach der Wartezeit wird jede Box am Schredder gescannt.";
const customerNote =
  "Das Archiv schlägt Boxen zur Vernichtung vor. Sie entscheiden über jede; vernichtet wird nur, was Sie freigeben.";

/** An address may come from anywhere: what is no valid value is dropped. */
function searchOf(raw: RawSearch) {
  const page = Number(raw["page"]);
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    turn: raw["turn"] === "true" || raw["turn"] === true || undefined,
  };
}

/** Destructions that several people let go: the archive's list, and a customer's own. */
export default function BatchListPage() {
  const { isStaff, list, one } = useBatchAddresses();
  const { page, turn } = searchOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const query = { turn, limit: pageSize, offset: computeOffset(page) };
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(listBatches, { query }),
    placeholderData: keepPreviousData,
  });
  const { isPending } = useQuery(queryFor(listProcedureChanges)); // what stands above the list comes with it, or the list would move
  return (
    <>
      <PageHead
        isList
        above={isStaff && <ServiceLinks />}
        title="Vernichtungen mit Freigabe"
        total={data?.count}
        actions={isStaff && <NewBatch />}
      />
      <ProcedureChanges />
      {isPending ? (
        <Loading />
      ) : (
        <NotedList note={isStaff ? staffNote : customerNote} isWaiting={!data}>
          <Checkbox
            label="Nur, was auf mich wartet"
            checked={turn ?? false}
            onChange={({ target }) => void navigate({ ...list({ turn: target.checked || undefined }), replace: true })}
          />
          <PagedTable
            page={page}
            total={data?.count_pages}
            count={data?.count}
            link={(to, props) => <Link {...list({ turn, page: to })} {...props} />}
          >
            <DataTable
              leading
              caption="Vernichtungen mit Freigabe"
              columns={columns}
              rows={data?.results}
              rowKey={({ id }) => id}
              link={({ id }, content) => <Link {...one(id)}>{content}</Link>}
              fetching={isFetching}
              error={error}
              onRetry={refetch}
              empty={
                <EmptyState reason={turn ? "Nichts wartet auf Sie." : "Es gibt noch keine Vernichtung mit Freigabe."} />
              }
            />
          </PagedTable>
        </NotedList>
      )}
    </>
  );
}
