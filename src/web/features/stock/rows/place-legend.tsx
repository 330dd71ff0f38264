import { ArrowDownToLine, ArrowLeft, ArrowRight } from "lucide";
import { boxStates } from "#rules/stock/box-state.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { placeLook } from "./place-look.ts";
import type { RowShape } from "#rules/stock/places/place-cursor.ts";
import type { OccupiedPlace } from "./row-scans.ts";

const show = (count: number) => count.toLocaleString("de-DE");

/** The colours of the grid in words and numbers, and which way the row is walked. */
export function PlaceLegend({ shape, taken }: { shape: RowShape; taken: ReadonlyMap<string, OccupiedPlace> }) {
  const { parts, heights, reverse } = shape;
  const counts = Map.groupBy(taken.values(), ({ state }) => state);
  const arrow = reverse ? ArrowLeft : ArrowRight;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 tabular-nums">
      {[...boxStates, null].flatMap((state) => {
        const count = counts.get(state)?.length;
        const { tone, icon, word } = placeLook(state);
        return count === undefined
          ? []
          : [
              <span key={word} className="inline-flex gap-1.5">
                <Badge tone={tone} icon={icon}>
                  {word}
                </Badge>
                {show(count)}
              </span>,
            ];
      })}
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="rounded-sm border border-field px-1.5">
          frei
        </span>
        <span className="sr-only">frei</span>
        {show(parts * heights - taken.size)}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="rounded-sm bg-accent-fill px-1 py-0.5 text-on-fill">
          <Icon of={ArrowDownToLine} size={14} />
        </span>
        nächste Box
      </span>
      <span className="inline-flex items-center gap-1 text-muted">
        Laufrichtung: von Teil {reverse ? parts : 1} nach Teil {reverse ? 1 : parts}
        <Icon of={arrow} size={14} />
      </span>
    </div>
  );
}
