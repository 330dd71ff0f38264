import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { destroyRequest } from "#contract/calls/services.ts";
import { useDownload } from "#web/api/download.ts";
import { paths } from "#web/paths.ts";
import { CustomerField, noCustomer, useCustomer } from "./customer-field.tsx";
import { DocumentDownload } from "./document-download.tsx";
import { ServiceHead } from "./service-head.tsx";

const route = getRouteApi("/services/destroyrequests");

/** The letter that asks a customer for consent (product 9). */
export default function DestroyRequestsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const chosen = useCustomer(search.customer);
  const letter = useDownload(destroyRequest);
  const { customer } = chosen;
  return (
    <>
      <ServiceHead title="Vernichtungsanfrage" />
      <div className="grid gap-4">
        <p className="text-muted">
          Brief an den Kunden mit allen Boxen, die zur Vernichtung markiert oder nach ihrem Vernichtungsjahr fällig
          sind.
        </p>
        <CustomerField
          {...chosen}
          onChange={(id) => void navigate({ ...paths.destroyRequests({ customer: id }), replace: true })}
        />
        <DocumentDownload
          of={letter}
          blocked={!customer && noCustomer}
          onStart={() => customer && void letter.start({ path: { id: customer.id } })}
        />
      </div>
    </>
  );
}
