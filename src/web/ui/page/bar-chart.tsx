import { clsx } from "clsx";

/** Value above one step of the axis, a month or a year. */
interface ChartBar {
  readonly key: string;
  /** Below it, as short as can be; and what stands below the first one and where it changes. */
  readonly label: string;
  readonly group?: string;
  /** The whole of it in words. */
  readonly text: string;
  /** One or two values, side by side. */
  readonly values: readonly number[];
}

type ChartProps = {
  bars: readonly ChartBar[];
  /** Upper end of the drawing; the highest value where nothing is said. */
  most?: number | undefined;
  /** A table beside it says the same, so that it is a picture only. */
  hasTable?: boolean | undefined;
};

/** A phone has room for a year: what comes before is left out there. */
const onPhone = 12;

const looks = ["bg-accent", "bg-muted"] as const;

/** Values as bars, the earliest at the left. */
export function BarChart({ bars, most = Math.max(...bars.flatMap(({ values }) => values)), hasTable }: ChartProps) {
  const firstOnPhone = Math.max(0, bars.length - onPhone);
  return (
    <ol aria-hidden={hasTable} className="grid grid-flow-col auto-cols-fr items-end gap-1">
      {bars.map(({ key, label, group, text, values }, index) => (
        <li
          key={key}
          title={text}
          className={clsx("grid gap-1 text-center text-muted", index < firstOnPhone && "max-sm:hidden")}
        >
          <span className="sr-only">{text}</span>
          <span aria-hidden className="grid h-28 grid-flow-col auto-cols-fr items-end">
            {values.map((value, series) => (
              <span
                key={looks[series]}
                className={clsx("rounded-t-sm", value > 0 ? `min-h-0.5 ${looks[series]}` : "h-0.5 bg-line")}
                style={{ height: value > 0 && most > 0 ? `${(100 * value) / most}%` : undefined }}
              />
            ))}
          </span>
          <span aria-hidden className="h-8 border-t border-line pt-0.5 leading-tight">
            {label}
            {(index === 0 || index === firstOnPhone || group !== bars[index - 1]?.group) && (
              <span className="block">{group}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Explains the colours, where there are two. */
export function ChartLegend({ names }: { names: readonly string[] }) {
  return (
    <p aria-hidden className="mb-3 flex flex-wrap gap-x-4 text-muted">
      {names.map((name, series) => (
        <span key={name} className="flex items-center gap-2">
          <span className={clsx("size-3 rounded-sm", looks[series])} />
          {name}
        </span>
      ))}
    </p>
  );
}
