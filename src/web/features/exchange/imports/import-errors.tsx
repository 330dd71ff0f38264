import { Download } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { importErrors, importErrorsCsv, importErrorsXlsx } from "#contract/calls/exchange/imports.ts";
import type { Reply } from "#contract/route.ts";
import { countPages, computeOffset, pageSize } from "#rules/lists/paging.ts";
import { useDownload } from "#web/api/download.ts";
import { queryFor } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";

type Wrong = Reply<typeof importErrors>["results"][number];
type Show = "errors" | "warnings";
const columnsOf = (show: Show): readonly TableColumn<Wrong>[] => [
  { key: "row", label: "Zeile", align: "right", cell: ({ row }) => row },
  { key: "column", label: "Spalte", cell: ({ column }) => column },
  {
    key: "message",
    label: show === "errors" ? "Fehler" : "Warnung",
    main: true,
    grow: true,
    cell: ({ message }) => <span className="block break-words whitespace-normal sm:py-1">{message}</span>,
  },
];

type ImportErrorsProps = { id: number; count: number; show?: Show; children?: ReactNode };

/** Everything that is wrong in a list, or that it is warned of, page by page, and as a file. */
export function ImportErrors({ id, count, show = "errors", children }: ImportErrorsProps) {
  const [page, setPage] = useState(1);
  const title = show === "errors" ? "Fehler" : "Warnungen";
  const errorQuery = { path: { id }, query: { show } };
  const query = { limit: pageSize, offset: computeOffset(page), show };
  const { data, error, isFetching, refetch } = useQuery(queryFor(importErrors, { path: { id }, query }));
  const [sheet, csv] = [useDownload(importErrorsXlsx), useDownload(importErrorsCsv)];
  return (
    <Section
      title={title}
      total={count}
      actions={
        <>
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
      <DownloadStatus of={sheet} label="Excel-Datei wird erstellt ..." />
      <DownloadStatus of={csv} label="CSV wird erstellt ..." />
      <PagedTable
        page={page}
        total={countPages(count, pageSize)}
        count={count}
        link={(to, props) => <Link to="." {...props} onClick={() => setPage(to)} />}
      >
        <DataTable
          caption={title}
          columns={columnsOf(show)}
          rows={data?.results}
          rowKey={({ sentence }) => sentence}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
        />
      </PagedTable>
    </Section>
  );
}
