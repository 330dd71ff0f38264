import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import * as calls from "#contract/calls/reports/reports.ts";
import type * as shapes from "#contract/schemas/reports/reports.ts";
import { showBoxes, showCount, showMetres } from "#rules/amounts.ts";
import { amountSum } from "#rules/billing/decimal.ts";
import { showMoney } from "#rules/money.ts";
import { computeOffset, pageSize } from "#rules/lists/paging.ts";
import { showMonth } from "#rules/months.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { BarChart, ChartLegend } from "#web/ui/page/bar-chart.tsx";
import { FillBar } from "#web/ui/page/fill-bar.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";
import { MonthReport, type Series } from "./month-report.tsx";
import { toReport } from "./report-search.ts";
import type { ReportSearch } from "#web/search.ts";

/** Subject of the report, and whether it is of several customers. */
export interface ReportProps {
  readonly customer: number | undefined;
  readonly months: number;
  readonly page: number;
  readonly search: ReportSearch;
  readonly isOfSeveral: boolean;
}

const tenths = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const none = <span className="text-muted">–</span>;
const shown = (value: number | null, show: (value: number) => string = showCount): ReactNode =>
  value === null || value === 0 ? none : show(value);
const showHours = (hours: number) => `${tenths.format(hours)} h`;
const showShare = (share: number) => `${tenths.format(100 * share)} %`;

/** A column of figures; nothing is said by a dash, so that the eye finds them. */
const figure = <T,>(
  key: string,
  label: string,
  value: (row: T) => ReactNode,
  phone: TableColumn<T>["phone"] = "below",
): TableColumn<T> => ({ key, label, align: "right", phone, cell: value });

type OfCustomer = Pick<shapes.CustomerDue, "customer">;
const customerColumn = {
  key: "customer",
  label: "Kunde",
  grow: true,
  cell: (row: OfCustomer) => showCustomer(row.customer),
};
const monthColumn = { key: "month", label: "Monat", cell: (row: { month: string }) => showMonth(row.month) };

type Activity = Omit<shapes.CustomerActivity, "customer">;
const activityColumns: readonly TableColumn<Activity>[] = [
  figure("in", "Eingang", (row) => shown(row.boxes_in)),
  figure("out", "Ausgang", (row) => shown(row.boxes_out)),
  figure("orders", "Aufträge", (row) => shown(row.orders)),
  figure("scans", "Scans", (row) => shown(row.scans)),
];
const activitySeries: readonly Series<Activity>[] = [
  { name: "Eingang", value: (row) => row.boxes_in, show: (row) => showCount(row.boxes_in) },
  { name: "Ausgang", value: (row) => row.boxes_out, show: (row) => showCount(row.boxes_out) },
];

export function ActivityReport(props: ReportProps) {
  const query = useQuery(queryFor(calls.activityReport, { query: monthlyQuery(props) }));
  return (
    <MonthlyReport
      {...props}
      query={query}
      series={activitySeries}
      columns={activityColumns}
      isNothing={(row) => row.boxes_in + row.boxes_out + row.orders + row.scans === 0}
      reason="In diesen Monaten hat sich nichts bewegt."
    />
  );
}

type Service = Omit<shapes.OptionService, "customer" | "option">;
const serviceColumns: readonly TableColumn<Service>[] = [
  figure("deliveries", "Lieferungen", (row) => shown(row.deliveries)),
  figure("median", "Median", (row) => shown(row.median_hours, showHours)),
  figure("ninetieth", "90 %", (row) => shown(row.ninetieth_hours, showHours), "hidden"),
  figure("inTime", "Pünktlich", (row) => (row.in_time === null ? none : showShare(row.in_time))),
];
const serviceSeries: readonly Series<Service>[] = [
  {
    name: "Pünktlich",
    value: (row) => row.in_time ?? 0,
    show: (row) => (row.in_time === null ? "ohne Lieferung" : showShare(row.in_time)),
  },
];

export function ServiceReport(props: ReportProps) {
  const { page, search } = props;
  const query = useQuery(queryFor(calls.serviceReport, { query: monthlyQuery(props) }));
  const option: TableColumn<shapes.OptionService> = {
    key: "option",
    label: "Lieferoption",
    cell: (row) => row.option ?? none,
  };
  return (
    <Failing query={query}>
      <MonthReport
        rows={query.data?.months}
        series={serviceSeries}
        columns={serviceColumns}
        most={1}
        isNothing={({ deliveries }) => deliveries === 0}
        reason="In diesen Monaten wurde nichts übergeben, was bestellt war."
      />
      <PagedSection
        title="Nach Lieferoptionen"
        query={query}
        page={page}
        search={search}
        columns={[customerColumn, option, monthColumn, ...serviceColumns]}
        rowKey={(row) => `${row.customer.id} ${row.option} ${row.month}`}
      />
    </Failing>
  );
}

