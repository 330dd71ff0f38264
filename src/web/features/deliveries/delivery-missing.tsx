import { Link } from "@tanstack/react-router";
import { errors } from "#rules/texts.ts";
import { usePageTitle } from "#web/api/settings.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

/** There is no such delivery, or it is another customer's: nobody can tell which (product 8). */
export function DeliveryMissing() {
  usePageTitle("Nicht gefunden");
  return (
    <>
      <PageHead title={errors.notFound} />
      <p className="mb-4">Diese Lieferung gibt es nicht, oder sie ist nicht für Sie bestimmt.</p>
      <Link {...paths.deliveries()} className={buttonClass()}>
        Zu den Lieferungen
      </Link>
    </>
  );
}
