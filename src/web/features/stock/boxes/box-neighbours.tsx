import { ChevronLeft, ChevronRight } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { queryFor } from "#web/api/queries.ts";
import { boxList } from "#contract/lists/boxes.ts";
import { narrowing } from "#web/lists/narrowing.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { ListPlace } from "#web/lists/list-table.tsx";

/**
 * Where the neighbour stands in what was loaded. A box that has left its list, marked and listed no more as stored, has
 * left its place to the next one.
 */
function neighbour(own: number, by: 1 | -1, place: number): number {
  if (own >= 0) return own + by;
  return by === 1 ? place : place - 1;
}

type BoxNeighboursProps = { id: number; place: BoxListPlace; isStaff: boolean };

/** The way to the previous and the next box of the list one came from, over its pages. */
export function BoxNeighbours({ id, place, isStaff }: BoxNeighboursProps) {
  const offset = Math.max(0, place.index - 1);
  const query = { ...narrowing(boxList, place.search, isStaff), limit: 3, offset, query: "{id,code}" };
  const { data, isPlaceholderData } = useQuery(queryFor(listBoxes, { query }));
  const boxes = isPlaceholderData ? [] : (data?.results ?? []);
  const own = boxes.findIndex((box) => box.id === id);
  const step = (by: 1 | -1, label: string, icon: ReactNode) => {
    const at = neighbour(own, by, place.index - offset);
    const target = boxes[at];
    return target ? (
      <Link
        {...paths.box(target.id)}
        state={{ boxList: { search: place.search, index: offset + at } }}
        replace
        aria-label={label}
        title={label}
        className={buttonClass("plain", "icon-button")}
      >
        {icon}
      </Link>
    ) : (
      <span aria-hidden className={buttonClass("plain", "icon-button opacity-40")}>
        {icon}
      </span>
    );
  };
  return (
    <nav aria-label="Boxen der Liste" className="flex gap-1">
      {step(-1, "Vorherige Box der Liste", <Icon of={ChevronLeft} size={16} />)}
      {step(1, "Nächste Box der Liste", <Icon of={ChevronRight} size={16} />)}
    </nav>
  );
}

/** Where in which list a box stood when it was opened. It lives in the history entry, so that a reload keeps it. */
type BoxListPlace = ListPlace<typeof boxList>;

declare module "@tanstack/react-router" {
  interface HistoryState {
    boxList?: BoxListPlace | undefined;
  }
}