const stockColumns: readonly TableColumn<shapes.StoredStock>[] = [
  figure("boxes", "Boxen", (row) => shown(row.boxes)),
  figure("meters", "Laufende Meter", (row) => shown(row.meters, showMetres)),
];
const stockSeries: readonly Series<shapes.StoredStock>[] = [
  { name: "Laufende Meter", value: (row) => row.meters, show: (row) => showMetres(row.meters) },
];

const hallColumns: readonly TableColumn<shapes.HallForecast>[] = [
  { key: "name", label: "Bereich", grow: true, cell: ({ name }) => name },
  {
    key: "fill",
    label: "Belegung",
    cell: ({ boxes, places }) => (
      <span className="flex items-center gap-2">
        {places > 0 ? showShare(boxes / places) : none}
        <span className="w-16">
          <FillBar share={places > 0 ? boxes / places : 0} />
        </span>
      </span>
    ),
  },
  figure("boxes", "Boxen", (row) => shown(row.boxes)),
  figure("places", "Plätze", (row) => shown(row.places)),
  figure("growth", "Wachstum seither", ({ boxes, boxes_before }) => growthText(boxes - boxes_before), "hidden"),
  { key: "full", label: "Voll", phone: "beside", cell: (hall) => fullText(hall) },
];

const growthText = (growth: number) =>
  growth === 0 ? none : `${growth > 0 ? "+" : "−"}${showCount(Math.abs(growth))}`;

function fullText({ full, boxes, places }: shapes.HallForecast) {
  if (places === 0) return "ohne Plätze";
  if (boxes >= places) return "ist voll";
  return full === null ? "nicht absehbar" : showMonth(full);
}

export function StockReport({ customer }: ReportProps) {
  const query = useQuery(queryFor(calls.stockReport, { query: { customer } }));
  const halls = query.data?.halls ?? [];
  return (
    <Failing query={query}>
      {halls.length > 0 && (
        <Section title="Wann die Bereiche voll sind">
          <p className="mb-3 max-w-prose text-muted">
            Wenn jeder Bereich weiter wächst wie seit dem Anfang dieses Monats vor einem Jahr.
          </p>
          <div className="max-w-3xl">
            <DataTable
              caption="Wann die Bereiche voll sind"
              columns={hallColumns}
              rows={halls}
              rowKey={({ id }) => id}
            />
          </div>
        </Section>
      )}
      <MonthReport
        rows={query.data?.results}
        series={stockSeries}
        columns={stockColumns}
        isNothing={({ boxes }) => boxes === 0}
        reason="In den letzten zwei Jahren stand nichts im Regal."
      />
    </Failing>
  );
}

const pickColumns: readonly TableColumn<shapes.PickMonth>[] = [
  figure("picks", "Griffe", (row) => shown(row.picks)),
  figure("walks", "Rundgänge", (row) => shown(row.walks), "hidden"),
  figure("perWalk", "Griffe je Rundgang", (row) => shown(row.picks_per_walk, (value) => tenths.format(value))),
  figure("perHour", "Griffe je Stunde", (row) => shown(row.picks_per_hour, (value) => tenths.format(value))),
];
const pickSeries: readonly Series<shapes.PickMonth>[] = [
  { name: "Griffe", value: (row) => row.picks, show: (row) => showCount(row.picks) },
];

export function ProductivityReport({ months }: ReportProps) {
  const query = useQuery(queryFor(calls.productivityReport, { query: { months } }));
  return (
    <Failing query={query}>
      <MonthReport
        rows={query.data?.results}
        series={pickSeries}
        columns={pickColumns}
        isNothing={({ picks }) => picks === 0}
        reason="In diesen Monaten wurde nichts kommissioniert."
      />
    </Failing>
  );
}

type Revenue = Omit<shapes.CustomerRevenue, "customer">;
const money = (value: string) => (Number(value) === 0 ? none : showMoney(value));
const revenueColumns: readonly TableColumn<Revenue>[] = [
  figure("storage", "Lagerung", (row) => money(row.storage)),
  figure("services", "Leistungen", (row) => money(row.services)),
  figure("trips", "Fahrten", (row) => money(row.trips)),
  figure("net", "Netto", (row) => money(row.net), "beside"),
];
const revenueSeries: readonly Series<Revenue>[] = [
  { name: "Lagerung", value: (row) => Number(row.storage), show: (row) => showMoney(row.storage) },
  {
    name: "Leistungen und Fahrten",
    value: (row) => Number(row.services) + Number(row.trips), // for the height of a bar
    show: (row) => showMoney(amountSum([row.services, row.trips])),
  },
];

