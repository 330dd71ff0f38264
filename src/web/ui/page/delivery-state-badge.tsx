import { Ban, CircleCheck, Clock, Truck } from "lucide";
import { type DeliveryState, deliveryStateText } from "#rules/deliveries/delivery-state.ts";
import { Badge } from "./badge.tsx";
import type { StateLook } from "./box-state-badge.tsx";

/** Colour and icon of each state; the word is `deliveryStateText`. */
const deliveryStateLook: Record<DeliveryState, StateLook> = {
  0: { tone: "blue", icon: Clock },
  1: { tone: "violet", icon: Truck },
  2: { tone: "green", icon: CircleCheck },
  3: { tone: "grey", icon: Ban },
};

/** A delivery's state in word, colour and icon, the same on every screen. */
export function DeliveryStateBadge({ state }: { state: DeliveryState }) {
  return <Badge {...deliveryStateLook[state]}>{deliveryStateText[state]}</Badge>;
}
