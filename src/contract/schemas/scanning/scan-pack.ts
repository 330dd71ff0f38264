import * as z from "zod/mini";
import { BoxState } from "#rules/stock/box-state.ts";
import { DeliveryKind, DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { BatchState, lineProgress } from "#rules/destruction/batch-state.ts";
import { CountState } from "#rules/stocktake/stocktake-state.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { ids } from "#contract/fields/numbers.ts";
import type { Shapes } from "#contract/route.ts";
import { count, id, instant, selection } from "#contract/schemas/shapes.ts";

/** As a pack before said it, also one of a release before, which had fewer lists. */
const cursor = z.string().check(z.regex(/^[0-9a-f]{8}-\d{1,20}-(?:[0-9a-f]{8}){5,9}$/, invalid.range));

const PackRow = z.object({
  id,
  number: count,
  area: z.object({ id, name: z.string() }),
  reverse: z.boolean(),
  parts: count,
  heights: count,
  /** What its sign said in the system before, where that was another one. */
  sign: z.optional(z.string()),
});
const PackDelivery = z.object({
  id,
  code: count,
  kind: z.enum(DeliveryKind),
  state: z.enum(DeliveryState),
  time: z.nullable(instant),
  /** The customer's code. */
  customer: count,
});
/** A box, or one of its contents; `delivery` is an id. */
const thing = { delivery: id, box: z.string(), content: z.nullable(id), text: z.nullable(z.string()) };
const PackLine = z.object({
  ...thing,
  picked: z.boolean(),
  loaded: z.boolean(),
  fate: z.nullable(z.enum(["delivered", "back"])),
});

/** A destruction batch of which boxes are to be fetched and destroyed; `id` is its number. */
const PackBatch = z.object({
  id,
  /** The customer's code. */
  customer: count,
  state: z.enum(BatchState),
  /** Before that nothing of it is destroyed. */
  wait_until: z.nullable(instant),
  /** Approved boxes: their codes, and the progress of each. */
  lines: z.array(z.tuple([z.string(), z.enum(lineProgress)])),
  /** Codes of those that are held, and must not be destroyed for now. */
  held: z.array(z.string()),
});

/** A stocktake that is not over, with the rows that it is about and how far they are; `id` is its number. */
const PackStocktake = z.object({
  id,
  /** Nothing that is expected is to be shown while a row is counted. */
  blind: z.boolean(),
  rows: z.array(z.tuple([id, z.enum(CountState)])),
});

/** Code, state, row, part, height, version, the code of the customer, and then whatever other people call the box. */
const PackBox = z.tuple(
  [z.string(), z.enum(BoxState), z.nullable(id), z.nullable(count), z.nullable(count), count, count],
  z.string(),
);

/** Data that a device needs to work without a network; a list that has not changed since is null. */
export const ScanPack = z.object({
  cursor,
  /** Everything: whatever the device had is to be forgotten. */
  full: z.boolean(),
  /** Every customer: code and name. */
  customers: z.nullable(z.array(z.tuple([count, z.string()]))),
  rows: z.nullable(z.array(PackRow)),
  /** The boxes that have changed since, or all. */
  boxes: z.array(PackBox),
  /** Codes of boxes that were deleted since, or left the areas. */
  gone: z.array(z.string()),
  /** Deliveries and returns that are not finished. */
  deliveries: z.nullable(z.array(PackDelivery)),
  /** Things still open in the deliveries, and in the returns. */
  lines: z.nullable(z.array(PackLine)),
  returns: z.nullable(z.array(z.object(thing))),
  /** Batches that are confirmed, or in destruction. */
  batches: z.nullable(z.array(PackBatch)),
  /** Stocktakes that are to be counted, are being counted, or were counted and are not accepted yet. */
  stocktakes: z.nullable(z.array(PackStocktake)),
});
export type ScanPack = z.infer<typeof ScanPack>;

export const scanPack = {
  scope: "read",
  summary:
    "What a device works with offline: everything, or what has changed since the `cursor` of a pack before; with `areas` only boxes that stand there or have no place, and no destroyed ones",
  query: z.object({ areas: z.optional(ids(100)), since: z.optional(cursor), ...selection }),
  reply: ScanPack,
} satisfies Shapes;
