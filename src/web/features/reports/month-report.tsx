import { showMonth } from "#rules/months.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { BarChart, ChartLegend } from "#web/ui/page/bar-chart.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

const letters = new Intl.DateTimeFormat("de-DE", { month: "narrow", timeZone: "UTC" });
const letterOf = (month: string) => letters.format(new Date(`${month}-01T00:00:00Z`));

/** Part of a row that is drawn. */
export interface Series<T> {
  readonly name: string;
  readonly value: (row: T) => number;
  readonly show: (row: T) => string;
}

/** Names what is drawn, and the height of its highest point. */
function legendOf<T>({ name, value, show }: Series<T>, rows: readonly T[]): string {
  const highest = rows.toSorted((a, b) => value(b) - value(a))[0];
  return highest ? `${name}, höchstens ${show(highest)}` : name;
}

type Month = { readonly month: string };
type Props<T extends Month> = {
  /** The earliest first; undefined until they are known. */
  rows: readonly T[] | undefined;
  series: readonly Series<T>[];
  /** Beside the month. */
  columns: readonly TableColumn<T>[];
  most?: number;
  /** Says whether nothing is known of a month; `reason` is shown where that is so of all. */
  isNothing: (row: T) => boolean;
  reason: string;
};

/** The months as bars, and below them the newest first with all their figures. */
export function MonthReport<T extends Month>({ rows, series, columns, most, isNothing, reason }: Props<T>) {
  const isEmpty = rows?.every(isNothing) ?? false;
  const bars = rows?.map((row) => ({
    key: row.month,
    label: letterOf(row.month),
    group: row.month.slice(2, 4),
    text: `${showMonth(row.month)}: ${series.map(({ name, show }) => `${name} ${show(row)}`).join(", ")}`,
    values: series.map(({ value }) => value(row)),
  }));
  const month: TableColumn<T> = { key: "month", label: "Monat", grow: true, cell: (row) => showMonth(row.month) };
  return (
    <Section title="Nach Monaten">
      {isEmpty ? (
        <EmptyState reason={reason} />
      ) : (
        <div className="grid max-w-3xl gap-4">
          <div className="min-h-52">
            {rows && <ChartLegend names={series.map((each) => legendOf(each, rows))} />}
            {bars && <BarChart bars={bars} most={most} hasTable />}
          </div>
          <DataTable
            caption="Nach Monaten"
            columns={[month, ...columns]}
            rows={rows?.toReversed()}
            rowKey={(row) => row.month}
          />
        </div>
      )}
    </Section>
  );
}
