import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { paths } from "#web/paths.ts";
import type { CustomerRangeSearch } from "#web/search.ts";
import { ArchiveCounts } from "./archive-counts.tsx";
import { ArchiveDownloads } from "./archive-downloads.tsx";
import { BoxRangeFields, useBoxRange } from "./box-range-fields.tsx";
import { CustomerField, noCustomer, useCustomer } from "./customer-field.tsx";
import { ServiceHead } from "./service-head.tsx";
import { useArchiveCounts } from "./use-archive-counts.ts";

const route = getRouteApi("/services/archivelists");

/** A customer's boxes on paper, and their pictures in one file (specification 2). */
export default function ArchiveListsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (changes: CustomerRangeSearch) =>
    void navigate({ ...paths.archiveLists({ ...search, ...changes }), replace: true });
  const chosen = useCustomer(search.customer);
  const numbers = useBoxRange({ from: search.from, to: search.to }, change);
  const { customer } = chosen;
  const { range, isApplied } = numbers;
  const counts = useArchiveCounts(customer, range && isApplied ? range : undefined);
  const blocked = (!customer && noCustomer) || (!range && "Der Bereich ist ungültig.");
  return (
    <>
      <ServiceHead title="Archivlisten" />
      <div className="grid gap-4">
        <CustomerField {...chosen} onChange={(id) => change({ customer: id })} />
        <BoxRangeFields of={numbers} disabled={!customer} />
        <ArchiveCounts {...counts} expected={!blocked} />
        <ArchiveDownloads customer={customer?.id} range={range} counts={counts.data} blocked={blocked} />
      </div>
    </>
  );
}
