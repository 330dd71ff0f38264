import { Download, ListChecks } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { importErrors, importErrorsCsv, importErrorsXlsx } from "#contract/calls/exchange/imports.ts";
import type { Reply } from "#contract/route.ts";
import { showThings } from "#rules/amounts.ts";
import { countPages, computeOffset, pageSize } from "#rules/lists/paging.ts";
import { useDownload } from "#web/api/download.ts";
import { queryFor } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";
import { cellKey, type CellDrafts } from "./use-correcting.ts";

type Wrong = Reply<typeof importErrors>["results"][number];
type Show = "errors" | "warnings";

const columnsOf = (show: Show, drafts: CellDrafts | undefined): readonly TableColumn<Wrong>[] => [
  { key: "row", label: "Zeile", align: "right", cell: ({ row }) => row },
  { key: "column", label: "Spalte", cell: ({ column }) => column },
  { key: "cell", label: "Wert", cell: (wrong) => <WrongCell of={wrong} drafts={drafts} /> },
  {
    key: "message",
    label: show === "errors" ? "Fehler" : "Warnung",
    main: true,
    grow: true,
    cell: ({ message }) => <span className="block break-words whitespace-normal sm:py-1">{message}</span>,
  },
];

/** The cell of an error, which is corrected where it stands. */
function WrongCell({ of: { row, column, cell }, drafts }: { of: Wrong; drafts: CellDrafts | undefined }) {
  if (!cell) return null;
  if (!drafts) return <span className="block break-words whitespace-normal">{cell.text}</span>;
  const at = { row, column: cell.column };
  return (
    <span className="block sm:min-w-36 sm:py-1">
      <TextInput
        aria-label={`${column ?? "Wert"} in Zeile ${row}`}
        autoComplete="off"
        value={drafts.texts.get(cellKey(at)) ?? cell.text}
        readOnly={drafts.isPending}
        onChange={({ target }) => drafts.set(at, target.value, cell.text)}
      />
    </span>
  );
}

type ImportErrorsProps = {
  id: number;
  count: number;
  show?: Show;
  /** Texts that are typed into the cells; where there are none, nothing can be corrected. */
  drafts?: CellDrafts;
  children?: ReactNode;
};

/** Everything that is wrong in a list, or that it is warned of, page by page, to be corrected in its cells, and as a file. */
export function ImportErrors({ id, count, show = "errors", drafts, children }: ImportErrorsProps) {
  const [page, setPage] = useState(1);
  const title = show === "errors" ? "Fehler" : "Warnungen";
  const errorQuery = { path: { id }, query: { show } };
  const query = { limit: pageSize, offset: computeOffset(page), show };
  const { data, error, isFetching, refetch } = useQuery(queryFor(importErrors, { path: { id }, query }));
  const [sheet, csv] = [useDownload(importErrorsXlsx), useDownload(importErrorsCsv)];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    drafts?.send();
  };
  return (
    <Section
      title={title}
      total={count}
      actions={
        <>
          {drafts && <CorrectButton of={drafts} />}
          <Button icon={Download} pending={sheet.running} onClick={() => void sheet.start(errorQuery)}>
            Als Excel
          </Button>
          <Button icon={Download} pending={csv.running} onClick={() => void csv.start(errorQuery)}>
            Als CSV
          </Button>
        </>
      }
    >
      {children}
      {drafts?.error && <ErrorState error={drafts.error} />}
      <DownloadStatus of={sheet} label="Excel-Datei wird erstellt ..." />
      <DownloadStatus of={csv} label="CSV wird erstellt ..." />
      <form onSubmit={submit}>
        <PagedTable
          page={page}
          total={countPages(count, pageSize)}
          count={count}
          link={(to, props) => <Link to="." {...props} onClick={() => setPage(to)} />}
        >
          <DataTable
            caption={title}
            columns={columnsOf(show, drafts)}
            rows={data?.results}
            rowKey={({ sentence }) => sentence}
            fetching={isFetching}
            error={error}
            onRetry={refetch}
          />
        </PagedTable>
        {drafts && (
          <button type="submit" hidden>
            Berichtigungen prüfen
          </button>
        )}
      </form>
    </Section>
  );
}

/** Sends what was typed, with its number. */
function CorrectButton({ of: { texts, isPending, send } }: { of: CellDrafts }) {
  const count = texts.size;
  return (
    <Button
      icon={ListChecks}
      pending={isPending}
      disabledReason={count === 0 && "Bitte berichtigen Sie zuerst einen Wert in der Liste."}
      onClick={send}
    >
      {count === 0 ? "Berichtigung prüfen" : `${showThings(count, "Berichtigung", "Berichtigungen")} prüfen`}
    </Button>
  );
}
