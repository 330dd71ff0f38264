// `npm test` must say the same of the same program each time, and soon. The long runs (`npm run test:faults`) look further.
const isLong = process.env["MAGAZIN_LONG"] !== undefined;

/** Returns the number of times that a test repeats something: few times in `npm test`, many times in the long runs. */
export const repeated = (few: number, many: number): number => (isLong ? many : few);

/** Returns the first of the values that are dealt with alike, by what `kind` says of them; the long runs take them all. */
export const firstOfEach = <T>(values: readonly T[], kind: (value: T) => string): readonly T[] =>
  isLong ? values : [...Map.groupBy(values, kind).values()].flatMap(([first]) => (first === undefined ? [] : [first]));

/** For values that are dealt with in one place: all of them where a kind is met first, else these few; the long runs take them all. */
export function allAtFirst<T>(): (kind: string, all: readonly T[], few: readonly T[]) => readonly T[] {
  const met = new Set<string>();
  return (kind, all, few) => {
    const isFirst = !met.has(kind);
    met.add(kind);
    return isFirst || isLong ? all : few;
  };
}

/** Seed of random tests: the same number each time; the long runs set MAGAZIN_SEED to a fresh one and say which. */
export const seed = Number(process.env["MAGAZIN_SEED"] ?? 20_240_203);
