import { type ChangeEvent, type ComponentProps, useRef } from "react";

/** Ticked rows of a list, and the ways to change them. */
export interface Ticks<T> {
  readonly has: (row: T) => boolean;
  readonly set: (rows: readonly T[], isOn: boolean) => void;
  /** Says whether a row can be ticked, where not all can: the others have no tick. */
  readonly may?: (row: T) => boolean;
  /** Returns the subject of the row, which names its tick. */
  readonly nameOf: (row: T) => string;
}

/** The ticks of the rows that are shown and can be ticked. */
export interface Ticking<T> {
  readonly ticks: Ticks<T>;
  readonly rows: readonly T[];
  /** With shift all from the last ticked row to this one. */
  readonly tick: (row: T, event: ChangeEvent<HTMLInputElement>) => void;
}

export function useTicking<T>(ticks: Ticks<T> | undefined, rows: readonly T[] = []): Ticking<T> | undefined {
  const last = useRef<T>(null);
  if (!ticks) return undefined;
  const { may } = ticks;
  const tick = (row: T, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const from = last.current && (nativeEvent as MouseEvent).shiftKey ? rows.indexOf(last.current) : -1;
    const to = rows.indexOf(row);
    const rowRange = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    ticks.set(may ? rowRange.filter(may) : rowRange, target.checked);
    last.current = row;
  };
  return { ticks, rows: may ? rows.filter(may) : rows, tick };
}

/** Ticks every row of the page, or none. */
export function TickHead<T>({ ticking: { ticks, rows }, className }: { ticking: Ticking<T>; className: string }) {
  const count = rows.filter(ticks.has).length;
  const isSome = count > 0 && count < rows.length;
  return (
    <td className={`tick-cell ${className}`}>
      {rows.length > 0 && (
        <Tick
          label="Alle Zeilen dieser Seite auswählen"
          ref={(input) => {
            if (input) input.indeterminate = isSome;
          }}
          checked={count > 0 && !isSome}
          onChange={(event) => ticks.set(rows, event.target.checked)}
        />
      )}
    </td>
  );
}

type TickCellProps<T> = { row: T; ticking: Ticking<T>; className: string };

export function TickCell<T>({ row, ticking: { ticks, tick }, className }: TickCellProps<T>) {
  return (
    <td className={`tick-cell ${className}`}>
      {ticks.may?.(row) !== false && (
        <Tick
          label={`${ticks.nameOf(row)} auswählen`}
          checked={ticks.has(row)}
          onChange={(event) => tick(row, event)}
        />
      )}
    </td>
  );
}

function Tick({ label, ...rest }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="grid size-8 place-items-center pointer-coarse:size-12">
      <span className="sr-only">{label}</span>
      <input type="checkbox" {...rest} className="size-4 pointer-coarse:size-6" />
    </label>
  );
}
