import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { destroyRequest, destroyRequestCounts } from "#contract/calls/paper/services.ts";
import type { Reply } from "#contract/route.ts";
import { showCount, showMetres } from "#rules/amounts.ts";
import { rangeTexts } from "#rules/texts/range-texts.ts";
import { queryFor } from "#web/api/queries.ts";
import { CustomerField, useCustomer } from "#web/forms/customer-field.tsx";
import { paths } from "#web/paths.ts";
import { DocumentCounts, DocumentDownload } from "./document.tsx";
import { Papers } from "./papers.tsx";

const route = getRouteApi("/services/destroyrequests");

/** The letter that asks a customer for consent (product 9). */
export default function DestroyRequestsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const selectedCustomer = useCustomer(search.customer);
  const { customer } = selectedCustomer;
  const choose = (id: number | null) =>
    void navigate({ ...paths.destroyRequests({ customer: id ?? undefined }), replace: true });
  const path = { id: customer?.id ?? 0 };
  const counts = useQuery({ ...queryFor(destroyRequestCounts, { path }), enabled: customer !== undefined });
  return (
    <Papers
      open="destroyRequests"
      customer={customer}
      customerField={<CustomerField {...selectedCustomer} field={{ className: "max-w-md" }} onChange={choose} />}
    >
      <DocumentCounts of={counts} expected={customer !== undefined} facts={facts} />
      <DocumentDownload
        route={destroyRequest}
        blocked={!customer && rangeTexts.noCustomer}
        input={customer && { path: { id: customer.id } }}
      />
    </Papers>
  );
}

type HeldBoxes = Reply<typeof destroyRequestCounts>;
const facts = [
  ["Boxen", ({ boxes }: HeldBoxes) => showCount(boxes)],
  ["Inhalte", ({ contents }: HeldBoxes) => showCount(contents)],
  ["Laufende Meter", ({ metres }: HeldBoxes) => `${showMetres(metres)} m`],
] as const;
