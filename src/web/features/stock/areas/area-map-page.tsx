import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { AreaMap, LostBox } from "#contract/schemas/stock/areas.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { useCustomer } from "#web/forms/customer-field.tsx";
import { paths } from "#web/paths.ts";
import type { MapSearch } from "#web/search.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { showCount } from "#rules/amounts.ts";
import { countAgeOf, countAges } from "#rules/stocktake/coverage.ts";
import { countLooks } from "#web/shelves/count-looks.ts";
import { PlaceSign } from "#web/shelves/row-picture.tsx";
import { MapAreas } from "./map-areas.tsx";
import type { Colouring } from "./map-colours.ts";
import { mapSearch } from "./map-search.ts";
import { CustomerKey, FillKey, StateKey } from "./map-key.tsx";
import { MapRow } from "./map-row.tsx";
import { mapQuery } from "./area-map-loader.ts";

const route = getRouteApi("/stock/map");

const colourings: readonly [Colouring, string][] = [
  ["fill", "Füllung"],
  ["state", "Status"],
  ["customer", "Kunde"],
  ["counted", "Inventur"],
];

/** The halls as a picture: where room is, what is the matter, where whose boxes stand. */
export default function AreaMapPage() {
  const search = mapSearch(route.useSearch());
  const { data: map, error, isFetching, isPlaceholderData, refetch } = useQuery(mapQuery(search));
  return (
    <>
      <PageHead
        title="Hallenplan"
        about="Wo Boxen stehen und wo noch Platz ist, Reihe für Reihe."
        actions={<Switch search={search} />}
      />
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {!map && !error && <Skeleton className="h-64 w-full" />}
      {map?.area === null && (
        <EmptyState
          reason="Es gibt noch keinen Bereich."
          action={<ButtonLink to="/stock/areas/new">Bereich hinzufügen</ButtonLink>}
        />
      )}
      {map?.area && (
        <div className={isPlaceholderData ? "stale" : undefined}>
          <MapAreas map={map} search={search} />
          <Drawn map={map} area={map.area} search={search} />
        </div>
      )}
    </>
  );
}

/** Offers the choice of what the map is coloured by. */
function Switch({ search }: { search: MapSearch }) {
  const now = search.by ?? "fill";
  return (
    <nav aria-label="Farben nach" className="flex flex-wrap items-center gap-1">
      <span className="text-muted">Farben nach</span>
      {colourings.map(([by, label]) => (
        <Link
          key={by}
          {...paths.map({ ...search, by: by === "fill" ? undefined : by })}
          className="page-link"
          aria-current={by === now ? "page" : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function Drawn({ map, area, search }: { map: AreaMap; area: { id: number; name: string }; search: MapSearch }) {
  const { rows, lost } = map;
  const by = search.by ?? "fill";
  const widest = Math.max(1, ...rows.map(({ parts }) => parts));
  const cell = Math.max(4, Math.min(12, Math.floor(960 / widest))); // px: a place that a pointer can hit, a long row that fits
  const lostIn = Map.groupBy(lost, ({ row }) => row);
  return (
    <Section title={area.name} actions={<TextLink {...paths.area(area.id)}>Bereich öffnen</TextLink>}>
      <div className="mb-4 grid gap-2">
        {by === "fill" && <FillKey rows={rows} />}
        {by === "state" && <StateKey rows={rows} lost={lost} />}
        {by === "counted" && <CountedKey rows={rows} />}
        {by === "customer" && (
          <>
            <CustomerChoice search={search} />
            <CustomerKey map={map} search={search} />
          </>
        )}
      </div>
      {rows.length === 0 && <EmptyState reason="In diesem Bereich gibt es noch keine Reihe." />}
      <ul
        className="grid gap-x-6 gap-y-3"
        style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, max(17rem, ${widest * cell}px)), 1fr))` }}
      >
        {rows.map((row) => (
          <MapRow key={row.id} row={row} lost={lostIn.get(row.id) ?? none} by={by} area={area.name} cell={cell} />
        ))}
      </ul>
    </Section>
  );
}

const none: readonly LostBox[] = [];

function CustomerChoice({ search }: { search: MapSearch }) {
  const navigate = useNavigate();
  const { customers, customer } = useCustomer(search.customer);
  const options = (customers.data?.results ?? []).map((one) => ({ value: one.id, label: showCustomer(one) }));
  return (
    <Field label="Wo liegt was von" className="max-w-md">
      <Combobox
        options={options}
        value={customer?.id ?? null}
        placeholder={customers.isPending ? "Wird geladen …" : "Kunde nach Nummer oder Name"}
        onChange={(id) => void navigate({ ...paths.map({ ...search, customer: id ?? undefined }), replace: true })}
      />
    </Field>
  );
}

/** Shows how long ago the rows were counted. */
function CountedKey({ rows }: { rows: AreaMap["rows"] }) {
  const [now] = useState(() => new Date());
  const ages = Map.groupBy(rows, ({ last_verified }) => countAgeOf(last_verified, now));
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 tabular-nums">
        {countAges.map((age) => (
          <span key={age} className="inline-flex items-center gap-1.5">
            <PlaceSign {...countLooks[age]} />
            {countLooks[age].word} <strong>{showCount(ages.get(age)?.length ?? 0)}</strong>
          </span>
        ))}
      </p>
      <p>
        <TextLink {...paths.newStocktake()}>Inventur anlegen</TextLink>
      </p>
    </>
  );
}
