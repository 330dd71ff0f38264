/** Boxes whose year of destruction is this one. */
export interface DueYear {
  readonly year: number;
  readonly boxes: number;
}

/** What is due by year: the past years in one, this one, and those to come in which something is due. */
export function dueParts(
  due: readonly DueYear[],
  thisYear: number,
): { readonly label: string; readonly boxes: number }[] {
  const sum = (years: readonly DueYear[]) => years.reduce((all, { boxes }) => all + boxes, 0);
  const later = due.filter(({ year }) => year > thisYear);
  return [
    { label: `Fällig bis ${thisYear - 1}`, boxes: sum(due.filter(({ year }) => year < thisYear)) },
    { label: `Fällig ${thisYear}`, boxes: sum(due.filter(({ year }) => year === thisYear)) },
    ...later.map(({ year, boxes }) => ({ label: `Fällig ${year}`, boxes })),
  ];
}
