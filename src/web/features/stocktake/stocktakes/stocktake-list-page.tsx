import type { ReactElement } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { listAreas } from "#contract/calls/stock/areas.ts";
import { listStocktakes } from "#contract/calls/stocktake/stocktakes.ts";
import { stocktakeList } from "#contract/lists/stocktakes.ts";
import type { Stocktake } from "#contract/schemas/stocktake/stocktakes.ts";
import { showCount } from "#rules/amounts.ts";
import { showUserName } from "#rules/access/users.ts";
import { queryFor } from "#web/api/queries.ts";
import { LastCounted } from "#web/shelves/last-counted.tsx";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { AddLink } from "#web/lists/add-link.tsx";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListFilter } from "#web/lists/list-filter.tsx";
import { type ListColumn, ListTable } from "#web/lists/list-table.tsx";
import { isFiltered } from "#web/lists/narrowing.ts";
import { useList } from "#web/lists/use-list.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { StocktakeBadge } from "./stocktake-badges.tsx";

const columns: readonly ListColumn<Stocktake, typeof stocktakeList>[] = [
  { key: "number", main: true, cell: ({ number }) => number },
  { key: "name", label: "Name", grow: true, cell: ({ name }) => name },
  { key: "kind", label: "Art", cell: ({ blind }) => (blind ? "blind" : "mit Vorgabe") },
  {
    key: "counted",
    label: "Gezählt",
    align: "right",
    cell: ({ rows_ended, rows_count }) => `${showCount(rows_ended)} von ${showCount(rows_count)}`,
  },
  {
    key: "checked",
    label: "Geprüft",
    align: "right",
    phone: "hidden",
    cell: ({ rows_checked, rows_count }) => `${showCount(rows_checked)} von ${showCount(rows_count)}`,
  },
  { key: "state", label: "Stand", phone: "beside", cell: ({ state }) => <StocktakeBadge state={state} /> },
  {
    key: "created",
    label: "Angelegt",
    phone: "hidden",
    cell: ({ created, created_by }) => (
      <span className="tabular-nums">
        {showDateTime(created)}, {showUserName(created_by)}
      </span>
    ),
  },
];

/** Lists past and current stocktakes, and how long ago each area was counted. */
export default function StocktakeListPage(): ReactElement {
  const stocktakes = useList({ list: stocktakeList, call: listStocktakes, to: paths.stocktakes });
  return (
    <>
      <PageHead
        isList
        above={<ServiceLinks />}
        title="Inventuren"
        about="Reihen zählen, mit dem Archiv vergleichen und Abweichungen übernehmen."
        total={stocktakes.data?.count}
        actions={<AddLink {...paths.newStocktake()}>Inventur anlegen</AddLink>}
      />
      <ListFilter of={stocktakes} />
      <ListTable
        of={stocktakes}
        caption="Inventuren"
        columns={columns}
        link={({ id }, content) => <Link {...paths.stocktake(id)}>{content}</Link>}
        skeletonRows={5}
        empty={<NoStocktakes isNarrowed={isFiltered(stocktakeList, stocktakes.search)} />}
      />
      {stocktakes.data ? <Coverage /> : null}
    </>
  );
}

function NoStocktakes({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <ListEmpty {...paths.stocktakes()} reason="Keine Inventur ist in diesem Stand.">
        Filter zurücksetzen
      </ListEmpty>
    );
  return (
    <ListEmpty {...paths.newStocktake()} reason="Es wurde noch keine Inventur angelegt.">
      Inventur anlegen
    </ListEmpty>
  );
}

const selection = "{id,name,rows_count,last_verified}";

/** The areas, and when the last of their rows was counted that was counted longest ago. */
function Coverage() {
  const { data, error, refetch, isFetching } = useQuery(queryFor(listAreas, { query: { query: selection } }));
  const areas = data?.results.filter(({ rows_count }) => rows_count > 0);
  return (
    <Section title="Abdeckung" actions={<TextLink {...paths.rows({ orderBy: "last_verified" })}>Alle Reihen</TextLink>}>
      <p className="mb-2 max-w-prose text-muted">
        Ein Bereich ist so alt wie seine am längsten nicht gezählte Reihe; auf dem Hallenplan steht es für jede Reihe.
      </p>
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {!areas && !error && <Skeleton className="h-16 w-full" />}
      <ul
        className="grid gap-2"
        style={{ gridTemplateColumns: "repeat(auto-fill, minmax(min(9.5rem, 50% - 0.25rem), 1fr))" }}
      >
        {areas?.map(({ id, name, last_verified }) => (
          <li key={id}>
            <Link
              {...paths.map({ area: id, by: "counted" })}
              className="grid h-full gap-1 rounded-md border border-line bg-surface px-2.5 py-1.5 text-text hover:border-accent hover:bg-hover"
            >
              <strong className="truncate">{name}</strong>
              <LastCounted last={last_verified} label="zuletzt gezählt" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
