import { type LinkProps, Link } from "@tanstack/react-router";
import { CalendarClock, CircleHelp, Hourglass, Lock, Truck, type IconNode } from "lucide";
import { clsx } from "clsx";
import type { RetainedBoxes } from "#contract/schemas/destruction/retention.ts";
import { showCount } from "#rules/amounts.ts";
import { type DueKind, dueKinds } from "#rules/destruction/retention/due-boxes.ts";
import type { RetentionSearch } from "#web/search.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";

const looks: Readonly<Record<DueKind, { readonly icon: IconNode; readonly label: string; readonly text: string }>> = {
  due: { icon: Hourglass, label: "Frist zu Ende", text: "im Haus und nicht gesperrt" },
  later: { icon: CalendarClock, label: "Später", text: "Vernichtungsjahr noch nicht da" },
  held: { icon: Lock, label: "Gesperrt", text: "Frist zu Ende, Sperre besteht" },
  open: { icon: CircleHelp, label: "Ohne Frist", text: "weder Frist noch Vernichtungsjahr" },
  away: { icon: Truck, label: "Nicht im Haus", text: "angefordert oder ausgelagert" },
};

type TilesProps = {
  /** Undefined until they are known. */
  counts: RetainedBoxes["counts"] | undefined;
  show: DueKind;
  to: (changes: RetentionSearch) => LinkProps;
};

/** Shows the number of boxes of each kind, and the links to them. Most customers have none whose year of destruction is later. */
export function RetentionTiles({ counts, show, to }: TilesProps) {
  const kinds = dueKinds.filter((kind) => kind !== "later" || show === kind || (counts && counts.later > 0));
  return (
    <ul className={clsx("mb-4 grid grid-cols-2 gap-3", kinds.length === 5 ? "lg:grid-cols-5" : "lg:grid-cols-4")}>
      {kinds.map((kind) => (
        <li key={kind}>
          <Link
            {...to({ show: kind === "due" ? undefined : kind })}
            aria-current={kind === show ? "true" : undefined}
            className={clsx(
              "block h-full rounded-md border bg-surface p-2.5 text-text hover:border-accent hover:bg-hover",
              kind === show ? "border-accent" : "border-line",
            )}
          >
            <span className="flex items-center gap-1.5 text-muted">
              <Icon of={looks[kind].icon} size={14} />
              {looks[kind].label}
            </span>
            <span className="mt-2 block text-title font-semibold tabular-nums">
              {counts ? showCount(counts[kind]) : <Skeleton className="h-7 w-12" />}
            </span>
            <span className="block min-h-5 text-muted">
              {kind === "due" && counts && counts.marked > 0
                ? `davon ${showCount(counts.marked)} markiert`
                : looks[kind].text}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
