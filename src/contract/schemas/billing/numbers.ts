import * as z from "zod/mini";
import { nameLength } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { id, instant } from "#contract/schemas/shapes.ts";
import { numberSeries } from "#rules/billing/number-series.ts";

/** A series after a restore: which number was the last one in the backup, and which one was sent. Numbers as people know them. */
export const RestoredNumber = z.object({
  id,
  series: z.enum(numberSeries),
  /** The moment of the backup, and when it was restored. */
  taken: instant,
  restored: instant,
  /** The last number of the backup; null where it had none. */
  known: z.nullable(z.string()),
  /** The last one that was sent; null where none has since the backup, and while nobody has said it. What lies between both is not in the archive. */
  named: z.nullable(z.string()),
  /** When it was said; null while it is asked. */
  answered: z.nullable(instant),
  /** Person who stated the number; null for deliveries, whose numbers continue by themselves. */
  by: z.nullable(z.string()),
});
export type RestoredNumber = z.infer<typeof RestoredNumber>;

export const restoredNumbers = {
  scope: "billing",
  summary:
    "The series of numbers after restores, those that are asked first: until somebody has named the last number that left the house no invoice, cancellation, file of direct debits or destruction is given the next one",
  reply: z.object({ results: z.array(RestoredNumber) }),
} satisfies Shapes;

export const nameLastNumber = {
  scope: "billing",
  summary:
    "Name the last number of a series that left the house before a restore, once; null where none has since the backup. The series goes on after it. `confirmed` where it is hundreds more than the last that is known",
  body: z.object({
    number: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(nameLength))),
    confirmed: z.optional(z.boolean()),
  }),
  reply: RestoredNumber,
} satisfies Shapes;
