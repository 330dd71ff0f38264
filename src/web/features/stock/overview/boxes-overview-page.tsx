import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { showBoxes, showCount } from "#rules/amounts.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { paths } from "#web/paths.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { BoxStateBadge, boxStateLook } from "#web/ui/page/box-state-badge.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { BoxesOverview } from "#contract/schemas/stock/boxes.ts";
import { overviewQuery } from "./boxes-overview-loader.ts";

/** A state with its number of boxes, undefined until it is known. */
interface StateCount {
  readonly state: BoxState;
  readonly count: number | undefined;
}

// The order and the choice of specification 2; 3 and 7 are not shown (specification 4).
const shownStates = [
  [BoxState.inStock, "boxes_in_stock_count"],
  [BoxState.notInStock, "boxes_not_in_stock_count"],
  [BoxState.ordered, "boxes_ordered_count"],
  [BoxState.retour, "boxes_retour_count"],
  [BoxState.created, "boxes_created_count"],
  [BoxState.destroyed, "boxes_destroyed_count"],
] as const;

/** The counters to show, and how many boxes there are in all and in states that are not shown. */
function countsOf(overview: BoxesOverview | undefined) {
  const counts: StateCount[] = shownStates.map(([state, key]) => ({ state, count: overview?.[key] }));
  const rest: StateCount[] = [
    { state: BoxState.marked, count: overview?.boxes_marked_count },
    { state: BoxState.inconsistent, count: overview?.boxes_inconsistent_count },
  ];
  const others = rest.reduce((sum, { count = 0 }) => sum + count, 0);
  const total = counts.reduce((sum, { count = 0 }) => sum + count, others);
  return { total, counts, rest: rest.filter(({ count }) => count), others };
}

const percent = new Intl.NumberFormat("de-DE", { style: "percent", maximumFractionDigits: 1 });
const least = 0.001; // below it one decimal says 0 although there is something

/** A part of a whole as people read it: `34,2 %`. */
function showShare(count: number, total: number): string {
  if (count === 0 || total === 0) return percent.format(0);
  const share = count / total;
  return share < least ? `< ${percent.format(least)}` : percent.format(share);
}

const tiles = "grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6";

export default function BoxesOverviewPage() {
  const { data, error, isFetching, refetch } = useQuery(overviewQuery);
  const states = countsOf(data);
  const { total, counts, rest, others } = states;
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
              <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
                {rest.map(({ state, count = 0 }) => (
                  <li key={state}>
                    <TextLink {...paths.boxes({ state })}>{showBoxes(count)} mit anderem Status</TextLink>
                  </li>
                ))}
              </ul>
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

/** The whole as one bar. The tiles below it say the same in words, so that it is a picture only. */
function StateBar({ counts, others, total }: ReturnType<typeof countsOf>) {
  return (
    <div aria-hidden className="flex h-4 gap-1 overflow-hidden rounded-sm bg-line">
      {counts.map(({ state, count = 0 }) =>
        count === 0 ? null : (
          <div
            key={state}
            title={`${boxStateText[state]}: ${showShare(count, total)}`}
            className={`min-w-0.5 ${fillOf(state)}`}
            style={{ flex: `${count} 0 0` }}
          />
        ),
      )}
      {others > 0 && <div style={{ flex: `${others} 0 0` }} />}
    </div>
  );
}

/** Shows the number of boxes in a state, with their share; leads to the list of them. */
function StateTile({ state, count, total }: StateCount & { total: number }) {
  return (
    <li>
      <Link
        {...paths.boxes({ state })}
        className="group relative grid gap-2 overflow-hidden rounded-md border border-line bg-surface p-2.5 hover:border-accent hover:bg-hover"
      >
        <span>
          <BoxStateBadge state={state} />
        </span>
        {count === undefined ? (
          <Skeleton className="h-7 w-20" />
        ) : (
          <span className="flex flex-wrap items-baseline justify-between gap-x-2 tabular-nums">
            <span className="text-title font-semibold group-hover:text-accent">{showCount(count)}</span>{" "}
            <span className="text-muted">{showShare(count, total)}</span>
          </span>
        )}
        <span aria-hidden className={`absolute inset-x-0 bottom-0 h-0.5 ${fillOf(state)}`} />
      </Link>
    </li>
  );
}

/** The classes that fill a surface with a state's colour, strong enough for a bar. */
function fillOf(state: BoxState): string {
  // The darkest badge is already as strong as a bar, and lighter would look like "erstellt".
  const fill =
    state === BoxState.destroyed ? "bg-tone-soft" : "bg-[color-mix(in_oklab,var(--tone-text)_50%,var(--tone-soft))]";
  return `tone-${boxStateLook[state].tone} ${fill}`;
}
