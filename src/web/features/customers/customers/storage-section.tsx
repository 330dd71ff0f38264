import { useQuery } from "@tanstack/react-query";
import { storedMetres } from "#contract/calls/customers/customers.ts";
import type { StoredMonth } from "#contract/schemas/customers/customers.ts";
import { showMetres } from "#rules/amounts.ts";
import { queryFor } from "#web/api/queries.ts";
import { BarChart } from "#web/ui/page/bar-chart.tsx";
import { Section } from "#web/ui/page/section.tsx";

const monthName = new Intl.DateTimeFormat("de-DE", { month: "short", timeZone: "UTC" });
const nameOf = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`));

/** The metres on the shelves by month: what will be invoiced by the metre and day one day. One month alone is no row of bars. */
export function StorageSection({ customerId }: { customerId: number }) {
  const { data } = useQuery(queryFor(storedMetres, { path: { id: customerId } }));
  return (
    <Section title="Eingelagert nach Monaten">
      <div className="min-h-52 max-w-3xl">{data && <Months months={data.months} />}</div>
    </Section>
  );
}

function Months({ months }: { months: readonly StoredMonth[] }) {
  const begun = months.slice(months.findIndex(({ meters }) => meters > 0));
  return begun.length > 1 ? <Bars months={months} /> : <p>Heute {showMetres(months.at(-1)?.meters ?? 0)} m</p>;
}

function Bars({ months }: { months: readonly StoredMonth[] }) {
  const most = Math.max(...months.map(({ meters }) => meters));
  const bars = months.map(({ month, meters }) => ({
    key: month,
    label: nameOf(month).slice(0, 1),
    group: month.slice(2, 4),
    text: `${nameOf(month)} ${month.slice(0, 4)}: ${showMetres(meters)} m`,
    values: [meters],
  }));
  return (
    <>
      <p className="mb-3 text-muted">Am Ende jedes Monats, höchstens {showMetres(most)} m.</p>
      <BarChart bars={bars} most={most} />
    </>
  );
}
