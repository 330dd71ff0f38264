import { Download, QrCode } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { appFile, listApps } from "#contract/calls/system/apps.ts";
import type { Reply } from "#contract/route.ts";
import { showDate } from "#rules/dates.ts";
import { useDownload } from "#web/api/download.ts";
import { useSettings } from "#web/api/settings.ts";
import { PhoneLink } from "#web/detail-page/phone-link.tsx";
import { NotedList } from "#web/lists/noted-list.tsx";
import { Button, type ButtonProps } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

import { AppTicketDialog } from "./app-ticket-dialog.tsx";
import { appsQuery } from "./app-list-loader.ts";

type App = Reply<typeof listApps>["results"][number];

export default function AppListPage() {
  const { data, error, isFetching, refetch } = useQuery(appsQuery);
  const download = useDownload(appFile);
  const [chosen, setChosen] = useState<App>();
  const [shown, setShown] = useState<App>();
  const start = async (app: App) => {
    setChosen(app);
    await download.start({ path: { id: app.id } });
    await refetch(); // a file that has vanished meanwhile is offered no longer
  };
  const file = (app: App) => {
    if (app.bytes === null) return <span className="text-muted">Datei nicht vorhanden</span>;
    const mine = download.running && app.id === chosen?.id;
    const reason = download.running && !mine && "Es wird gerade eine Datei geladen.";
    return (
      <Package
        app={app}
        size={showSize(app.bytes)}
        onShow={() => setShown(app)}
        download={{ pending: mine, disabledReason: reason, onClick: () => void start(app) }}
      />
    );
  };
  const columns: TableColumn<App>[] = [
    { key: "version", label: "Version", cell: (app) => <span className="tabular-nums">{app.version}</span> },
    { key: "file", label: "Paket", phone: "beside", cell: file },
    { key: "date", label: "Datum", cell: (app) => <span className="tabular-nums">{showDate(app.date)}</span> },
    { key: "description", label: "Beschreibung", grow: true, cell: describe },
  ];
  return (
    <>
      <PageHead isList title="Apps & Scripts" total={data?.count} />
      <NotedList note={note} isWaiting={!data}>
        <DataTable
          caption="Versionen der App"
          columns={columns}
          rows={data?.results}
          rowKey={(app) => app.id}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
          empty={<NoApps />}
          skeletonRows={4}
        />
      </NotedList>
      {shown && <AppTicketDialog {...shown} onClose={() => setShown(undefined)} />}
      <div className="mt-3 grid gap-3">
        {data !== undefined && data.count > 0 && <Adding />}
        <DownloadStatus of={download} label={`Version ${chosen?.version} wird geladen ...`} />
      </div>
    </>
  );
}

const note = (
  <>
    Die App für die Android-Scanner im Lager. Laden Sie das Paket (APK) herunter, übertragen Sie es auf den Scanner und
    öffnen Sie es dort. Oder lesen Sie den QR-Code mit der Kamera des Geräts. Jedes Paket kennt diesen Server.{" "}
    <TextLink to="/einrichten" className="underline">
      Andere Geräte einrichten
    </TextLink>{" "}
    Ohne App, im Browser eines Telefons: <PhoneLink />
  </>
);

interface PackageProps {
  readonly app: App;
  readonly size: string;
  readonly onShow: () => void;
  readonly download: Pick<ButtonProps, "pending" | "disabledReason" | "onClick">;
}

/** To this computer, or to a device by its camera. */
const Package = ({ app: { version }, size, onShow, download }: PackageProps) => (
  <span className="inline-flex flex-wrap">
    <Button look="quiet" icon={Download} aria-label={`Version ${version} herunterladen, ${size}`} {...download}>
      Herunterladen ({size})
    </Button>
    <Button look="quiet" icon={QrCode} aria-label={`QR-Code für Version ${version}`} onClick={onShow}>
      QR-Code
    </Button>
  </span>
);

/** Explains how a package comes here (README, the command line). */
const Adding = () => (
  <span className="block max-w-prose">
    Ein Paket fügen Sie auf dem Server hinzu, auf dem {useSettings().product_title} läuft:{" "}
    <code className="break-words">npm run magazin -- add-app DATEI.apk --version 1.2</code>
  </span>
);

const NoApps = () => (
  <EmptyState
    reason={
      <>
        Es wird noch keine Version der App angeboten. <Adding />
      </>
    }
  />
);

/** A description is read to its end, so it wraps. */
const describe = ({ description }: App) =>
  description && <span className="block py-1 whitespace-normal">{description}</span>;

function showSize(bytes: number): string {
  const [amount, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : [bytes / 1e6, "MB"];
  return `${amount.toLocaleString("de-DE", { maximumFractionDigits: 1 })} ${unit}`;
}
