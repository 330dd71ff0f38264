import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { DeliveryDetail } from "#contract/schemas/deliveries.ts";
import { deliveryNote, getDelivery } from "#contract/calls/deliveries.ts";
import { showDeliveryCode } from "#rules/delivery-state.ts";
import { CallError } from "#web/api/call-error.ts";
import { useDownload } from "#web/api/download.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { usePageTitle } from "#web/api/settings.ts";
import { paths } from "#web/paths.ts";
import { CopyButton } from "#web/ui/button/copy-button.tsx";
import { DeliveryStateBadge } from "#web/ui/page/delivery-state-badge.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { NoScans } from "#web/ui/feedback/no-scans.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { DeliveryActions } from "./delivery-actions.tsx";
import { DeliveryFacts } from "./delivery-facts.tsx";
import { DeliveryLines } from "./delivery-lines.tsx";
import { DeliveryLoading } from "./delivery-loading.tsx";
import { DeliveryMissing } from "./delivery-missing.tsx";
import { Timeline } from "./timeline.tsx";

const route = getRouteApi("/deliveries/$id");

export default function DeliveryPage() {
  const { id } = route.useParams();
  const isStaff = useSession().user?.is_staff ?? false;
  const { data: delivery, error, isFetching, refetch } = useQuery(queryFor(getDelivery, { path: { id } }));
  usePageTitle(delivery && `Lieferung ${showDeliveryCode(delivery.code)}`);
  if (error instanceof CallError && error.status === 404)
    return (
      <>
        <NoScans />
        <DeliveryMissing />
      </>
    );
  return (
    <>
      <Head key={id} delivery={delivery} isStaff={isStaff} />
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {error && !delivery && <NoScans />}
      {delivery && <Parts key={id} delivery={delivery} isStaff={isStaff} />}
      {!delivery && !error && <DeliveryLoading />}
    </>
  );
}

function Head({ delivery, isStaff }: { delivery: DeliveryDetail | undefined; isStaff: boolean }) {
  const code = delivery && showDeliveryCode(delivery.code);
  const note = useDownload(deliveryNote);
  return (
    <>
      <PageHead
        above={
          <Link {...paths.deliveries()} className="text-link">
            Lieferungen
          </Link>
        }
        title={code ? `Lieferung ${code}` : "Lieferung"}
        badge={
          delivery &&
          code && (
            <>
              <CopyButton text={code} label="Nummer kopieren" />
              <DeliveryStateBadge state={delivery.state} />
            </>
          )
        }
        actions={delivery && <DeliveryActions delivery={delivery} isStaff={isStaff} note={note} />}
      />
      {(note.running || note.error || note.saved) && <DownloadStatus of={note} label="PDF wird erstellt ..." />}
    </>
  );
}

function Parts({ delivery, isStaff }: { delivery: DeliveryDetail; isStaff: boolean }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <DeliveryFacts delivery={delivery} isStaff={isStaff} />
      <div className="max-lg:order-last lg:-mt-6">
        <Timeline delivery={delivery} />
      </div>
      <div className="lg:col-span-2">
        <DeliveryLines delivery={delivery} isStaff={isStaff} />
      </div>
    </div>
  );
}
