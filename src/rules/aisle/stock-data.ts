import type { BoxState } from "#rules/stock/box-state.ts";
import type { ContentState } from "#rules/stock/content-state.ts";
import { type DeliveryKind, type DeliveryState, isInbound } from "#rules/deliveries/delivery-state.ts";
import type { BatchState, LineProgress } from "#rules/destruction/batch-state.ts";
import type { CountState } from "#rules/stocktake/stocktake-state.ts";
import type { ShelfPlace } from "#rules/stock/positions.ts";
import type { Operation } from "./operation.ts";
import { keyOf, type RowShape, type Spot } from "#rules/stock/places/place-cursor.ts";

/** A place with the id of its row. */
export interface RowSpot extends Spot {
  readonly row: number;
}

/** A box as the device knows it, with what was done on this device since. */
export interface KnownBox {
  readonly code: string;
  readonly state: BoxState;
  /** Version of the box on the server; undefined for a box that the server does not know yet. */
  readonly version: number | undefined;
  readonly place: RowSpot | null;
  /** The owner's customer code. */
  readonly owner: number;
}

export interface KnownRow extends RowShape {
  readonly id: number;
  readonly number: number;
  readonly area: { readonly id: number; readonly name: string };
  /** What its sign said in the system before. */
  readonly sign?: string | undefined;
  /** It is in a hall that the device does not keep: a box stands there, and what else does is not known. */
  readonly isElsewhere?: boolean;
}

export interface KnownCustomer {
  readonly code: number;
  readonly name: string;
}

/** `left`: it came back on board after it was taken to the customer. */
export type LineState = "open" | "done" | "missing" | "loaded" | "delivered" | "left";

/** A thing of a delivery: a whole box, or one of its contents. `done`: picked, of a return received. */
export interface KnownLine {
  readonly delivery: number;
  readonly code: string;
  readonly content: { readonly id: number; readonly text: string; readonly state?: ContentState } | null;
  readonly state: LineState;
}

export interface KnownDelivery {
  readonly id: number;
  readonly code: number;
  readonly kind: DeliveryKind;
  readonly state: DeliveryState;
  /** An instant, ISO. */
  readonly time: string | null;
  readonly customer: number;
  readonly lines: readonly KnownLine[];
}

/** A box that is to be destroyed with a batch. */
export interface KnownBatchLine {
  readonly code: string;
  readonly state: LineProgress;
  /** It must not be destroyed for now. */
  readonly isHeld: boolean;
}

/** A destruction batch that is confirmed or in destruction; `id` is its number. */
export interface KnownBatch {
  readonly id: number;
  readonly customer: number;
  readonly state: BatchState;
  /** An instant, ISO, before which nothing is destroyed. */
  readonly waitUntil: string | null;
  readonly lines: readonly KnownBatchLine[];
}

/** A stocktake that is not over, and how far each of its rows is. */
export interface KnownStocktake {
  readonly id: number;
  readonly isBlind: boolean;
  readonly rows: readonly { readonly row: number; readonly state: CountState }[];
}

/**
 * Questions that the flows ask, answered from the pack that the device has loaded. Operations of this device that the pack does not hold yet are laid
 * over it (`withPendingScans`).
 */
export interface Data {
  box: (code: string) => KnownBox | undefined;
  row: (id: number) => KnownRow | undefined;
  /**
   * Says whether a box that the device does not know may be in a hall that the device does not keep (decision 141). Without a code, it says so of a
   * row.
   */
  mayBeElsewhere: (code?: string) => boolean;
  /** Returns the boxes that stand in a row, in any order. */
  boxesIn: (row: number) => readonly KnownBox[];
  /** Those that are not finished. */
  deliveries: () => readonly KnownDelivery[];
  batches: () => readonly KnownBatch[];
  stocktakes: () => readonly KnownStocktake[];
  customer: (code: number) => KnownCustomer | undefined;
  /** An operation of this device, of those that it still keeps. */
  operation: (id: string) => Operation | undefined;
}

/** A place as its words are built from. */
export function shelfPlaceOf(data: Pick<Data, "row">, spot: RowSpot | null): ShelfPlace | null {
  const row = spot && data.row(spot.row);
  return row ? { area: row.area.name, row: row.number, part: spot.part, height: spot.height } : null;
}

/** The places of a row that are not empty, by `keyOf`. */
export const occupiedPlaces = (row: number, data: Data): Set<string> =>
  new Set(data.boxesIn(row).flatMap(({ place }) => (place ? keyOf(place) : [])));

/** The open line by which a customer waits for a whole box. */
export function wantedBy(
  data: Data,
  code: string,
): { readonly delivery: KnownDelivery; readonly line: KnownLine } | null {
  for (const delivery of data.deliveries()) {
    const line = delivery.lines.find((one) => one.code === code && one.content === null && one.state === "open");
    if (line && !isInbound(delivery.kind)) return { delivery, line };
  }
  return null;
}

export const deliveryOf = (data: Data, id: number): KnownDelivery | undefined =>
  data.deliveries().find((delivery) => delivery.id === id);
