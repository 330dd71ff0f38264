import * as z from "zod/mini";
import { storedValue } from "#web/storage/stored-value.ts";

const box = z.object({ id: z.number(), code: z.string() });
const shape = z.object({
  customer: z.nullable(z.object({ id: z.number(), code: z.number(), name: z.string() })),
  option: z.nullable(z.number()),
  boxes: z.array(box),
  contents: z.array(z.object({ id: z.number(), text: z.string(), box })),
  /** As typed. */
  newBoxes: z.string(),
  emptyBoxes: z.string(),
  /** `YYYY-MM-DD`, or what was typed as long as it is no date. */
  date: z.string(),
  address: z._default(z.nullable(z.number()), null),
  costCentre: z._default(z.string(), ""),
  comment: z.string(),
});

/** Things to be picked up, as they were chosen and typed. */
export type PickupDraft = z.infer<typeof shape>;

export const emptyPickup: PickupDraft = {
  customer: null,
  option: null,
  boxes: [],
  contents: [],
  newBoxes: "",
  emptyBoxes: "",
  date: "",
  address: null,
  costCentre: "",
  comment: "",
};

/** Draft that was there before a reload. */
export const begunPickup = storedValue("pickup", (value) => shape.parse(value));
