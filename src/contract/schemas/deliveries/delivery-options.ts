import * as z from "zod/mini";
import { staff } from "#contract/schemas/audience.ts";
import { seen } from "#contract/fields/seen.ts";
import { days, hours, time } from "#contract/fields/delivery-option.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import type { Shapes } from "#contract/route.ts";
import { money } from "#contract/fields/money.ts";
import { name } from "#contract/fields/texts.ts";
import { amount, count, id, reference } from "#contract/schemas/shapes.ts";
import { ClosedDay } from "./closing-days.ts";
import { withOneOf } from "#contract/fields/one-of.ts";

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
  /** Staff may order by it for a day before the first possible one (decision 201). */
  rush: staff(z.boolean()),
});
export type DeliveryOption = z.infer<typeof DeliveryOption>;

const fields = {
  description: name,
  days,
  to: time,
  prior: hours,
  window: hours,
  price: amount,
  rush: z.optional(z.boolean()),
};

export const createDeliveryOption = {
  confirms: { price: true },
  signInCounts: true,
  scope: "billing",
  summary: "Agree on a delivery option with a customer; the from time is named `from` or `fr`",
  body: withOneOf(
    z.object({ ...fields, from: z.optional(time), fr: z.optional(time), customer: reference }).check(
      z.refine((body) => body.from !== undefined || body.fr !== undefined, {
        path: ["from"],
        error: invalid.required,
      }),
    ),
    "from",
    "fr",
  ),
  reply: DeliveryOption,
} satisfies Shapes;

export const copyDeliveryOptions = {
  confirms: true,
  scope: "billing",
  summary: "Agree with `customer` on all delivery options that the customer `from` has, all or nothing",
  body: z.object({ customer: reference, from: reference }),
  reply: z.array(DeliveryOption),
} satisfies Shapes;

export const editDeliveryOption = {
  confirms: { price: true },
  signInCounts: true,
  whereChanged: true,
  scope: "billing",
  summary: "Change a delivery option; `before` says what the caller saw: what has changed since is refused",
  body: z.object({
    ...z.partial(z.object(fields)).shape,
    from: z.optional(time),
    fr: z.optional(time),
    before: seen("description", "days", "fr", "to", "prior", "window", "price", "rush"),
  }),
  reply: DeliveryOption,
} satisfies Shapes;

export const deleteDeliveryOption = {
  scope: "billing",
  summary: "Delete a delivery option; deliveries that used it keep their date and price",
  reply: null,
} satisfies Shapes;

export const nextDelivery = {
  scope: "read",
  summary:
    "The first day on which something that is ordered now by a delivery option can come, the last one, the days without deliveries from today on, and its price, by the server's clock: a program's own may be wrong",
  reply: z.object({
    day: z.iso.date(),
    today: z.iso.date(),
    last: z.iso.date(),
    closed: z.array(ClosedDay),
    price: money,
  }),
} satisfies Shapes;
