import type { LinkProps } from "@tanstack/react-router";
import { boxList } from "#contract/lists/boxes.ts";
import { paths } from "#web/paths.ts";
import { Correction } from "#web/search-results/correction.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { Drawing } from "#web/ui/drawing.tsx";
import { ListEmpty } from "./list-empty.tsx";
import type { SearchOf } from "./list-search.ts";
import { isFiltered } from "./narrowing.ts";

type NoBoxesProps = {
  search: Omit<SearchOf<typeof boxList>, "orderBy">;
  /** The same list without filters. */
  all: LinkProps;
  isStaff: boolean;
};

/** Why a list of boxes is empty, and the way out. */
export function NoBoxes({ search, all, isStaff }: NoBoxesProps) {
  const { from, to } = search;
  const swapped = from !== undefined && to !== undefined && from > to;
  if (isFiltered(boxList, search))
    return (
      <ListEmpty
        {...all}
        drawing={<Drawing of="lens" />}
        look="button"
        reason={swapped ? "„Boxnummer von“ ist größer als „Boxnummer bis“." : "Zu diesen Filtern gibt es keine Box."}
        meant={
          <Correction
            text={search.content ?? ""}
            narrowing={{ customer: search.owner, state: search.state }}
            link={(content) => <TextLink {...paths.boxes({ ...search, page: undefined, content })}>{content}</TextLink>}
          />
        }
      >
        Filter zurücksetzen
      </ListEmpty>
    );
  if (!isStaff)
    return (
      <ListEmpty
        to="/deliveries/pickup"
        look="button"
        drawing={<Drawing of="shelf" />}
        reason="Für Sie sind noch keine Boxen angelegt. Ihre ersten Boxen kommen mit einer Abholung ins Archiv."
      >
        Abholung bestellen
      </ListEmpty>
    );
  return (
    <ListEmpty
      to="/stock/boxes/new"
      look="button"
      drawing={<Drawing of="shelf" />}
      reason="Es sind noch keine Boxen angelegt."
    >
      Boxen hinzufügen
    </ListEmpty>
  );
}
