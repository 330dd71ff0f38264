import { Link } from "@tanstack/react-router";
import { paths } from "#web/paths.ts";
import type { BoxSearch } from "#web/search.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

/** Why the list is empty, and the way out. */
export function BoxListEmpty({ search, isStaff }: { search: BoxSearch; isStaff: boolean }) {
  const { owner, from, to, state, orderBy } = search;
  const filtered = [owner, from, to, state].some((filter) => filter !== undefined);
  if (filtered) {
    const swapped = from !== undefined && to !== undefined && from > to;
    return (
      <EmptyState
        reason={swapped ? "„Boxnummer von“ ist größer als „Boxnummer bis“." : "Zu diesen Filtern gibt es keine Box."}
        action={
          <Link {...paths.boxes({ orderBy })} className={buttonClass()}>
            Filter zurücksetzen
          </Link>
        }
      />
    );
  }
  if (!isStaff) return <EmptyState reason="Für Sie sind noch keine Boxen angelegt." />;
  return (
    <EmptyState
      reason="Es sind noch keine Boxen angelegt."
      action={
        <Link {...paths.newBoxes()} className={buttonClass()}>
          Boxen hinzufügen
        </Link>
      }
    />
  );
}
