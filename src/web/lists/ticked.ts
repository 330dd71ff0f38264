import { type Kept, useKept } from "#web/storage/kept.ts";
import type { Ticks } from "#web/ui/table/table-ticks.tsx";

/** The ticked entries of a list, over all its pages and until they are let go. */
export function useTicked<T extends { id: number }>(place: Kept<readonly T[]>, nameOf: (entry: T) => string) {
  const [ticked, setTicked] = useKept<readonly T[]>(place, []);
  const ids = new Set(ticked.map(({ id }) => id));
  const ticks: Ticks<T> = {
    nameOf,
    has: ({ id }) => ids.has(id),
    set: (rows, isOn) => {
      const others = ticked.filter(({ id }) => !rows.some((row) => row.id === id));
      setTicked(isOn ? [...others, ...rows] : others);
    },
  };
  return { ticked, ticks, clear: () => setTicked([]) };
}
