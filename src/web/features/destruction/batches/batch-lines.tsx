import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { listBatchLines } from "#contract/calls/destruction/destruction-batches.ts";
import type { BatchDetail, BatchLine } from "#contract/schemas/destruction/destruction-batches.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { BatchState, LineDecision, lineDecisionText } from "#rules/destruction/batch-state.ts";
import { computeOffset, pageSize } from "#rules/lists/paging.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

const decisionTone = { 0: "grey", 1: "green", 2: "red" } as const;

type LineColumn = TableColumn<BatchLine> & {
  /** Step from which the column stands there; before it, and without one, as soon as a box has a value. */
  readonly from?: BatchState;
};

const lineColumns: readonly LineColumn[] = [
  { key: "code", label: "Box", main: true, from: BatchState.draft, cell: ({ code }) => showBoxCode(code) },
  {
    key: "contents",
    label: "Inhalte",
    grow: true,
    from: BatchState.draft,
    cell: ({ contents }) =>
      contents.length > 0 && (
        <ul className="w-max max-w-full py-1 break-words whitespace-normal">
          {contents.map((text, at) => (
            <li key={at}>{text}</li>
          ))}
        </ul>
      ),
  },
  { key: "ends", label: "Frist bis", cell: ({ ends }) => ends && showDate(ends) },
  {
    key: "decision",
    label: "Entscheidung",
    from: BatchState.approved,
    cell: ({ decision }) =>
      decision !== LineDecision.open && <Badge tone={decisionTone[decision]}>{lineDecisionText[decision]}</Badge>,
  },
  {
    key: "reason",
    label: "Grund",
    cell: ({ reason, not_destroyed_reason, early_reason }) =>
      [reason, not_destroyed_reason, early_reason].filter(Boolean).join("; "),
  },
  {
    key: "scanned",
    label: "Gescannt",
    from: BatchState.shredding,
    cell: ({ scanned }) => scanned && showDateTime(scanned),
  },
  {
    key: "staged",
    label: "Bereitgestellt",
    cell: ({ staged: one }) => one && `${showDateTime(one.at)}, ${one.by}`,
  },
];

/** The columns that have something to say in a state. */
const columnsIn = (state: BatchState, rows: readonly BatchLine[] = []) =>
  lineColumns.filter(
    ({ from, cell }) =>
      (from !== undefined && state >= from && (state !== BatchState.aborted || from === BatchState.draft)) ||
      rows.some((row) => Boolean(cell(row))),
  );

const checkedColumn: TableColumn<BatchLine> = {
  key: "problems",
  label: "Prüfung",
  cell: ({ problems, decision }) => {
    if (decision === LineDecision.rejected) return null;
    if (problems.length === 0) return <Badge tone="green">in Ordnung</Badge>;
    return <span className="text-danger">{problems.join(", ")}</span>;
  },
};

type LinesProps = {
  batch: BatchDetail;
  /** Shows the action on a single box, beside it. */
  action?: ((line: BatchLine) => ReactNode) | undefined;
};

/** The boxes of a destruction, with what was decided of each and what speaks against it now. */
export function BatchLines({ batch, action }: LinesProps) {
  const [page, setPage] = useState(1);
  const [wrong, setWrong] = useState(false);
  const query = { limit: pageSize, offset: computeOffset(page), ...(wrong && { problems: true }) };
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(listBatchLines, { path: { id: batch.id }, query }),
    placeholderData: keepPreviousData,
  });
  const isOpen = batch.state < BatchState.destroyed;
  const columns = [
    ...columnsIn(batch.state, data?.results),
    ...(isOpen ? [checkedColumn] : []),
    ...(action
      ? [{ key: "action", label: "Entscheiden", bare: true, cell: action } satisfies TableColumn<BatchLine>]
      : []),
  ];
  return (
    <Section
      title="Boxen"
      total={data?.count}
      actions={
        isOpen && (
          <Checkbox
            label="Nur Boxen mit Hindernis"
            checked={wrong}
            onChange={({ target }) => {
              setWrong(target.checked);
              setPage(1);
            }}
          />
        )
      }
    >
      <DataTable
        caption="Boxen des Vorgangs"
        columns={columns}
        rows={data?.results}
        rowKey={({ box }) => box}
        link={({ box }, content) => <Link {...paths.box(box)}>{content}</Link>}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
      />
      {data && <Pages page={page} total={data.count_pages} onPage={setPage} />}
    </Section>
  );
}

/** Not in the address: whoever decides stays where they are. */
function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  if (total <= 1) return null;
  return (
    <div className="mt-2 flex items-center gap-2 tabular-nums">
      <Button disabledReason={page === 1 && "Das ist die erste Seite."} onClick={() => onPage(page - 1)}>
        Zurück
      </Button>
      <span>
        Seite {page} von {total}
      </span>
      <Button disabledReason={page === total && "Das ist die letzte Seite."} onClick={() => onPage(page + 1)}>
        Weiter
      </Button>
    </div>
  );
}
