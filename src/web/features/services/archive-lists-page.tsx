import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { showCount, showMetres } from "#rules/amounts.ts";
import { paths } from "#web/paths.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { useCustomerRange } from "./customer-range.tsx";
import { boxNumbers } from "./range-kinds.tsx";
import { Service } from "./service.tsx";
import { ArchiveDownloads, useArchiveCounts } from "./archive-downloads.tsx";

const route = getRouteApi("/services/archivelists");

/** A customer's boxes on paper, and their pictures in one file (specification 2). */
export default function ArchiveListsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { customer, range, isApplied, blocked, fields } = useCustomerRange(
    boxNumbers,
    search,
    (changes) => void navigate({ ...paths.archiveLists({ ...search, ...changes }), replace: true }),
  );
  const counts = useArchiveCounts(customer, isApplied ? range : undefined);
  return (
    <Service title="Archivlisten">
      {fields}
      <Counts of={counts} expected={!blocked} />
      <ArchiveDownloads customer={customer?.id} range={range} counts={counts.data} blocked={blocked} />
    </Service>
  );
}

type CountsProps = { of: ReturnType<typeof useArchiveCounts>; expected: boolean };

/** The info panel of specification 2; `expected` while the numbers are on their way. */
function Counts({ of: { data, error, retry, retrying }, expected }: CountsProps) {
  if (error) return <ErrorState error={error} onRetry={retry} pending={retrying} />;
  const wait = expected && !data ? <Skeleton className="my-1 h-3 w-16" /> : undefined;
  return (
    <div role="status" aria-label="Umfang" aria-busy={expected && !data} className="max-w-xl">
      <Facts>
        <Fact label="Boxen">{data ? showCount(data.count_boxes) : wait}</Fact>
        <Fact label="Laufende Meter">{data ? `${showMetres(data.count_meters)} m` : wait}</Fact>
        <Fact label="Inhaltsbilder">{data ? showCount(data.count_boximages) : wait}</Fact>
      </Facts>
    </div>
  );
}
