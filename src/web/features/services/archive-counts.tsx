import type { ReactNode } from "react";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import type { useArchiveCounts } from "./use-archive-counts.ts";

/** The info panel of specification 2; `expected` while the numbers are on their way. */
export function ArchiveCounts({
  data,
  error,
  retry,
  retrying,
  expected,
}: ReturnType<typeof useArchiveCounts> & { expected: boolean }) {
  if (error) return <ErrorState error={error} onRetry={retry} pending={retrying} />;
  const shown = (value: ReactNode) => value ?? (expected ? <Skeleton className="my-1 h-3 w-16" /> : undefined);
  return (
    <div role="status" aria-label="Umfang" aria-busy={expected && !data} className="max-w-xl">
      <Facts>
        <Fact label="Boxen">{shown(data && data.count_boxes.toLocaleString("de-DE"))}</Fact>
        <Fact label="Laufende Meter">{shown(data && metres(data.count_meters))}</Fact>
        <Fact label="Inhaltsbilder">{shown(data && data.count_boximages.toLocaleString("de-DE"))}</Fact>
      </Facts>
    </div>
  );
}

const metres = (value: number) =>
  `${value.toLocaleString("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 2 })} m`;
