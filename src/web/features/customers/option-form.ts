import * as z from "zod/mini";
import type { Sent } from "#contract/route.ts";
import type { createDeliveryOption, editDeliveryOption } from "#contract/calls/delivery-options.ts";
import type { DeliveryOption } from "#contract/schemas/delivery-options.ts";
import { nameLength } from "#contract/limits.ts";
import { parseDays } from "#rules/delivery-date.ts";
import { parseMoney } from "#rules/money.ts";
import { invalid } from "#rules/form-texts.ts";

const filled = z.string().check(z.trim(), z.minLength(1, { error: invalid.required, abort: true }));
const mostHours = 8760; // a year, as the call allows
const hours = z.pipe(
  filled.check(z.refine((typed) => /^\d{1,4}$/.test(typed) && Number(typed) <= mostHours, invalid.range)),
  z.transform(Number),
);
const time = z.pipe(
  filled.check(z.refine((typed) => parseTime(typed) !== null, invalid.range)),
  z.transform((typed) => parseTime(typed) ?? ""),
);

/** The rules of a delivery option (specification 5). */
export const optionForm = z.object({
  description: filled.check(z.maxLength(nameLength, invalid.tooLong(nameLength))),
  days: z.array(z.number()).check(z.minLength(1, invalid.day)),
  from: time,
  to: time,
  prior: hours,
  window: hours,
  price: z.pipe(
    filled.check(z.refine((typed) => parseMoney(typed) !== null, invalid.range)),
    z.transform((typed) => parseMoney(typed) ?? ""),
  ),
});
export type TypedOption = z.input<typeof optionForm>;
type ValidOption = z.output<typeof optionForm>;
export type OptionField = keyof TypedOption;

export const emptyOption: TypedOption = {
  description: "",
  days: [],
  from: "",
  to: "",
  prior: "",
  window: "",
  price: "",
};

/** What the form shows of an option. */
export function typedOf({ description, days, fr, to, prior, window, price }: DeliveryOption): TypedOption {
  return {
    description,
    days: parseDays(days),
    from: fr,
    to,
    prior: String(prior),
    window: String(window),
    price: price.replace(".", ","),
  };
}

/** The fields as a new option is sent. */
export function sentOf({ days, ...fields }: ValidOption): Omit<Sent<typeof createDeliveryOption>, "customer"> {
  return { ...fields, days: [...days].sort((a, b) => a - b).join(",") };
}

/** What of the fields differs from the option. */
export function optionChanges(valid: ValidOption, option: DeliveryOption): Sent<typeof editDeliveryOption> {
  const known: Readonly<Record<string, unknown>> = { ...option, from: option.fr };
  return Object.fromEntries(Object.entries(sentOf(valid)).filter(([field, value]) => known[field] !== value));
}

/** A time of day as people type it, `8`, `8:30`, `08.30` or `0830`, as `08:30`; null where it is none. */
export function parseTime(typed: string): string | null {
  const [, hour = "", minute = "00"] = /^(\d{1,2})(?:[:.]?(\d{2}))?(?: ?Uhr)?$/.exec(typed.trim()) ?? [];
  if (hour === "" || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, "0")}:${minute}`;
}
