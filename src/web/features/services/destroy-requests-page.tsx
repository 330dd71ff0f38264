import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { destroyRequest } from "#contract/calls/services.ts";
import { rangeTexts } from "#rules/texts/range-texts.ts";
import { CustomerField, useCustomer } from "#web/forms/customer-field.tsx";
import { paths } from "#web/paths.ts";
import { DocumentDownload, Service } from "./service.tsx";

const route = getRouteApi("/services/destroyrequests");
const text =
  "Brief an den Kunden mit allen Boxen, die zur Vernichtung markiert oder nach ihrem Vernichtungsjahr fällig sind.";

/** The letter that asks a customer for consent (product 9). */
export default function DestroyRequestsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const chosen = useCustomer(search.customer);
  const { customer } = chosen;
  const choose = (id: number | null) =>
    void navigate({ ...paths.destroyRequests({ customer: id ?? undefined }), replace: true });
  return (
    <Service title="Vernichtungsanfrage" text={text}>
      <CustomerField {...chosen} className="max-w-md" onChange={choose} />
      <DocumentDownload
        route={destroyRequest}
        blocked={!customer && rangeTexts.noCustomer}
        input={customer && { path: { id: customer.id } }}
      />
    </Service>
  );
}
