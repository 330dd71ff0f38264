import { Link } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import CalendarCog from "lucide-react/icons/calendar-cog";
import PackageX from "lucide-react/icons/package-x";
import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/page-head.tsx";

/** One line for each service that exists. */
const services: readonly Service[] = [
  { title: "Sammelvernichtung", text: "Alle markierten Boxen vernichten", icon: PackageX, link: paths.destruction() },
  { title: "Metadaten aktualisieren", text: "Jahre, Lieferdatum, Größe", icon: CalendarCog, link: paths.metaUpdates() },
];

interface Service {
  readonly title: string;
  /** What it does, in a few words. */
  readonly text: string;
  readonly icon: LucideIcon;
  readonly link: ReturnType<(typeof paths)["destruction" | "metaUpdates"]>;
}

export default function ServicesPage() {
  return (
    <>
      <PageHead title="Services" />
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {services.map(({ title, text, icon: Icon, link }) => (
          <li key={title}>
            <Link
              {...link}
              className="flex h-full min-h-16 items-center gap-3 rounded-md border border-line bg-surface p-3 hover:border-accent hover:bg-hover"
            >
              <span
                aria-hidden
                className="grid size-8 shrink-0 place-items-center rounded-sm bg-accent-soft text-accent"
              >
                <Icon size={16} />
              </span>
              <span className="min-w-0">
                <strong className="block text-accent">{title}</strong>
                <span className="text-muted">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
