import { Link } from "@tanstack/react-router";
import { paths } from "#web/paths.ts";
import type { BoxSearch } from "#web/search.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

/** Why there is no box to print a label for, and the way out. */
export function NoLabelBoxes({ search: { owner, from, to, state } }: { search: BoxSearch }) {
  const filtered = [owner, from, to, state].some((filter) => filter !== undefined);
  if (!filtered)
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
  const swapped = from !== undefined && to !== undefined && from > to;
  return (
    <EmptyState
      reason={swapped ? "„Boxnummer von“ ist größer als „Boxnummer bis“." : "Zu diesen Filtern gibt es keine Box."}
      action={
        <Link {...paths.labelPrints()} className={buttonClass()}>
          Filter zurücksetzen
        </Link>
      }
    />
  );
}
