import { useEffect } from "react";
import { type StoredValue, useKept } from "#web/storage/stored-value.ts";
import type { Ticks } from "#web/ui/table/table-ticks.tsx";

/** Ticked rows, and the filters under which they are ticked. Other filters start from nothing, since nobody sees any more what they have ticked. */
export interface TickedRows<T> {
  readonly filters: string;
  readonly entries: readonly T[];
}

type TickedOf<T> = {
  place: StoredValue<TickedRows<T>>;
  /** The filters of the list, in whatever order. */
  filters: object;
  nameOf: (entry: T) => string;
};

/** The ticked entries of a list, over all its pages and until they are let go. */
export function useTicked<T extends { id: number }>({ place, filters, nameOf }: TickedOf<T>) {
  const now = filterText(filters);
  const [kept, setKept] = useKept<TickedRows<T>>(place, { filters: now, entries: [] });
  const isOther = kept.filters !== now;
  const currentEntries = isOther ? [] : kept.entries;
  const setTicked = (entries: readonly T[]) => setKept({ filters: now, entries });
  useEffect(() => {
    if (isOther) setTicked([]);
  });
  const ids = new Set(currentEntries.map(({ id }) => id));
  const ticks: Ticks<T> = {
    nameOf,
    has: ({ id }) => ids.has(id),
    set: (rows, isOn) => {
      const others = currentEntries.filter(({ id }) => !rows.some((row) => row.id === id));
      setTicked(isOn ? [...others, ...rows] : others);
    },
  };
  return { ticked: currentEntries, ticks, clear: () => setTicked([]) };
}

function filterText(filters: object): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
  text.sort();
  return text.toString();
}
