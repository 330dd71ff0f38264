interface DayInStore {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly mm: number;
  readonly boxes: number;
  readonly came: number;
  readonly went: number;
}

/** Days one after the other on which the same stood in the store; `day` is the first, `last` the last one. */
export interface StoredRun extends DayInStore {
  readonly last: string;
  readonly days: number;
}

/** Days of a month, the earliest first, as runs in which nothing came or went but on their first day. */
export function storedRuns(days: readonly DayInStore[]): StoredRun[] {
  const runs: StoredRun[] = [];
  for (const each of days) {
    const before = runs.at(-1);
    const isSame = before?.mm === each.mm && before.boxes === each.boxes && each.came + each.went === 0;
    if (before && isSame) runs[runs.length - 1] = { ...before, last: each.day, days: before.days + 1 };
    else runs.push({ ...each, last: each.day, days: 1 });
  }
  return runs;
}
