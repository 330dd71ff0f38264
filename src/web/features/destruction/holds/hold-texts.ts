import type { Hold } from "#contract/schemas/destruction/holds.ts";
import { showBoxes } from "#rules/amounts.ts";
import { showDate } from "#rules/dates.ts";
import { showDay } from "#web/ui/berlin-time.ts";

/** Describes the boxes that a hold is on. */
export function describeHoldScope({ scope, from, to, boxes }: Hold): string {
  if (scope === "customer") return "alle Boxen, auch künftige";
  if (scope === "boxes") return showBoxes(boxes);
  const ends = [from === null ? "" : `ab ${from}`, to === null ? "" : `bis ${to}`].filter(Boolean).join(" ");
  return `${showBoxes(boxes)} (Nummern ${ends})`;
}

/** The author of a hold, and the day. */
export const setText = ({ since, by_customer, user }: Hold): string => {
  const who = by_customer ? "vom Kunden" : user ? `von ${user.first_name} ${user.last_name}`.trim() : "vom Archiv";
  return `gesetzt am ${showDay(since)} ${who}`;
};

/** Says how a hold has ended; empty while it is there. */
export const releasedText = ({ released, released_reason, released_reference }: Hold): string =>
  released === null
    ? ""
    : `aufgehoben am ${showDay(released)}: ${[released_reason, released_reference].filter(Boolean).join(", ")}`;

export const untilText = ({ until }: Hold): string => (until === null ? "" : `voraussichtlich bis ${showDate(until)}`);
