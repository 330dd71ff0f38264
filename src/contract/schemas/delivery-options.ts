import * as z from "zod/mini";
import { maxOptionHours } from "#contract/limits.ts";
import { invalid } from "#rules/form-texts.ts";
import type { Shapes } from "#contract/route.ts";
import { amount, count, id, integer, money, name } from "./shapes.ts";

export const DeliveryOption = z.object({
  id,
  customer: id,
  description: z.string(),
  days: z.string(),
  fr: z.string(),
  to: z.string(),
  prior: count,
  window: count,
  price: money,
});
export type DeliveryOption = z.infer<typeof DeliveryOption>;

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, invalid.range));
const missingOrWrong = ({ input }: { input?: unknown }) =>
  input === undefined || input === null ? invalid.requiredChoice : invalid.range;
/** ISO weekdays with commas, `"1,2,5"`; each once, in any order. */
const days = z.string({ error: missingOrWrong }).check(
  z.minLength(1, invalid.day),
  z.regex(/^[1-7](,[1-7]){0,6}$/, invalid.range),
  z.refine((value) => new Set(value.split(",")).size === value.split(",").length, invalid.range),
);
const hours = integer(0, maxOptionHours, invalid.range);

const fields = {
  description: name,
  days,
  to: time,
  prior: hours,
  window: hours,
  price: amount,
};

export const createDeliveryOption = {
  summary: "Agree on a delivery option with a customer; the from time is named `from` or `fr`",
  body: z
    .object({ ...fields, from: z.optional(time), fr: z.optional(time), customer: z.union([id, z.object({ id })]) })
    .check(
      z.refine((body) => body.from !== undefined || body.fr !== undefined, { path: ["from"], error: invalid.required }),
    ),
  reply: DeliveryOption,
} satisfies Shapes;

export const editDeliveryOption = {
  summary: "Change a delivery option",
  body: z.object({ ...z.partial(z.object(fields)).shape, from: z.optional(time), fr: z.optional(time) }),
  reply: DeliveryOption,
} satisfies Shapes;

export const deleteDeliveryOption = {
  summary: "Delete a delivery option; deliveries that used it keep their date and price",
  reply: null,
} satisfies Shapes;
