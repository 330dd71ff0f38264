import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { AreaMap } from "#contract/schemas/stock/areas.ts";
import { showBoxes } from "#rules/amounts.ts";
import { fillOf, showFill, showFree } from "#rules/stock/places/fill.ts";
import { paths } from "#web/paths.ts";
import type { MapSearch } from "#web/search.ts";
import { FillBar } from "#web/ui/page/fill-bar.tsx";

/** The areas side by side, each with its room or with how much of the chosen customer is in it; one of them is drawn below. */
export function MapAreas({ map: { area, areas }, search }: { map: AreaMap; search: MapSearch }) {
  const ofCustomer = search.by === "customer" && search.customer !== undefined;
  return (
    <nav aria-label="Bereiche">
      <ul
        className="grid gap-2"
        style={{ gridTemplateColumns: "repeat(auto-fill, minmax(min(9.5rem, 50% - 0.25rem), 1fr))" }}
      >
        {areas.map(({ id, name, boxes_count, places_count, theirs_count }) => (
          <li key={id}>
            <Link
              {...paths.map({ ...search, area: id })}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={id === area?.id ? "true" : undefined}
              className={clsx(
                "grid gap-1 rounded-md border px-2.5 py-1.5 text-text tabular-nums hover:border-accent hover:bg-hover",
                id === area?.id ? "border-accent bg-accent-soft" : "border-line bg-surface",
              )}
            >
              <span className="flex items-baseline justify-between gap-2">
                <strong className="truncate">{name}</strong>
                <span className="shrink-0">{showFill(boxes_count, places_count)}</span>
              </span>
              <FillBar share={fillOf(boxes_count, places_count)} />
              <span className="text-muted">
                {ofCustomer ? showBoxes(theirs_count) : showFree(boxes_count, places_count)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
