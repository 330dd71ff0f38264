import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { rangeTexts } from "#rules/range-texts.ts";
import { CustomerChoice, useCustomers } from "#web/forms/customer-choice.tsx";
import { paths } from "#web/paths.ts";
import type { CustomerRangeSearch } from "#web/search.ts";
import { ArchiveCounts } from "./archive-counts.tsx";
import { ArchiveDownloads } from "./archive-downloads.tsx";
import { BoxRangeFields, useBoxRange } from "./box-range-fields.tsx";
import { ServiceHead } from "./service-head.tsx";
import { useArchiveCounts } from "./use-archive-counts.ts";

const route = getRouteApi("/services/archivelists");

/** A customer's boxes on paper, and their pictures in one file (specification 2). */
export default function ArchiveListsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (changes: CustomerRangeSearch) =>
    void navigate({ ...paths.archiveLists({ ...search, ...changes }), replace: true });
  const { customers, customer } = useCustomers(search.customer);
  const numbers = useBoxRange({ from: search.from, to: search.to }, change);
  const { range, isApplied } = numbers;
  const counts = useArchiveCounts(customer, range && isApplied ? range : undefined);
  const blocked = (!customer && rangeTexts.noCustomer) || (!range && rangeTexts.invalid);
  return (
    <>
      <ServiceHead title="Archivlisten" />
      <div className="grid gap-4">
        <CustomerChoice
          className="max-w-md"
          customers={customers}
          value={customer?.id}
          onChange={(id) => change({ customer: id ?? undefined })}
        />
        <BoxRangeFields of={numbers} disabled={!customer} />
        <ArchiveCounts {...counts} expected={!blocked} />
        <ArchiveDownloads customer={customer?.id} range={range} counts={counts.data} blocked={blocked} />
      </div>
    </>
  );
}
