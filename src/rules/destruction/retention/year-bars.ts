/** Things of a customer that become free in a year. */
export interface FreeYear {
  readonly year: number;
  readonly boxes: number;
  readonly meters: number;
}

/** The same as it is drawn: `isPast` sums up this year and all that are over. */
export interface YearBar extends FreeYear {
  readonly isPast: boolean;
}

/** Returns one bar for all that became free up to this year, then one for every year in which something does. */
export function yearBars(years: readonly FreeYear[], thisYear: number): YearBar[] {
  const past = years.filter(({ year }) => year <= thisYear);
  const later = years.filter(({ year }) => year > thisYear).map((each) => ({ ...each, isPast: false }));
  if (past.length === 0) return later;
  const sum = (of: (each: FreeYear) => number) => past.reduce((all, each) => all + of(each), 0);
  const boxes = sum((each) => each.boxes);
  return [{ year: thisYear, boxes, meters: sum((each) => each.meters), isPast: true }, ...later];
}
