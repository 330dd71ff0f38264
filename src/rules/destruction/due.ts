/** Boxes whose year of destruction is this one. */
export interface DueYear {
  readonly year: number;
  readonly boxes: number;
}

/** Counts the boxes that have reached their year of destruction, and by year those that will. */
export function dueParts(
  due: readonly DueYear[],
  thisYear: number,
): { readonly label: string; readonly boxes: number }[] {
  const reached = due.filter(({ year }) => year <= thisYear);
  const later = due.filter(({ year }) => year > thisYear);
  return [
    { label: "Vernichtungsjahr erreicht", boxes: reached.reduce((sum, { boxes }) => sum + boxes, 0) },
    ...later.map(({ year, boxes }) => ({ label: `Vernichtungsjahr ${year}`, boxes })),
  ];
}
