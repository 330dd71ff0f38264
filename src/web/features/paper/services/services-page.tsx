import {
  type IconNode,
  CalendarCog,
  ClipboardCheck,
  FileArchive,
  FileCheck,
  FileUp,
  FileX,
  Fingerprint,
  Hourglass,
  ListChecks,
  Lock,
  Mail,
  PackageX,
  QrCode,
  Scale,
  ScrollText,
  SearchX,
  TableProperties,
  Tags,
} from "lucide";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { collectList } from "#contract/calls/deliveries/deliveries.ts";
import { useDownload } from "#web/api/download.ts";
import { paths } from "#web/paths.ts";
import type { MenuTarget } from "#web/shell/menu.ts";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Icon } from "#web/ui/icon.tsx";

const service = (title: string, text: string, icon: IconNode, link: MenuTarget) => ({ title, text, icon, link });

/** The menu in the order of specification 2, then what came later; `collect` has no screen of its own. */
const services = [
  service("Etikettendruck", "Etiketten für Boxen", Tags, paths.labelPrints()),
  service("Reihenetiketten", "QR-Codes für die Regale", QrCode, { to: "/services/rowlabels" }),
  service("Boxenübersicht", "Boxen eines Kunden auf Papier", TableProperties, paths.boxesOverviewPrint()),
  service("Archivlisten", "Boxen mit Inhalten, Inhaltsbilder als zip", FileArchive, paths.archiveLists()),
  service("Vernichtungsanfrage", "Brief an den Kunden", Mail, paths.destroyRequests()),
  service("Vernichtungslisten", "Vernichtete Boxen eines Kunden", FileX, paths.destroyLists()),
  service("Sammelvernichtung", "Alle markierten Boxen vernichten", PackageX, paths.destruction()),
  service("Vernichtungen mit Freigabe", "Vorlegen, freigeben, bescheinigen", FileCheck, paths.batches()),
  "collect" as const,
  service("Metadaten aktualisieren", "Jahre, Lieferdatum, Größe", CalendarCog, paths.metaUpdates()),
  service("Aufbewahrung", "Was darf dieses Jahr weg", Hourglass, paths.retention()),
  service("Sperren", "Was nicht vernichtet werden darf", Lock, paths.holds()),
  service("Aufbewahrungsfristen", "Klassen, Gesetze, Änderungen", Scale, { to: "/services/retention/law" }),
  service("Inventuren", "Reihe für Reihe zählen, prüfen, übernehmen", ClipboardCheck, paths.stocktakes()),
  service("Klärfälle", "Was fehlt, doppelt oder falsch steht", SearchX, paths.cases()),
  service("Import", "Boxen aus CSV oder Excel übernehmen", FileUp, { to: "/services/imports" }),
  service("Protokoll", "Anmeldungen, Rechte, Zugriffe", ScrollText, paths.audit()),
  service("Versiegelung", "Beweis, dass nichts geändert wurde", Fingerprint, paths.seals()),
];

const tile = "flex min-h-18 w-full grow items-center gap-3 rounded-md border border-line bg-surface p-3 text-left";
const hover = "hover:border-accent hover:bg-hover";

export default function ServicesPage() {
  return (
    <>
      <PageHead title="Services" />
      <ul className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {services.map((entry) =>
          entry === "collect" ? (
            <li key={entry} className="grid grid-rows-[1fr_auto]">
              <CollectList />
            </li>
          ) : (
            <li key={entry.title} className="flex">
              <Link {...entry.link} className={`${tile} ${hover}`}>
                <Entry icon={entry.icon} title={entry.title}>
                  {entry.text}
                </Entry>
              </Link>
            </li>
          ),
        )}
      </ul>
    </>
  );
}

function Entry({ icon, title, children }: { icon: IconNode; title: string; children: ReactNode }) {
  return (
    <>
      <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-sm bg-accent-soft text-accent">
        <Icon of={icon} size={16} />
      </span>
      <span className="min-w-0">
        <strong className="block text-accent">{title}</strong>
        <span className="text-muted">{children}</span>
      </span>
    </>
  );
}

/** Made and saved at once; while it is made, how far it is covers its entry, which keeps the focus and its place. */
function CollectList() {
  const list = useDownload(collectList);
  const covering = "z-1 m-px flex items-center rounded-md bg-surface px-3 *:grow";
  return (
    <>
      <button
        type="button"
        aria-disabled={list.running}
        className={`${tile} ${hover} col-start-1 row-start-1`}
        onClick={() => void list.start({})}
      >
        <Entry icon={ListChecks} title="Sammelliste">
          Was zu holen ist, als PDF
        </Entry>
      </button>
      <div className={`col-start-1 ${list.running ? `row-start-1 ${covering}` : "row-start-2 px-3"}`}>
        <DownloadStatus of={list} label="Sammelliste wird erstellt ..." />
      </div>
    </>
  );
}
