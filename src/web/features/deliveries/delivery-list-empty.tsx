import { Link } from "@tanstack/react-router";
import { paths } from "#web/paths.ts";
import type { DeliverySearch } from "#web/search.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

/** Why the list is empty, and the way out. */
export function DeliveryListEmpty({ search }: { search: DeliverySearch }) {
  const { box, content, state, orderBy } = search;
  if (box !== undefined || content !== undefined || state !== undefined)
    return (
      <EmptyState
        reason="Zu diesen Filtern gibt es keine Lieferung."
        action={
          <Link {...paths.deliveries({ orderBy })} className={buttonClass()}>
            Filter zurücksetzen
          </Link>
        }
      />
    );
  return (
    <EmptyState
      reason="Es gibt noch keine Lieferung."
      action={
        <Link {...paths.newDelivery()} className={buttonClass()}>
          Erste Lieferung hinzufügen
        </Link>
      }
    />
  );
}
