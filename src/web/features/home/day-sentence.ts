import type { Home } from "#contract/schemas/home/home.ts";
import { showThings } from "#rules/amounts.ts";
import { planPartOf } from "#rules/deliveries/delivery-plan.ts";
import { isInbound } from "#rules/deliveries/delivery-state.ts";

/** Returns what stands out today: `"3 Lieferungen sind zu holen, der Oktober ist noch nicht abgerechnet."` */
export function daySentence({ tour, waiting }: Pick<Home, "tour" | "waiting">, now: Date): string {
  const toFetch = tour.deliveries.filter(({ kind, left_count }) => !isInbound(kind) && left_count > 0);
  const late = toFetch.filter(({ time }) => planPartOf(time, now) === "overdue").length;
  const bills = waiting.find(({ kind }) => kind === "billing_due");
  const atLeast = tour.count > tour.deliveries.length ? "Mindestens " : ""; // the answer has the first of them
  const fetchText =
    toFetch.length > 0
      ? `${atLeast}${showThings(toFetch.length, "Lieferung ist", "Lieferungen sind")} zu holen`
      : "Heute ist nichts zu holen";
  const lateText = late > 0 && `${showThings(late, "ist", "sind")} überfällig`;
  const billText = bills && `der ${bills.first.name} ist noch nicht abgerechnet`;
  return `${[fetchText, lateText, billText].filter(Boolean).join(", ")}.`;
}
