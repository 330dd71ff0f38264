import * as z from "zod/mini";
import { day } from "#contract/fields/day.ts";
import type { Shapes } from "#contract/route.ts";
import { id, instant } from "#contract/schemas/shapes.ts";

/** Person who waits for a box, or for one of its contents; the first of each is notified when it is back. */
export const WaitingEntry = z.object({
  id,
  /** Null where the whole box is waited for. */
  content: z.nullable(id),
  user: z.object({ first_name: z.string(), last_name: z.string() }),
  /** True where the entry is the caller's. */
  own: z.boolean(),
  created: instant,
  /** It is back, and nobody else of the customer can order it until the end of this day. */
  reserved_until: z.nullable(day),
});
export type WaitingEntry = z.infer<typeof WaitingEntry>;

const entries = z.object({ results: z.array(WaitingEntry) });

export const listWaiting = {
  scope: "read",
  summary: "Who waits for a box and for its contents, whoever came first before the others",
  reply: entries,
} satisfies Shapes;

export const joinWaiting = {
  right: "may_order",
  status: 200,
  scope: "orders",
  summary:
    "Wait for a box that is out or ordered, or for one of its contents (`content`): when it is back the first in line is told by mail and has it reserved for two working days. Who waits already goes on waiting",
  body: z.object({ content: z.optional(z.nullable(id)) }),
  reply: entries,
} satisfies Shapes;

export const leaveWaiting = {
  scope: "orders",
  summary: "Wait no more; staff end anybody's waiting",
  reply: null,
} satisfies Shapes;
