import { Link } from "@tanstack/react-router";
import type { CollectLine } from "#contract/schemas/deliveries/deliveries.ts";
import { isInTour, type Tour } from "#rules/deliveries/delivery-plan.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { paths } from "#web/paths.ts";

type CollectTourProps = { lines: readonly CollectLine[]; tour: Tour | undefined; now: Date };

const nameOf = (tour: Tour | undefined) => (tour === "today" ? "Heute fällig" : tour ? showWeekday(tour) : "Alle");

/** What is fetched in this walk: what is due by today, everything, or the day of the address. */
export function CollectTour({ lines, tour, now }: CollectTourProps) {
  const day = tour === "today" ? undefined : tour;
  const choices = ["today", undefined, ...(day ? [day] : [])];
  return (
    <nav aria-label="Tour" className="mb-3 flex flex-wrap gap-2">
      {choices.map((one) => (
        <Link
          key={one ?? ""}
          {...paths.collect({ tour: one })}
          replace
          activeOptions={{ exact: true }}
          className="chip tabular-nums aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft pointer-coarse:min-h-12"
        >
          {nameOf(one)} ({lines.filter(({ delivery }) => isInTour(delivery.time, one, now)).length})
        </Link>
      ))}
    </nav>
  );
}
