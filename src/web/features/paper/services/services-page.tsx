import {
  type IconNode,
  CalendarClock,
  CalendarCog,
  ChartColumn,
  ClipboardCheck,
  FileArchive,
  FileCheck,
  FileUp,
  FileX,
  Fingerprint,
  Gauge,
  Hourglass,
  ListChecks,
  Lock,
  Mail,
  PackageX,
  QrCode,
  Scale,
  ScrollText,
  Send,
  SearchX,
  TableProperties,
  Tags,
  Timer,
  TrendingUp,
  Webhook,
} from "lucide";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { collectList, deliveryPlan } from "#contract/calls/deliveries/deliveries.ts";
import { useDownload } from "#web/api/download.ts";
import { paths } from "#web/paths.ts";
import type { MenuTarget } from "#web/shell/menu.ts";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { boxesOverview } from "#contract/calls/stock/boxes.ts";
import { worklist } from "#contract/calls/stocktake/stocktakes.ts";
import { showCount } from "#rules/amounts.ts";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import { queryFor } from "#web/api/queries.ts";

/** Subject that a figure counts. */
type Figure = "created" | "left" | "marked" | "check" | "cases";

/** Returns the amount of work, also of what home asks for; nothing where it is not known, or zero. */
function useServiceFigures(): Readonly<Record<Figure, string | undefined>> {
  const { data: boxes } = useQuery(queryFor(boxesOverview));
  const { data: plan } = useQuery(queryFor(deliveryPlan));
  const { data: work } = useQuery(queryFor(worklist));
  const left = plan?.results.reduce(
    (sum, { kind, left_count }) => (kind === DeliveryKind.customer ? sum + left_count : sum),
    0,
  );
  return {
    created: figureOf(boxes?.boxes_created_count, "erstellt"),
    left: figureOf(left, "zu holen"),
    marked: figureOf(boxes?.boxes_marked_count, "markiert"),
    check: figureOf(work?.to_check, "zu prüfen"),
    cases: figureOf(work?.cases.open, "offen"),
  };
}

const figureOf = (count: number | undefined, what: string) => (count ? `${showCount(count)} ${what}` : undefined);

interface Service {
  readonly title: string;
  readonly text: string;
  readonly icon: IconNode;
  /** None where it is made at once. */
  readonly link?: MenuTarget;
  readonly figure?: Figure;
}

const service = (title: string, text: string, icon: IconNode, link: MenuTarget, figure?: Figure): Service => ({
  title,
  text,
  icon,
  link,
  ...(figure && { figure }),
});

const report = (show: string) => ({ to: "/reports", search: { show } }) as const;

/** The eight of specification 2, in its order. */
const eight: readonly Service[] = [
  service("Etikettendruck", "Etiketten für Boxen", Tags, paths.labelPrints(), "created"),
  service("Boxenübersicht", "Boxen eines Kunden auf Papier", TableProperties, paths.boxesOverviewPrint()),
  service("Archivlisten", "Boxen mit Inhalten, Inhaltsbilder als zip", FileArchive, paths.archiveLists()),
  service("Vernichtungsanfrage", "Brief an den Kunden", Mail, paths.destroyRequests()),
  service("Vernichtungslisten", "Vernichtete Boxen eines Kunden", FileX, paths.destroyLists()),
  service("Sammelvernichtung", "Alle markierten Boxen vernichten", PackageX, paths.destruction(), "marked"),
  { title: "Sammelliste", text: "Was zu holen ist, als PDF", icon: ListChecks, figure: "left" },
  service("Metadaten aktualisieren", "Jahre, Lieferdatum, Größe", CalendarCog, paths.metaUpdates()),
];

