import { useQuery } from "@tanstack/react-query";
import { type LinkProps, Link } from "@tanstack/react-router";
import { retentionYears } from "#contract/calls/destruction/retention.ts";
import { showBoxes, showMetres } from "#rules/amounts.ts";
import { yearBars } from "#rules/destruction/retention/year-bars.ts";
import { queryFor } from "#web/api/queries.ts";
import type { RetentionSearch } from "#web/search.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { FillBar } from "#web/ui/page/fill-bar.tsx";
import { Section } from "#web/ui/page/section.tsx";

type ChartProps = { customer: number; year: number; thisYear: number; to: (changes: RetentionSearch) => LinkProps };

/** Shows the boxes and metres that become free by year: the next halls are planned by them. */
export function YearChart({ customer, year, thisYear, to }: ChartProps) {
  const { data, error, refetch, isFetching } = useQuery(queryFor(retentionYears, { query: { customer } }));
  const bars = data && yearBars(data.results, thisYear);
  const most = Math.max(0, ...(bars ?? []).map(({ meters }) => meters));
  return (
    <Section title="Wird frei nach Jahren">
      <div className="min-h-24 max-w-3xl">
        {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
        {bars?.length === 0 && <EmptyState reason="Von keiner Box ist bekannt, bis wann sie aufzubewahren ist." />}
        {bars && bars.length > 0 && (
          <ol className="grid rounded-md border border-line bg-surface">
            {bars.map((bar) => (
              <li key={bar.year} className="border-b border-line last:border-b-0">
                <Link
                  {...to({ year: bar.year, show: undefined })}
                  aria-current={bar.year === year ? "true" : undefined}
                  className="grid min-h-8 grid-cols-[5.5rem_minmax(0,1fr)_6rem_6rem] items-center gap-x-3 px-3 text-text tabular-nums hover:bg-hover aria-[current]:font-semibold pointer-coarse:min-h-12 max-sm:grid-cols-[5.5rem_1fr_1fr]"
                >
                  <span className="text-accent">{bar.isPast ? `bis ${bar.year}` : bar.year}</span>
                  <span className="max-sm:hidden">
                    <FillBar share={most > 0 ? bar.meters / most : 0} />
                  </span>
                  <span className="text-right">{showBoxes(bar.boxes)}</span>
                  <span className="text-right">{showMetres(bar.meters)} m</span>
                </Link>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Section>
  );
}
