import * as z from "zod/mini";
import type { editDeliveryOption } from "#contract/calls/deliveries/delivery-options.ts";
import { chosenDays, typedHours, typedTime } from "#contract/fields/delivery-option.ts";
import { typedAmount } from "#contract/fields/money.ts";
import { name } from "#contract/fields/texts.ts";
import type { RequestBody } from "#contract/route.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { parseDays } from "#rules/deliveries/delivery-date.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { isBefore, parseTime } from "#rules/times.ts";

/** The rules of a delivery option (specification 5). */
export const optionForm = z
  .object({
    description: name,
    days: chosenDays,
    from: typedTime,
    to: typedTime,
    prior: typedHours,
    window: typedHours,
    price: typedAmount,
    rush: z.boolean(),
  })
  .check(
    z.refine(({ from, to }) => parseTime(from) === null || isBefore(from, to), {
      path: ["to"],
      error: invalid.timeSpan,
    }),
  );
type TypedOption = z.input<typeof optionForm>;
type ValidOption = z.output<typeof optionForm>;

export const emptyOption: TypedOption = {
  description: "",
  days: [],
  from: "",
  to: "",
  prior: "",
  window: "",
  price: "",
  rush: false,
};

/** Returns the values that the form shows of an option. */
export function optionFormValues({
  description,
  days,
  fr,
  to,
  prior,
  window,
  price,
  rush,
}: DeliveryOption): TypedOption {
  return {
    description,
    days: parseDays(days),
    from: fr,
    to,
    prior: String(prior),
    window: String(window),
    price: price.replace(".", ","),
    rush: rush === true,
  };
}

/** Returns the fields that differ from the option that was seen, and the values that were seen. */
export function optionChanges(valid: ValidOption, option: DeliveryOption): RequestBody<typeof editDeliveryOption> {
  const optionValues: Readonly<Record<string, unknown>> = { ...option, from: option.fr };
  const changes = Object.fromEntries(Object.entries(valid).filter(([field, value]) => optionValues[field] !== value));
  const { id: _id, customer: _customer, ...before } = option;
  return { ...changes, before };
}

/** Loss that leaving the form causes. */
export const optionLoss = "Die Eingaben zur Lieferoption werden nicht gespeichert.";
