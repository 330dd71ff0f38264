import type { StockMonth } from "#contract/schemas/home/home.ts";
import { showCount, showMetres } from "#rules/amounts.ts";
import { Section } from "#web/ui/page/section.tsx";

const monthName = new Intl.DateTimeFormat("de-DE", { month: "long", year: "numeric", timeZone: "UTC" });
const nameOf = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`));
const tenths = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Per cent of the places that are taken. */
const fill = ({ boxes, places }: StockMonth) => (places > 0 ? (100 * boxes) / places : 0);
const metres = ({ meters }: StockMonth) => meters;

const showFill = (share: number) => `${tenths.format(share)} %`;
const showLong = (length: number) => `${showMetres(length)} m`;

/** Shows the stock and how full the shelves are: now, against the end of the last month, and over two years since there were boxes. */
export function StockMonths({ months: all }: { months: readonly StockMonth[] }) {
  const now = all.at(-1);
  if (!now) return null;
  const begun = all.slice(all.findIndex(({ boxes }) => boxes > 0));
  const months = begun.length > 1 ? all : [now];
  return (
    <Section title="Bestand">
      <div className="grid gap-4 max-xl:sm:grid-cols-2">
        <Figure label="Laufende Meter" months={months} valueOf={metres} show={showLong} />
        <Figure label="Belegung" months={months} valueOf={fill} show={showFill} most={100} unit="Prozentpunkte">
          {showCount(now.boxes)} von {showCount(now.places)} Plätzen
        </Figure>
      </div>
      {months.length > 1 && <MonthTable months={months} />}
    </Section>
  );
}

function MonthTable({ months }: { months: readonly StockMonth[] }) {
  return (
    <table className="sr-only">
      <caption>Bestand am Ende jedes Monats</caption>
      <thead>
        <tr>
          <th scope="col">Monat</th>
          <th scope="col">Laufende Meter</th>
          <th scope="col">Belegung</th>
        </tr>
      </thead>
      <tbody>
        {months.map((one) => (
          <tr key={one.month}>
            <th scope="row">{nameOf(one.month)}</th>
            <td>{showLong(one.meters)}</td>
            <td>{showFill(fill(one))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FigureProps {
  readonly label: string;
  readonly months: readonly StockMonth[];
  readonly valueOf: (month: StockMonth) => number;
  readonly show: (value: number) => string;
  /** Upper end of the drawing; as high as the highest month where nothing is said. */
  readonly most?: number;
  /** Unit of a difference, where it is not the unit of the value. */
  readonly unit?: string;
  readonly children?: React.ReactNode;
}

function Figure({ label, months, valueOf, show, most, unit, children }: FigureProps) {
  const values = months.map(valueOf);
  const [last, now = 0] = values.slice(-2);
  const [first, before] = [months[0], months.at(-2)];
  return (
    <div>
      <p className="text-muted">{label}</p>
      <p className="text-title font-semibold tabular-nums">{show(values.at(-1) ?? 0)}</p>
      {children && <p className="tabular-nums">{children}</p>}
      {before && last !== undefined && (
        <p className="text-muted tabular-nums">
          {differenceText(now - last, unit ? (value) => `${tenths.format(value)} ${unit}` : show)} seit Ende{" "}
          {nameOf(before.month)}
        </p>
      )}
      {first && values.length > 1 && (
        <>
          <Line values={values} most={most ?? Math.max(...values)} />
          <p aria-hidden className="flex justify-between text-xs text-muted">
            <span>{nameOf(first.month)}</span>
            <span>heute</span>
          </p>
        </>
      )}
    </div>
  );
}

const differenceText = (difference: number, show: (value: number) => string) =>
  difference === 0 ? "unverändert" : `${difference < 0 ? "−" : "+"}${show(Math.abs(difference))}`;

const [wide, high] = [120, 40];

/** The months from left to right, from zero up; who does not see it has the table. */
function Line({ values, most }: { values: readonly number[]; most: number }) {
  const step = wide / (values.length - 1);
  const points = values.map((value, at) => `${at * step},${high - (most > 0 ? (value / most) * (high - 2) : 0)}`);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${wide} ${high}`}
      preserveAspectRatio="none"
      fill="none"
      className="mt-2 block h-20 w-full border-b border-line text-accent"
    >
      <polyline points={points.join(" ")} stroke="currentColor" strokeWidth={2} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
