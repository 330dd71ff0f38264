import {
  Ban,
  CalendarClock,
  CalendarDays,
  CircleCheck,
  CircleX,
  Euro,
  FileText,
  MapPin,
  Package,
  PackageCheck,
  Play,
  Plus,
  Tag,
  Undo2,
} from "lucide";
import { clsx } from "clsx";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import type { StateLook } from "#web/ui/page/box-state-badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { type TimelineEntry, type TimelineKind, timelineOf } from "./timeline-entries.ts";

// Entries that lead to a state wear that state's colour; those that change only data stay grey.
const looks: Record<TimelineKind, StateLook> = {
  created: { icon: Plus, tone: "blue" },
  started: { icon: Play, tone: "violet" },
  picked: { icon: PackageCheck, tone: "violet" },
  missing: { icon: CircleX, tone: "red" },
  received: { icon: Undo2, tone: "violet" },
  price: { icon: Euro, tone: "grey" },
  time: { icon: CalendarDays, tone: "grey" },
  address: { icon: MapPin, tone: "grey" },
  boxes: { icon: Package, tone: "grey" },
  boxcontents: { icon: FileText, tone: "grey" },
  cost_centre: { icon: Tag, tone: "grey" },
  completed: { icon: CircleCheck, tone: "green" },
  canceled: { icon: Ban, tone: "grey" },
  due: { icon: CalendarClock, tone: "grey" },
};

/** Shows the past events of a delivery and those still to come, from the order down. */
export function Timeline({ delivery }: { delivery: DeliveryDetail }) {
  return (
    <Section title="Ablauf">
      <ol className="rounded-md border border-line bg-surface px-3 py-2">
        {timelineOf(delivery).map((entry, index) => (
          <Point key={index} entry={entry} />
        ))}
      </ol>
    </Section>
  );
}

function Point({ entry }: { entry: TimelineEntry }) {
  const { kind, at, when, text, author } = entry;
  const { icon, tone } = looks[kind];
  return (
    <li className="group flex gap-3">
      <span aria-hidden className="flex flex-col items-center">
        <span
          className={clsx(
            "grid size-6 shrink-0 place-items-center rounded-sm text-tone",
            `tone-${tone}`,
            kind === "due" ? "border border-dashed border-field" : "bg-tone-soft",
          )}
        >
          <Icon of={icon} size={14} />
        </span>
        <span className="w-0.5 flex-1 bg-line group-last:hidden" />
      </span>
      <div className="min-w-0 pb-3 group-last:pb-0">
        <p className="break-words">{text}</p>
        <p className="text-muted tabular-nums">
          <time dateTime={at}>{when}</time>
          {author && `, ${author}`}
        </p>
      </div>
    </li>
  );
}
