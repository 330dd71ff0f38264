import { Link } from "@tanstack/react-router";
import { paths } from "#web/paths.ts";
import { BoxStateBadge } from "#web/ui/page/box-state-badge.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import type { StateCount } from "./state-counts.ts";
import { showShare, stateFill } from "./state-share.ts";

/** How many boxes are in a state, with their share; leads to the list of them. */
export function StateTile({ state, count, total }: StateCount & { total: number }) {
  return (
    <li>
      <Link
        {...paths.boxes({ state })}
        className="group relative grid gap-2 overflow-hidden rounded-md border border-line bg-surface p-2.5 hover:border-accent hover:bg-hover"
      >
        <span>
          <BoxStateBadge state={state} />
        </span>
        {count === undefined ? (
          <Skeleton className="h-7 w-20" />
        ) : (
          <span className="flex flex-wrap items-baseline justify-between gap-x-2 tabular-nums">
            <span className="text-title font-semibold group-hover:text-accent">{count.toLocaleString("de-DE")}</span>{" "}
            <span className="text-muted">{showShare(count, total)}</span>
          </span>
        )}
        <span aria-hidden className={`absolute inset-x-0 bottom-0 h-0.5 ${stateFill(state)}`} />
      </Link>
    </li>
  );
}