export function RevenueReport(props: ReportProps) {
  const query = useQuery(queryFor(calls.revenueReport, { query: monthlyQuery(props) }));
  return (
    <MonthlyReport
      {...props}
      query={query}
      series={revenueSeries}
      columns={revenueColumns}
      isNothing={({ storage, services, trips }) => [storage, services, trips].every((sum) => Number(sum) === 0)}
      reason="In diesen Monaten wurde nichts berechnet."
    />
  );
}

type Due = Omit<shapes.CustomerDue, "customer">;
const yearColumn: TableColumn<Due> = { key: "year", label: "Jahr", cell: ({ year }) => String(year) };
const dueColumns: readonly TableColumn<Due>[] = [
  figure("boxes", "Boxen", (row) => shown(row.boxes)),
  figure("meters", "Laufende Meter", (row) => shown(row.meters, showMetres)),
];

export function DueReport({ customer, page, search, isOfSeveral }: ReportProps) {
  const query = useQuery(
    queryFor(calls.dueReport, { query: { customer, limit: pageSize, offset: computeOffset(page) } }),
  );
  const years = query.data?.years;
  const isEmpty = years?.every(({ boxes }) => boxes === 0) ?? false;
  return (
    <Failing query={query}>
      <Section title="Nach Jahren">
        {isEmpty ? (
          <EmptyState reason="Bis dahin wird nichts fällig, von dem bekannt ist, wie lange es aufzubewahren ist." />
        ) : (
          <div className="grid max-w-3xl gap-4">
            <div className="min-h-52">
              {years && <ChartLegend names={["Boxen"]} />}
              {years && (
                <BarChart
                  hasTable
                  bars={years.map(({ year, boxes }) => ({
                    key: String(year),
                    label: String(year),
                    text: `${year}: ${showBoxes(boxes)}`,
                    values: [boxes],
                  }))}
                />
              )}
            </div>
            <DataTable
              caption="Nach Jahren"
              columns={[{ ...yearColumn, grow: true }, ...dueColumns]}
              rows={years}
              rowKey={({ year }) => year}
              skeletonRows={6}
            />
          </div>
        )}
      </Section>
      {isOfSeveral && (
        <PagedSection
          title="Nach Kunden"
          query={query}
          page={page}
          search={search}
          columns={[customerColumn, yearColumn, ...dueColumns]}
          rowKey={(row) => `${row.customer.id} ${row.year}`}
        />
      )}
    </Failing>
  );
}

const monthlyQuery = ({ customer, months, page }: ReportProps) => ({
  customer,
  months,
  limit: pageSize,
  offset: computeOffset(page),
});

type Monthly<T extends { month: string }> = ReportProps & {
  query: Asked<{
    months: readonly T[];
    results: readonly (T & OfCustomer)[];
    count: number;
    count_pages: number;
  }>;
  series: readonly Series<T>[];
  columns: readonly TableColumn<T>[];
  isNothing: (row: T) => boolean;
  reason: string;
};

/** The sums of each month, and the same by customer where there are several. */
function MonthlyReport<T extends { month: string }>(props: Monthly<T>) {
  const { query, page, search, isOfSeveral, columns, series, isNothing, reason } = props;
  return (
    <Failing query={query}>
      <MonthReport rows={query.data?.months} series={series} columns={columns} isNothing={isNothing} reason={reason} />
      {isOfSeveral && (
        <PagedSection
          title="Nach Kunden"
          query={query}
          page={page}
          search={search}
          columns={[customerColumn, monthColumn, ...columns]}
          rowKey={(row) => `${row.customer.id} ${row.month}`}
        />
      )}
    </Failing>
  );
}

interface Asked<D> {
  readonly data: D | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** A report, or why there is none. */
function Failing({ query, children }: { query: Asked<unknown>; children: ReactNode }) {
  const { error, data, refetch, isFetching } = query;
  return error && !data ? <ErrorState error={error} onRetry={refetch} pending={isFetching} /> : children;
}

type PagedProps<T> = {
  title: string;
  query: Asked<{ results: readonly T[]; count: number; count_pages: number }>;
  page: number;
  search: ReportSearch;
  columns: readonly TableColumn<T>[];
  rowKey: (row: T) => string;
};

/** The same by customer, page by page; nothing where nothing is. */
function PagedSection<T>({ title, query, page, search, columns, rowKey }: PagedProps<T>) {
  const { data, isFetching, error, refetch } = query;
  if (data?.results.length === 0 && page === 1) return null;
  return (
    <Section title={title}>
      <PagedTable
        page={page}
        total={data?.count_pages}
        count={data?.count}
        link={(to, props) => <Link {...toReport({ ...search, page: to === 1 ? undefined : to })} {...props} />}
      >
        <DataTable
          caption={title}
          columns={columns}
          rows={data?.results}
          rowKey={rowKey}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
        />
      </PagedTable>
    </Section>
  );
}
