import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { customerOverview } from "#contract/calls/services.ts";
import { useDownload } from "#web/api/download.ts";
import { paths } from "#web/paths.ts";
import type { CustomerRangeSearch } from "#web/search.ts";
import { BoxRangeFields, useBoxRange } from "./box-range-fields.tsx";
import { CustomerField, noCustomer, useCustomer } from "./customer-field.tsx";
import { DocumentDownload } from "./document-download.tsx";
import { ServiceHead } from "./service-head.tsx";

const route = getRouteApi("/services/boxesoverview");

export default function BoxesOverviewPrintPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (changes: CustomerRangeSearch) =>
    void navigate({ ...paths.boxesOverviewPrint({ ...search, ...changes }), replace: true });
  const chosen = useCustomer(search.customer);
  const numbers = useBoxRange({ from: search.from, to: search.to }, change);
  const overview = useDownload(customerOverview);
  const { customer } = chosen;
  const { range } = numbers;
  return (
    <>
      <ServiceHead title="Boxenübersicht" />
      <div className="grid gap-4">
        <p className="text-muted">Boxen eines Kunden mit Status, Inhalten, Bildern, Jahren und Metern.</p>
        <CustomerField {...chosen} onChange={(id) => change({ customer: id })} />
        <BoxRangeFields of={numbers} disabled={!customer} />
        <DocumentDownload
          of={overview}
          blocked={(!customer && noCustomer) || (!range && "Der Bereich ist ungültig.")}
          onStart={() => customer && range && void overview.start({ path: { id: customer.id }, query: range })}
        />
      </div>
    </>
  );
}
