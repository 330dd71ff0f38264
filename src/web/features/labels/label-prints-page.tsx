import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate, useNavigate } from "@tanstack/react-router";
import { listBoxes } from "#contract/calls/boxes.ts";
import { printLabels } from "#contract/calls/services.ts";
import { amountsFrom, labelList, maxLabels, resetAmounts, totalLabels } from "#rules/label-amounts.ts";
import { offsetOf, pageSize } from "#rules/paging.ts";
import { useDownload } from "#web/api/download.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import type { BoxSearch } from "#web/search.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { FilterBar } from "#web/ui/table/filter-bar.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Pagination } from "#web/ui/table/pagination.tsx";
import { AmountButtons, tooMany } from "./amount-buttons.tsx";
import { labelColumns } from "./label-columns.tsx";
import { labelFilters } from "./label-filters.ts";
import { LabelHeadActions } from "./label-head-actions.tsx";
import { LabelSheet } from "./label-sheet.tsx";
import { NoLabelBoxes } from "./no-label-boxes.tsx";
import { countSheets, labelledBoxes, labelsText, parseStart } from "./sheet.ts";
import { useGoneBox } from "./use-gone-box.tsx";
import { startFrom, useSessionValue } from "./use-session-value.ts";

const route = getRouteApi("/services/labelprints");

export default function LabelPrintsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const [amounts, setAmounts] = useSessionValue("labels", amountsFrom, labelList);
  const [start, setStart] = useSessionValue("labels-start", startFrom, (text) => text);
  const sheets = useDownload(printLabels);
  const gone = useGoneBox(sheets, amounts, setAmounts);
  const { owner, from, to, state, page = 1 } = search;
  const query = { owner, min_number: from, max_number: to, state, limit: pageSize, offset: offsetOf(page) };
  const found = useQuery(queryFor(listBoxes, { query: { ...query, query: "{id,code,state,created}" } }));
  const { data, isPlaceholderData } = found;
  const apply = (changes: Partial<BoxSearch>) =>
    void navigate({
      to: "/services/labelprints",
      search: (old: BoxSearch) => ({ ...old, ...changes, page: undefined }),
      replace: true,
    });
  if (data && !isPlaceholderData && page > data.count_pages)
    return <Navigate {...paths.labelPrints({ ...search, page: undefined })} replace />;
  const total = totalLabels(amounts);
  const labels = labelledBoxes(amounts);
  const first = parseStart(start);
  const isFull = total >= maxLabels;
  const codes = data?.results.map(({ code }) => code) ?? [];
  const download = () => {
    if (first === null) return;
    void sheets.start({ body: { codes: labelList(amounts), start: first } });
  };
  return (
    <>
      <PageHead
        above={
          <Link {...paths.services()} className="text-link">
            Services
          </Link>
        }
        title="Etikettendruck"
        total={data?.count}
        actions={
          <LabelHeadActions
            total={total}
            start={first}
            running={sheets.running}
            downloadButton={gone.downloadButton}
            onReset={() => setAmounts(resetAmounts())}
            onDownload={download}
          />
        }
      />
      <Total text={labelsText(total, countSheets(labels, first ?? 1))} isFull={isFull} />
      <DownloadStatus of={gone.status} label="PDF wird erstellt ..." remedy={gone.remedy} />
      <FilterBar
        filters={labelFilters}
        values={{ owner, from, to, state }}
        onApply={apply}
        onInvalid={reportInvalidFilter}
      />
      <div className="flex flex-wrap items-start gap-6 *:min-w-0">
        <div className="flex-[1_1_34rem]">
          <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>Alle Boxen der Tabelle:</span>
            <AmountButtons codes={codes} named="Alle Boxen" amounts={amounts} isFull={isFull} onChange={setAmounts} />
          </p>
          <DataTable
            caption="Boxen"
            columns={labelColumns({ amounts, isFull, onChange: setAmounts })}
            rows={data?.results}
            rowKey={(box) => box.id}
            marked={(box) => amounts.has(box.code)}
            fetching={found.isFetching}
            error={found.error}
            onRetry={found.refetch}
            empty={<NoLabelBoxes search={search} />}
          />
          <Pagination
            page={page}
            total={data?.count_pages}
            link={(next, props) => (
              <Link {...paths.labelPrints({ ...search, page: next === 1 ? undefined : next })} {...props} />
            )}
          />
        </div>
        <div className="sticky top-[calc(var(--sticky-top,0px)+1rem)] flex-[0_1_20rem] max-lg:static">
          <LabelSheet labels={labels} start={start} onStart={setStart} />
        </div>
      </div>
    </>
  );
}

function Total({ text, isFull }: { text: string; isFull: boolean }) {
  return (
    <p role="status" className="mb-3 min-h-5 font-semibold tabular-nums">
      {text}
      {isFull && <span className="text-danger"> – {tooMany}</span>}
    </p>
  );
}

function reportInvalidFilter() {
  console.info("invalid filter"); // oxlint-disable-line no-console -- specification 8 wants it there
}
