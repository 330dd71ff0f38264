import { CircleCheck, Clock, Truck } from "lucide";
import type { TourDelivery } from "#contract/schemas/deliveries/tours.ts";
import { showBoxes, showContents, showCount } from "#rules/amounts.ts";
import { isInbound } from "#rules/deliveries/delivery-state.ts";
import { TourState, tourStateText } from "#rules/deliveries/tours.ts";
import { berlinTime } from "#rules/times.ts";
import { Badge } from "#web/ui/page/badge.tsx";

const looks = {
  [TourState.planned]: { tone: "blue", icon: Clock },
  [TourState.underway]: { tone: "violet", icon: Truck },
  [TourState.over]: { tone: "green", icon: CircleCheck },
} as const;

/** Shows the progress of a tour, in word, colour and icon. */
export function TourStateBadge({ state }: { state: TourState }) {
  return <Badge {...looks[state]}>{tourStateText[state]}</Badge>;
}

/** Says whether nothing keeps the delivery in the archive: it is picked, or it is fetched from the customer. */
export const isReady = ({ kind, left_count }: TourDelivery): boolean => isInbound(kind) || left_count === 0;

/** Returns what is brought and what is taken along: `bringen: 2 Boxen`. */
export function loadText({ kind, boxes_count, boxcontents_count, empty_boxes }: TourDelivery): string {
  const things = [
    boxes_count > 0 && showBoxes(boxes_count),
    boxcontents_count > 0 && showContents(boxcontents_count),
  ].filter(Boolean);
  const parts = [
    empty_boxes > 0 && `bringen: ${showBoxes(empty_boxes)}, leer`,
    things.length > 0 && `${isInbound(kind) ? "abholen" : "bringen"}: ${things.join(" und ")}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** Returns what is still missing of the delivery. */
export const missingText = (delivery: TourDelivery): string =>
  isReady(delivery) ? "" : `${showCount(delivery.left_count)} noch zu holen`;

/** When it is due there: the hour and the window of its option. */
export function hoursText({ time, window }: TourDelivery): string {
  const hour = time === null ? "" : `${berlinTime(new Date(time))} Uhr`;
  return [hour, window && `${window.from}–${window.to}`].filter(Boolean).join(", Zeitfenster ");
}
