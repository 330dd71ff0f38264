import { useQuery } from "@tanstack/react-query";
import { storedMetres } from "#contract/calls/customers/customers.ts";
import type { StoredMonth } from "#contract/schemas/customers/customers.ts";
import { showMetres } from "#rules/amounts.ts";
import { queryFor } from "#web/api/queries.ts";
import { Section } from "#web/ui/page/section.tsx";

const monthName = new Intl.DateTimeFormat("de-DE", { month: "short", timeZone: "UTC" });
const nameOf = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`));
const yearOf = (month: string) => month.slice(0, 4);

/** A phone has room for a year: the months before this one are left out there. */
const onPhone = 12;

/** The metres on the shelves by month: what will be invoiced by the metre and day one day. Draws nothing before it is there. */
export function StorageSection({ customerId }: { customerId: number }) {
  const { data } = useQuery(queryFor(storedMetres, { path: { id: customerId } }));
  return (
    <Section title="Eingelagert nach Monaten">
      <div className="min-h-52 max-w-3xl">{data && <Bars months={data.months} />}</div>
    </Section>
  );
}

function Bars({ months }: { months: readonly StoredMonth[] }) {
  const most = Math.max(...months.map(({ meters }) => meters));
  return (
    <>
      <p className="mb-3 text-muted">Am Ende jedes Monats, höchstens {showMetres(most)} m.</p>
      <ol className="grid grid-flow-col auto-cols-fr items-end gap-1">
        {months.map(({ month, meters }, index) => {
          const text = `${nameOf(month)} ${yearOf(month)}: ${showMetres(meters)} m`;
          const isFirst = index === 0 || index === onPhone || month.endsWith("-01");
          return (
            <li
              key={month}
              title={text}
              className={`grid gap-1 text-center text-muted ${index < onPhone ? "max-sm:hidden" : ""}`}
            >
              <span className="sr-only">{text}</span>
              <span aria-hidden className="grid h-28 items-end">
                <span
                  className={`rounded-t-sm ${meters > 0 ? "min-h-0.5 bg-accent" : "h-0.5 bg-line"}`}
                  style={{ height: most > 0 ? `${(100 * meters) / most}%` : undefined }}
                />
              </span>
              <span aria-hidden className="h-9 border-t border-line pt-0.5 text-xs leading-tight">
                {nameOf(month).slice(0, 1)}
                {isFirst && <span className="block">{yearOf(month).slice(2)}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
