import { useQuery } from "@tanstack/react-query";
import { boxesOverview } from "#contract/calls/boxes.ts";
import { queryFor } from "#web/api/queries.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { StateBar } from "./state-bar.tsx";
import { countsOf } from "./state-counts.ts";
import { StateTile } from "./state-tile.tsx";

const tiles = "grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6";

export default function BoxesOverviewPage() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(boxesOverview));
  const { total, shown, others } = countsOf(data);
  const failure = error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />;
  return (
    <>
      <PageHead title="Überblick" />
      {failure}
      {(data || !error) && (
        <>
          <Section title="Boxen" total={data && total}>
            <StateBar counts={shown} others={others} total={total} />
            <ul className={`mt-3 ${tiles}`}>
              {shown.map(({ state, count }) => (
                <StateTile key={state} state={state} count={count} total={total} />
              ))}
            </ul>
            {others > 0 && (
              <p className="mt-3 text-muted tabular-nums">
                Dazu {others.toLocaleString("de-DE")} {others === 1 ? "Box" : "Boxen"} in anderen Zuständen.
              </p>
            )}
          </Section>
          <Section title="Inhalte">
            <dl className={tiles}>
              <div className="rounded-md border border-line bg-surface p-2.5">
                <dt className="font-normal text-muted">Registrierte Boxinhalte</dt>
                <dd className="mt-2 text-title font-semibold tabular-nums">
                  {data ? data.boxcontents_count.toLocaleString("de-DE") : <Skeleton className="h-7 w-20" />}
                </dd>
              </div>
            </dl>
          </Section>
        </>
      )}
    </>
  );
}
