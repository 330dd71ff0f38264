import { Link } from "@tanstack/react-router";
import { showCount } from "#rules/amounts.ts";
import type { Tour } from "#rules/deliveries/delivery-plan.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { paths } from "#web/paths.ts";

type Counts = Readonly<Record<"count" | "all_count" | "due_count", number>>;
type CollectTourProps = { counts: Counts; tour: Tour | undefined };

const nameOf = (tour: Tour | undefined) => (tour === "today" ? "Heute fällig" : tour ? showWeekday(tour) : "Alle");

/** Offers the choice of what is fetched in this walk: everything due by today, everything, or the day of the address. */
export function CollectTour({ counts, tour }: CollectTourProps) {
  const day = tour === "today" ? undefined : tour;
  const choices = ["today", undefined, ...(day ? [day] : [])];
  const countOf = (one: Tour | undefined) =>
    one === undefined ? counts.all_count : one === "today" ? counts.due_count : counts.count;
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
          {nameOf(one)} ({showCount(countOf(one))})
        </Link>
      ))}
    </nav>
  );
}
