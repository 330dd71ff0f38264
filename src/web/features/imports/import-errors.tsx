import { Download } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { importErrors, importErrorsCsv } from "#contract/calls/imports.ts";
import type { Reply } from "#contract/route.ts";
import { countPages, offsetOf, pageSize } from "#rules/lists/paging.ts";
import { useDownload } from "#web/api/download.ts";
import { queryFor } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { Column } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { Paged } from "#web/ui/table/paged.tsx";

type Wrong = Reply<typeof importErrors>["results"][number];
const columns: readonly Column<Wrong>[] = [
  { key: "row", label: "Zeile", align: "right", cell: ({ row }) => row },
  { key: "column", label: "Spalte", cell: ({ column }) => column },
  { key: "message", label: "Fehler", main: true, grow: true, cell: ({ message }) => message },
];

/** Everything that is wrong in a list, page by page, and as a file. */
export function ImportErrors({ id, count }: { id: number; count: number }) {
  const [page, setPage] = useState(1);
  const query = { limit: pageSize, offset: offsetOf(page) };
  const { data, error, isFetching, refetch } = useQuery(queryFor(importErrors, { path: { id }, query }));
  const file = useDownload(importErrorsCsv);
  return (
    <Section
      title="Fehler"
      total={count}
      actions={
        <Button icon={Download} pending={file.running} onClick={() => void file.start({ path: { id } })}>
          CSV
        </Button>
      }
    >
      <DownloadStatus of={file} label="CSV wird erstellt ..." />
      <Paged
        page={page}
        total={countPages(count, pageSize)}
        count={count}
        link={(to, props) => <Link to="." {...props} onClick={() => setPage(to)} />}
      >
        <DataTable
          caption="Fehler"
          columns={columns}
          rows={data?.results}
          rowKey={({ sentence }) => sentence}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
        />
      </Paged>
    </Section>
  );
}
