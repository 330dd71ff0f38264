import * as z from "zod/mini";
import type { createRetentionClass } from "#contract/calls/destruction/retention.ts";
import { filledText, name, text } from "#contract/fields/texts.ts";
import { nameLength } from "#contract/limits.ts";
import type { RequestBody } from "#contract/route.ts";
import { wholeNumber } from "#rules/lists/whole-number.ts";
import { invalid } from "#rules/texts/form-texts.ts";

const upTo = (max: number) =>
  z.string().check(
    z.trim(),
    z.refine((typed) => wholeNumber(typed, 0, max) !== undefined, invalid.range),
  );

/** The rules of a customer's own class. */
export const classForm = z.object({
  customer: z.nullable(z.number()).check(z.refine((id) => id !== null, invalid.requiredChoice)),
  name,
  begins: text(nameLength),
  basis: filledText(nameLength),
  agreed_by: name,
  years: upTo(100),
  months: upTo(11),
  start: z.enum(["year_end", "day", "manual"]),
  personal: z.boolean(),
});

export const emptyClass = {
  customer: null,
  name: "",
  begins: "",
  basis: "Vertrag",
  agreed_by: "",
  years: "",
  months: "0",
  start: "year_end",
  personal: false,
} satisfies z.input<typeof classForm>;

/** The class as the call takes it. */
export const classOf = ({
  customer,
  years,
  months,
  ...rest
}: z.output<typeof classForm>): RequestBody<typeof createRetentionClass> => ({
  ...rest,
  customer: { id: customer ?? 0 },
  years: Number(years),
  months: Number(months),
});
