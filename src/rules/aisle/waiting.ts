import { DeliveryKind, DeliveryState, isInbound } from "#rules/deliveries/delivery-state.ts";
import type { Data, KnownDelivery } from "./stock-data.ts";

/** Returns the number of a delivery's lines that are still to be fetched, or to come back. */
export const countOpenLines = ({ lines }: KnownDelivery): number =>
  lines.filter(({ state }) => state === "open").length;

/** Deliveries of which something is still to be fetched, the earliest first; those without a day last. */
export const toPick = (data: Data): readonly KnownDelivery[] =>
  data
    .deliveries()
    .filter((delivery) => !isInbound(delivery.kind) && countOpenLines(delivery) > 0)
    .toSorted((one, other) => (one.time ?? "9").localeCompare(other.time ?? "9") || one.code - other.code);

/** Deliveries of which nothing is left to be fetched, and that are not handed over. */
export const toHandOver = (data: Data): readonly KnownDelivery[] =>
  data
    .deliveries()
    .filter((one) => one.kind === DeliveryKind.customer && countOpenLines(one) === 0 && one.lines.some(isFetched));

const isFetched = ({ state }: KnownDelivery["lines"][number]) => state !== "open" && state !== "missing";

/** The returns that are announced and not over. */
export const announcedReturns = (data: Data): readonly KnownDelivery[] =>
  data.deliveries().filter(({ kind, state }) => isInbound(kind) && state !== DeliveryState.completed);
