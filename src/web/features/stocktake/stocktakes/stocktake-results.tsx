import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { clsx } from "clsx";
import { listResults, sheetOfResults } from "#contract/calls/stocktake/stocktakes.ts";
import { resultList } from "#contract/lists/stocktakes.ts";
import type { Reply } from "#contract/route.ts";
import type { StocktakeDetail } from "#contract/schemas/stocktake/stocktakes.ts";
import { showCount } from "#rules/amounts.ts";
import { resultClasses, resultClassText } from "#rules/stocktake/results.ts";
import { pieceOf } from "#web/lists/list-piece.ts";
import type { SearchOf } from "#web/lists/list-search.ts";
import { SheetButton } from "#web/lists/sheet-button.tsx";
import { useListSearch } from "#web/lists/use-list.ts";
import { paths } from "#web/paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";
import { AcceptResults } from "./accept-results.tsx";
import { classLooks } from "./class-looks.ts";
import { resultColumns } from "./result-columns.tsx";

type Search = SearchOf<typeof resultList>;

/** Shows the results of the rows that have ended, by class; the address says which are shown. */
export function StocktakeResults({ stocktake }: { stocktake: StocktakeDetail }) {
  const { id, number } = stocktake;
  const search = useListSearch(resultList);
  const sheetSource = { list: resultList, call: listResults, path: { id } };
  const results = useQuery({ ...pieceOf(sheetSource, search, true), placeholderData: keepPreviousData });
  const data = results.data as Reply<typeof listResults> | undefined;
  const { page = 1 } = search;
  return (
    <Section
      title="Ergebnisse"
      total={data?.count}
      actions={
        <SheetButton
          title={`Ergebnisse ${number}`}
          list={resultList}
          call={sheetOfResults}
          path={{ id }}
          search={search}
          choices={{ row: rowChoices(stocktake) }}
          count={data?.count}
        />
      }
    >
      <Classes stocktake={stocktake} search={search} />
      <Narrow stocktake={stocktake} search={search} />
      <AcceptResults stocktake={stocktake} search={search} />
      <PagedTable
        page={page}
        total={data?.count_pages}
        count={data?.count}
        link={(to, props) => <Link {...paths.stocktake(id, { ...search, page: to })} {...props} />}
      >
        <DataTable
          leading
          caption="Ergebnisse"
          columns={resultColumns(rowChoices(stocktake).length === 1 || search.row !== undefined)}
          rows={data?.results}
          rowKey={({ row, code }) => `${row.id}-${code}`}
          fetching={results.isFetching}
          error={results.error}
          onRetry={results.refetch}
          empty={<EmptyState reason="Zu dieser Auswahl gibt es kein Ergebnis." />}
        />
      </PagedTable>
    </Section>
  );
}

const rowChoices = ({ rows }: StocktakeDetail) =>
  rows
    .filter(({ ended }) => ended !== null)
    .map(({ id, area, number }) => ({ value: id, label: `${area.name}, Reihe ${number}` }));

type Narrowing = { stocktake: StocktakeDetail; search: Search };

/** Shows the number of results of each class that there is, and the links to them. */
function Classes({ stocktake: { id, counts }, search }: Narrowing) {
  const all = resultClasses.reduce((sum, each) => sum + counts[each], 0);
  const there = resultClasses.filter((each) => counts[each] > 0 || each === search.class);
  const linkTo = (one: Search["class"]) => ({
    ...paths.stocktake(id, { ...search, class: one, page: undefined }),
    className: clsx(
      "flex min-h-8 items-center gap-1.5 rounded-md border px-2 text-text tabular-nums hover:border-accent hover:bg-hover pointer-coarse:min-h-12",
      one === search.class ? "border-accent bg-accent-soft" : "border-line bg-surface",
    ),
    "aria-current": one === search.class ? ("true" as const) : undefined,
    activeOptions: { exact: true, includeSearch: true },
    replace: true,
  });
  return (
    <nav aria-label="Ergebnisse nach Art" className="mb-3">
      <ul className="flex flex-wrap gap-2">
        <li>
          <Link {...linkTo(undefined)}>
            Alle <strong>{showCount(all)}</strong>
          </Link>
        </li>
        {there.map((each) => (
          <li key={each}>
            <Link {...linkTo(each)}>
              <span className={`tone-${classLooks[each].tone} text-tone`}>
                <Icon of={classLooks[each].icon} size={14} />
              </span>
              {resultClassText[each]} <strong>{showCount(counts[each])}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const states = Object.entries(resultList.filters.state.texts).map(([value, label]) => ({ value, label }));

/** Filters of the results: the row, and the state. */
function Narrow({ stocktake, search }: Narrowing) {
  const navigate = useNavigate();
  const go = (changes: Search) =>
    void navigate({ ...paths.stocktake(stocktake.id, { ...search, ...changes, page: undefined }), replace: true });
  const rows = rowChoices(stocktake);
  return (
    <div className="mb-3 flex flex-wrap gap-x-4 gap-y-2">
      {rows.length > 1 && (
        <Field label="Reihe" className="w-56">
          <Select
            options={rows}
            empty="Alle"
            value={search.row ?? ""}
            onChange={({ target }) => go({ row: target.value === "" ? undefined : Number(target.value) })}
          />
        </Field>
      )}
      <Field label="Stand" className="w-44">
        <Select
          options={states}
          empty="Alle"
          value={search.state ?? ""}
          onChange={({ target }) =>
            go({ state: states.find(({ value }) => value === target.value)?.value as Search["state"] })
          }
        />
      </Field>
    </div>
  );
}
