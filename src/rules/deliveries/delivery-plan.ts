import { addDays, berlinDay } from "#rules/dates.ts";

/** When a delivery is due, seen from now. */
const planParts = ["overdue", "today", "tomorrow", "later", "dayless"] as const;
export type PlanPart = (typeof planParts)[number];

/** Their German words. */
export const planPartText: Record<PlanPart, string> = {
  overdue: "Überfällig",
  today: "Heute",
  tomorrow: "Morgen",
  later: "Später",
  dayless: "Ohne Tag",
};

/** Where a delivery belongs whose instant is `time`; its day is one of Berlin. */
export function planPartOf(time: string | null, now: Date): PlanPart {
  if (time === null) return "dayless";
  const [day, today] = [berlinDay(new Date(time)), berlinDay(now)];
  if (day < today) return "overdue";
  if (day === today) return "today";
  return day === addDays(today, 1) ? "tomorrow" : "later";
}

/** The parts that have something in them, in their order. */
export function planOf<T extends { readonly time: string | null }>(
  deliveries: readonly T[],
  now: Date,
): { readonly part: PlanPart; readonly deliveries: readonly T[] }[] {
  const parts = new Map<PlanPart, T[]>(planParts.map((part) => [part, []]));
  for (const delivery of deliveries) parts.get(planPartOf(delivery.time, now))?.push(delivery);
  return [...parts].flatMap(([part, its]) => (its.length > 0 ? [{ part, deliveries: its }] : []));
}

/** Deliveries day by day, in the order in which they come; what has no day has null. */
export function daysOf<T extends { readonly time: string | null }>(
  deliveries: readonly T[],
): { readonly day: string | null; readonly deliveries: readonly T[] }[] {
  const days = Map.groupBy(deliveries, ({ time }) => time && berlinDay(new Date(time)));
  return [...days].map(([day, its]) => ({ day, deliveries: its }));
}

/** Selection of what is fetched in one go: everything due by today, or everything due on one day (`YYYY-MM-DD`). */
export type Tour = "today" | (string & {});

/** Says whether a delivery whose instant is `time` belongs to a tour; every delivery does where no tour is chosen. */
export function isInTour(time: string | null, tour: Tour | undefined, now: Date): boolean {
  if (tour === undefined) return true;
  const day = time && berlinDay(new Date(time));
  return tour === "today" ? day !== null && day <= berlinDay(now) : day === tour;
}
