import * as z from "zod/mini";
import { day, givenDay } from "#contract/fields/day.ts";
import { name } from "#contract/fields/texts.ts";
import type { Shapes } from "#contract/route.ts";
import { count, id, selection } from "#contract/schemas/shapes.ts";

/** A day without deliveries that staff have typed. */
export const ClosingDay = z.object({
  id,
  day,
  text: z.string(),
  /** Deliveries of that day that are not finished. */
  deliveries: count,
});
export type ClosingDay = z.infer<typeof ClosingDay>;

/** A day without deliveries, and why. */
export const ClosedDay = z.object({ day, name: z.string() });

export const listClosingDays = {
  scope: "read",
  summary:
    "List the days from today on without deliveries that staff have typed, the Land whose public holidays are kept (null: none is set) and its holidays of the next twelve months",
  query: z.object(selection),
  reply: z.object({
    results: z.array(ClosingDay),
    land: z.nullable(z.string()),
    holidays: z.array(ClosedDay),
  }),
} satisfies Shapes;

export const createClosingDay = {
  scope: "orders",
  summary:
    "Add a day without deliveries, at most two years from today; the next day of a delivery option passes it over",
  body: z.object({ day: givenDay, text: name }),
  reply: ClosingDay,
} satisfies Shapes;

export const deleteClosingDay = {
  scope: "orders",
  summary: "Remove a day without deliveries: there are deliveries on it again",
  reply: null,
} satisfies Shapes;
