import { addDays, berlinDay } from "#rules/dates.ts";

/** When a delivery is due, seen from now. */
export const planParts = ["overdue", "today", "tomorrow", "later", "dayless"] as const;
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
