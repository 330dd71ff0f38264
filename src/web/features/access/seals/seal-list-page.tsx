import { Download } from "lucide";
import { exportSeals, listSeals, sheetOfSeals } from "#contract/calls/access/seals.ts";
import { sealList } from "#contract/lists/seals.ts";
import type { Seal } from "#contract/schemas/access/seals.ts";
import { showCount } from "#rules/amounts.ts";
import { useDownload } from "#web/api/download.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListTable, type ListColumn } from "#web/lists/list-table.tsx";
import { NotedList } from "#web/lists/noted-list.tsx";
import { SheetButton } from "#web/lists/sheet-button.tsx";
import { useList } from "#web/lists/use-list.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";

const columns: readonly ListColumn<Seal, typeof sealList>[] = [
  { key: "number", align: "right", cell: ({ number }) => showCount(number) },
  {
    key: "until",
    label: "Bis",
    main: true,
    cell: ({ until, found }) => (
      <span className="tabular-nums">
        {showDateTime(until)}
        {found && <span className="block text-muted">wie vorgefunden</span>}
      </span>
    ),
  },
  { key: "boxes", label: "Boxen", align: "right", cell: ({ boxes }) => showCount(boxes) },
  { key: "entries", label: "Einträge", align: "right", cell: ({ entries }) => showCount(entries) },
  {
    key: "events",
    label: "Vernichtungsschritte",
    align: "right",
    phone: "hidden",
    cell: ({ events }) => (events === null ? "–" : showCount(events)),
  },
  {
    key: "invoices",
    label: "Rechnungen",
    align: "right",
    phone: "hidden",
    cell: ({ invoices }) => (invoices === null ? "–" : showCount(invoices)),
  },
  {
    key: "hash",
    label: "Prüfsumme (SHA-256)",
    grow: true,
    cell: ({ hash, stamped }) => (
      <>
        <code className="break-all">{hash}</code>
        {stamped && <span className="block text-muted tabular-nums">Zeitstempel vom {showDateTime(stamped)}</span>}
      </>
    ),
  },
];

const note =
  "Jeder Eintrag im Verlauf einer Box enthält die Prüfsumme des Eintrags davor, jedes Siegel die aller Boxen und Vernichtungen, zu denen seit dem Siegel davor etwas hinzukam, und aller Rechnungen seitdem. Wer davon nachträglich etwas ändert, passt zu keinem Siegel mehr. Bewahren Sie die Siegel auch außerhalb dieses Servers auf; „magazin verify“ vergleicht sie.";

export default function SealListPage() {
  const seals = useList({ list: sealList, call: listSeals, to: paths.seals });
  const file = useDownload(exportSeals);
  return (
    <>
      <PageHead
        isList
        above={<ServiceLinks />}
        title="Versiegelung"
        about="Jeder Tag des Verlaufs ist versiegelt: So fällt auf, wenn ihn jemand ändert."
        total={seals.data?.count}
        actions={
          <>
            <Button icon={Download} pending={file.running} onClick={() => void file.start({})}>
              <span className="max-sm:sr-only">Siegel herunterladen</span>
            </Button>
            <SheetButton
              title="Siegel"
              list={sealList}
              call={sheetOfSeals}
              search={seals.search}
              count={seals.data?.count}
            />
          </>
        }
      />
      <NotedList note={note} isWaiting={!seals.data}>
        <DownloadStatus of={file} label="Siegel werden geschrieben ..." />
        <ListTable
          of={seals}
          caption="Siegel"
          columns={columns}
          empty={
            <ListEmpty to="/services" reason="Ein Tag wird versiegelt, sobald er vorbei ist.">
              Zu den Services
            </ListEmpty>
          }
        />
      </NotedList>
    </>
  );
}
