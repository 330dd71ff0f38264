import type { StoredDay } from "#contract/schemas/billing/billing.ts";
import { showBoxes, showCount } from "#rules/amounts.ts";
import { showDecimal } from "#rules/billing/amount-texts.ts";
import { decimalText } from "#rules/billing/decimal.ts";
import { type StoredRun, storedRuns } from "#rules/billing/stored-runs.ts";
import { showDate } from "#rules/dates.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { BarChart } from "#web/ui/page/bar-chart.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

/** A length in mm as metres with three decimals: the product of days and metres is exact. */
const showLength = (mm: number) => showDecimal(decimalText(BigInt(mm), 3), 3);

/** Shows the stock of each day, and the boxes that came and went: the basis of the storage charge. */
export function StorageDaysSection({ days }: { days: readonly StoredDay[] }) {
  const isEmpty = days.every(({ boxes, went }) => boxes === 0 && went === 0);
  const bars = days.map((each) => ({
    key: each.day,
    label: String(Number(each.day.slice(8))),
    text: `${showDate(each.day)}: ${showLength(each.mm)} m, ${showBoxes(each.boxes)}`,
    values: [each.mm],
  }));
  return (
    <div id="storage">
      <Section title="Lagerung Tag für Tag">
        {isEmpty ? (
          <EmptyState text="In diesem Monat stand nichts im Lager." />
        ) : (
          <div className="grid max-w-3xl grid-cols-1 gap-4">
            {/* a phone has no room for a month of bars, and the table says the same */}
            <div className="max-sm:hidden">
              <p className="mb-3 text-muted">Laufende Meter am Ende jedes Tages.</p>
              <BarChart bars={bars} hasTable />
            </div>
            <DataTable
              caption="Lagerung Tag für Tag"
              columns={columns}
              rows={storedRuns(days)}
              rowKey={({ day }) => day}
            />
          </div>
        )}
      </Section>
    </div>
  );
}

const figure = (key: string, label: string, cell: (run: StoredRun) => string): TableColumn<StoredRun> => ({
  key,
  label,
  align: "right",
  cell,
});
const moved = (count: number) => (count === 0 ? "–" : showCount(count));

const columns: readonly TableColumn<StoredRun>[] = [
  {
    key: "day",
    label: "Zeitraum",
    main: true,
    cell: ({ day, last }) => (day === last ? showDate(day) : `${showDate(day)} bis ${showDate(last)}`),
  },
  figure("came", "Gekommen", ({ came }) => moved(came)),
  figure("went", "Gegangen", ({ went }) => moved(went)),
  figure("boxes", "Boxen", ({ boxes }) => showCount(boxes)),
  figure("metres", "Laufende Meter", ({ mm }) => showLength(mm)),
  figure("days", "Tage", ({ days }) => showCount(days)),
  figure("metre_days", "Metertage", ({ mm, days }) => showLength(mm * days)),
];
