/** Ages of the last count, the longest first. */
export const countAges = ["never", "years", "year", "half", "fresh"] as const;
export type CountAge = (typeof countAges)[number];

export const countAgeText: Record<CountAge, string> = {
  never: "noch nie gezählt",
  years: "vor mehr als einem Jahr",
  year: "im letzten Jahr",
  half: "in den letzten sechs Monaten",
  fresh: "in den letzten 30 Tagen",
};

const day = 86_400_000; // ms
const upTo: readonly (readonly [days: number, CountAge])[] = [
  [30, "fresh"],
  [182, "half"],
  [365, "year"],
];

/** Returns the age of the last count; `last` is an instant, null where nothing was ever counted. */
export function countAgeOf(last: string | null, now: Date): CountAge {
  if (last === null) return "never";
  const days = (now.getTime() - Date.parse(last)) / day;
  return upTo.find(([most]) => days <= most)?.[1] ?? "years";
}
