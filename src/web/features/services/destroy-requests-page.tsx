import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { destroyRequest } from "#contract/calls/services.ts";
import { rangeTexts } from "#rules/range-texts.ts";
import { useDownload } from "#web/api/download.ts";
import { CustomerChoice, useCustomers } from "#web/forms/customer-choice.tsx";
import { paths } from "#web/paths.ts";
import { DocumentDownload } from "./document-download.tsx";
import { ServiceHead } from "./service-head.tsx";

const route = getRouteApi("/services/destroyrequests");

/** The letter that asks a customer for consent (product 9). */
export default function DestroyRequestsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { customers, customer } = useCustomers(search.customer);
  const letter = useDownload(destroyRequest);
  return (
    <>
      <ServiceHead title="Vernichtungsanfrage" />
      <div className="grid gap-4">
        <p className="text-muted">
          Brief an den Kunden mit allen Boxen, die zur Vernichtung markiert oder nach ihrem Vernichtungsjahr fällig
          sind.
        </p>
        <CustomerChoice
          className="max-w-md"
          customers={customers}
          value={customer?.id}
          onChange={(id) => void navigate({ ...paths.destroyRequests({ customer: id ?? undefined }), replace: true })}
        />
        <DocumentDownload
          of={letter}
          blocked={!customer && rangeTexts.noCustomer}
          onStart={() => customer && void letter.start({ path: { id: customer.id } })}
        />
      </div>
    </>
  );
}