/** Services that came later, by the tabs of the section. */
const others: readonly (readonly [tab: string, services: readonly Service[]])[] = [
  ["Drucken", [service("Reihenetiketten", "QR-Codes für die Regale", QrCode, { to: "/services/rowlabels" })]],
  [
    "Vernichtung",
    [
      service("Vernichtungen mit Freigabe", "Vorlegen, freigeben, bescheinigen", FileCheck, paths.batches()),
      service("Aufbewahrung", "Was darf dieses Jahr weg", Hourglass, paths.retention()),
      service("Sperren", "Was nicht vernichtet werden darf", Lock, paths.holds()),
      service("Aufbewahrungsfristen", "Klassen, Gesetze, Änderungen", Scale, { to: "/services/retention/law" }),
    ],
  ],
  [
    "Bestand",
    [
      service("Inventuren", "Reihe für Reihe zählen, prüfen, übernehmen", ClipboardCheck, paths.stocktakes(), "check"),
      service("Klärfälle", "Was fehlt, doppelt oder falsch steht", SearchX, paths.cases(), "cases"),
    ],
  ],
  [
    "Daten",
    [
      service("Import", "Boxen aus CSV oder Excel übernehmen", FileUp, { to: "/services/imports" }),
      service("Webhooks", "Andere Programme hören, was sich ändert", Webhook, { to: "/webhooks" }),
    ],
  ],
  [
    "Nachweise",
    [
      service("Protokoll", "Anmeldungen, Rechte, Zugriffe", ScrollText, paths.audit()),
      service("Versiegelung", "Beweis, dass nichts geändert wurde", Fingerprint, paths.seals()),
      service("Nachrichten", "Was gesendet wurde und was nicht ankam", Send, paths.messages()),
    ],
  ],
  [
    "Zahlen",
    [
      service("Bewegungen", "Eingang, Ausgang, Aufträge nach Monaten", ChartColumn, report("activity")),
      service("Lieferzeiten", "Wie schnell und wie pünktlich geliefert wird", Timer, report("service")),
      service("Bestand", "Wachstum, und wann die Bereiche voll sind", TrendingUp, report("stock")),
      service("Kommissionierung", "Griffe je Rundgang und Stunde", Gauge, report("productivity")),
      service("Fälligkeiten", "Was in den nächsten fünf Jahren weg darf", CalendarClock, report("due")),
    ],
  ],
];

const tile = "flex min-h-18 w-full grow items-center gap-3 rounded-md border border-line bg-surface p-3 text-left";
const hover = "hover:border-accent hover:bg-hover";

export default function ServicesPage() {
  return (
    <>
      <PageHead title="Services" />
      <Tiles services={eight} />
      <Section title="Weitere Services">
        {others.map(([tab, services]) => (
          <div key={tab} className="mt-4">
            <h3 className="mb-2 text-base text-muted">{tab}</h3>
            <Tiles services={services} />
          </div>
        ))}
      </Section>
    </>
  );
}

function Tiles({ services }: { services: readonly Service[] }) {
  const figures = useServiceFigures();
  return (
    <ul className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {services.map((one) => {
        const entry = <Entry {...one} figure={one.figure && figures[one.figure]} />;
        return (
          <Fragment key={one.title}>
            {one.link ? (
              <li className="flex">
                <Link {...one.link} className={`${tile} ${hover}`}>
                  {entry}
                </Link>
              </li>
            ) : (
              <CollectList>{entry}</CollectList>
            )}
          </Fragment>
        );
      })}
    </ul>
  );
}

/** Shows a service; at the right the amount of work in it, once that is known. */
function Entry({
  icon,
  title,
  text,
  figure,
}: Pick<Service, "icon" | "title" | "text"> & { figure?: string | undefined }) {
  return (
    <>
      <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-sm bg-accent-soft text-accent">
        <Icon of={icon} size={16} />
      </span>
      <span className="min-w-0 grow">
        <span className="flex justify-between gap-2">
          <strong className="text-accent">{title}</strong>
          {figure && <span className="shrink-0 font-semibold tabular-nums">{figure}</span>}
        </span>
        <span className="text-muted">{text}</span>
      </span>
    </>
  );
}

/** Made and saved at once; while it is made, how far it is covers its entry, which keeps the focus and its place. */
function CollectList({ children }: { children: ReactNode }) {
  const list = useDownload(collectList);
  const covering = "z-1 m-px flex items-center rounded-md bg-surface px-3 *:grow";
  return (
    <li className="grid grid-rows-[1fr_auto]">
      <button
        type="button"
        aria-disabled={list.running}
        className={`${tile} ${hover} col-start-1 row-start-1`}
        onClick={() => void list.start({})}
      >
        {children}
      </button>
      <div className={`col-start-1 ${list.running ? `row-start-1 ${covering}` : "row-start-2 px-3"}`}>
        <DownloadStatus of={list} label="Sammelliste wird erstellt ..." />
      </div>
    </li>
  );
}
