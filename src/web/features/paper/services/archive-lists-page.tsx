import type { ComponentProps } from "react";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { showCount, showMetres } from "#rules/amounts.ts";
import { paths } from "#web/paths.ts";
import { customerRangeSearch } from "#web/range-search.ts";
import { useCustomerRange } from "#web/forms/customer-range.tsx";
import { boxNumbers } from "#web/forms/range-kinds.tsx";
import { DocumentCounts } from "./document.tsx";
import { Papers } from "./papers.tsx";
import { type ArchiveCountsOf, ArchiveDownloads, useArchiveCounts } from "./archive-downloads.tsx";

const route = getRouteApi("/services/archivelists");

/** A customer's boxes on paper, and their pictures in one file (specification 2). */
export default function ArchiveListsPage() {
  const search = customerRangeSearch(route.useSearch());
  const navigate = useNavigate();
  const { customer, range, isApplied, blocked, customerField, rangeFields } = useCustomerRange(
    boxNumbers,
    search,
    (changes) => void navigate({ ...paths.archiveLists({ ...search, ...changes }), replace: true }),
  );
  const counts = useArchiveCounts(customer, isApplied ? range : undefined);
  return (
    <Papers open="archiveLists" customer={customer} customerField={customerField}>
      {rangeFields}
      <DocumentCounts of={counts} expected={!blocked} facts={facts} />
      <ArchiveDownloads customer={customer?.id} range={range} counts={counts.data} blocked={blocked} />
    </Papers>
  );
}

/** The info panel of specification 2. */
const facts: ComponentProps<typeof DocumentCounts<ArchiveCountsOf>>["facts"] = [
  ["Boxen", (counts) => showCount(counts.count_boxes)],
  ["Laufende Meter", (counts) => `${showMetres(counts.count_meters)} m`],
  ["Inhaltsbilder", (counts) => showCount(counts.count_boximages)],
];
