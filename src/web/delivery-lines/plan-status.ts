import type { PlannedDelivery } from "#contract/schemas/deliveries/deliveries.ts";
import { showCount } from "#rules/amounts.ts";
import { type DeliveryKind, isInbound } from "#rules/deliveries/delivery-state.ts";

const nothingLeft: Record<DeliveryKind, string> = {
  0: "bereit zur Übergabe",
  1: "alles zurück",
  2: "alles da",
  3: "wird gescannt",
};

/** Says what is left to do for a delivery: "3 von 9 zu holen", "bereit zur Übergabe". */
export function planStatus({ kind, lines_count, left_count }: PlannedDelivery): string {
  if (left_count === 0) return nothingLeft[kind];
  const remainingText =
    left_count === lines_count ? showCount(left_count) : `${showCount(left_count)} von ${showCount(lines_count)}`;
  return `${remainingText} ${isInbound(kind) ? "erwartet" : "zu holen"}`;
}
