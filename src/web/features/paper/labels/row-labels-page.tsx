import { printRowLabels } from "#contract/calls/paper/services.ts";
import { maxLabels, parseStart } from "#rules/paper/label-amounts.ts";
import { labelsOfPage } from "#rules/paper/label-sizes.ts";
import { useDownload } from "#web/api/download.ts";
import { keptRowPaper, sheetInput, usualPaper, wrongOffset } from "#web/label-printing/label-paper.ts";
import { keptRowStart } from "#web/label-printing/print-labels.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { paths } from "#web/paths.ts";
import { storedValue, useKept } from "#web/storage/stored-value.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { tooManyLabelsText } from "./amount-buttons.tsx";
import { LabelHeadActions } from "./label-head-actions.tsx";
import { LabelSheet } from "./label-sheet.tsx";
import { RowChoice } from "#web/lists/row-choice.tsx";
import { type AreaRows, useRowsByArea } from "#web/lists/rows-by-area.ts";
import { countSheets, labelsText } from "./sheet.ts";

const keptRows = storedValue("row-labels", (ids): number[] | undefined =>
  Array.isArray(ids) ? ids.filter(Number.isSafeInteger) : undefined,
);

/** Labels with the QR codes that the phone reads at the shelf (product 7). */
export default function RowLabelsPage() {
  const query = useRowsByArea();
  const [ids, setIds] = useKept(keptRows, []);
  const [start, setStart] = useKept(keptRowStart, "1");
  const [paper, setPaper] = useKept(keptRowPaper, usualPaper);
  const ofSheet = labelsOfPage(paper.size);
  const sheets = useDownload(printRowLabels);
  const areas = query.data;
  const selectedIds = new Set(ids);
  const labels = labelsOf(areas ?? [], selectedIds);
  const first = parseStart(start, ofSheet);
  const tooManyRows = labels.length > maxLabels && tooManyLabelsText;
  const choose = (rows: readonly number[], isChosen: boolean) =>
    setIds(isChosen ? [...new Set([...ids, ...rows])] : ids.filter((id) => !rows.includes(id)));
  const download = async () => {
    if (first === null) return;
    await sheets.start({ body: { rows: labels.map(({ key }) => key), start: first, ...sheetInput(paper) } });
    await query.refetch(); // a row that was deleted meanwhile is refused, and chosen no longer
  };
  return (
    <>
      <PageHead
        above={<ServiceLinks />}
        title="Reihenetiketten"
        about="Schilder mit QR-Code, an denen ein Scanner die Reihe erkennt."
        actions={
          <LabelHeadActions
            total={labels.length}
            start={first}
            labels={ofSheet}
            blocked={tooManyRows || wrongOffset(paper)}
            running={sheets.running}
            onReset={() => setIds([])}
            onDownload={() => void download()}
          />
        }
      />
      <p role="status" className="mb-3 min-h-5 font-semibold tabular-nums">
        {labelsText(labels.length, ofSheet === 1 ? 0 : countSheets(labels, first ?? 1, ofSheet))}
        {tooManyRows && <span className="text-danger"> – {tooManyRows}</span>}
      </p>
      <DownloadStatus of={sheets} label="PDF wird erstellt ..." />
      {query.error && <ErrorState error={query.error} onRetry={query.refetch} pending={query.isFetching} />}
      {query.isPending && <Loading />}
      {areas?.length === 0 && noRows}
      {areas && areas.length > 0 && (
        <div className="flex flex-wrap items-start gap-6 *:min-w-0">
          <div className="flex-[1_1_24rem] rounded-md border border-line bg-surface">
            {areas.map((area) => (
              <RowChoice key={area.id} area={area} chosen={selectedIds} onChange={choose} />
            ))}
          </div>
          <div className="sticky top-[calc(var(--sticky-top,0px)+1rem)] flex-[0_1_20rem] max-lg:static">
            <LabelSheet labels={labels} start={start} onStart={setStart} paper={paper} onPaper={setPaper} />
          </div>
        </div>
      )}
    </>
  );
}

/** In the order of the shelves, and without what is no row any more. */
const labelsOf = (areas: readonly AreaRows[], chosen: ReadonlySet<number>) =>
  areas.flatMap(({ name, rows }) =>
    rows
      .filter(({ id }) => chosen.has(id))
      .map(({ id, number }) => ({ key: id, first: name, second: `Reihe ${number}`, amount: 1 })),
  );

const noRows = (
  <EmptyState
    reason="Es sind noch keine Reihen angelegt."
    action={<ButtonLink {...paths.newRow()}>Reihe hinzufügen</ButtonLink>}
  />
);
