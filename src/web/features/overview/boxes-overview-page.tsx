import { useQuery } from "@tanstack/react-query";
import { boxesOverview } from "#contract/calls/boxes.ts";
import { showBoxes, showCount } from "#rules/amounts.ts";
import { queryFor } from "#web/api/queries.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { countsOf } from "./state-counts.ts";
import { StateBar, StateTile } from "./state-tiles.tsx";

const tiles = "grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6";

export default function BoxesOverviewPage() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(boxesOverview));
  const states = countsOf(data);
  const { total, counts, others } = states;
  return (
    <>
      <PageHead title="Überblick" />
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {(data || !error) && (
        <>
          <Section title="Boxen" total={data && total}>
            <StateBar {...states} />
            <ul className={`mt-3 ${tiles}`}>
              {counts.map(({ state, count }) => (
                <StateTile key={state} state={state} count={count} total={total} />
              ))}
            </ul>
            {others > 0 && (
              <p className="mt-3 text-muted tabular-nums">Dazu {showBoxes(others)} in anderen Zuständen.</p>
            )}
          </Section>
          <Section title="Inhalte">
            <dl className={tiles}>
              <div className="rounded-md border border-line bg-surface p-2.5">
                <dt className="font-normal text-muted">Registrierte Boxinhalte</dt>
                <dd className="mt-2 text-title font-semibold tabular-nums">
                  {data ? showCount(data.boxcontents_count) : <Skeleton className="h-7 w-20" />}
                </dd>
              </div>
            </dl>
          </Section>
        </>
      )}
    </>
  );
}
