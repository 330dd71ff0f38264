import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { customerOverview } from "#contract/calls/paper/services.ts";
import { paths } from "#web/paths.ts";
import { customerRangeSearch } from "#web/range-search.ts";
import { useCustomerRange } from "#web/forms/customer-range.tsx";
import { boxNumbers } from "#web/forms/range-kinds.tsx";
import { DocumentDownload } from "./document.tsx";
import { Papers } from "./papers.tsx";

const route = getRouteApi("/services/boxesoverview");

export default function BoxesOverviewPrintPage() {
  const search = customerRangeSearch(route.useSearch());
  const navigate = useNavigate();
  const { customer, range, blocked, customerField, rangeFields } = useCustomerRange(
    boxNumbers,
    search,
    (changes) => void navigate({ ...paths.boxesOverviewPrint({ ...search, ...changes }), replace: true }),
  );
  return (
    <Papers open="boxesOverviewPrint" customer={customer} customerField={customerField}>
      {rangeFields}
      <DocumentDownload
        route={customerOverview}
        label="Herunterladen"
        blocked={blocked}
        input={customer && range && { path: { id: customer.id }, query: range }}
      />
    </Papers>
  );
}
