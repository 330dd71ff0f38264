import * as z from "zod/mini";
import { day } from "#contract/fields/day.ts";
import { filledText, name, text } from "#contract/fields/texts.ts";
import { nameLength, textLength } from "#contract/limits.ts";
import type { setHold } from "#contract/calls/destruction/holds.ts";
import type { RequestBody } from "#contract/route.ts";
import { maxBoxNumber } from "#rules/stock/box-code.ts";
import { wholeNumber } from "#rules/lists/whole-number.ts";
import { invalid } from "#rules/texts/form-texts.ts";

const number = z.string().check(
  z.trim(),
  z.refine((typed) => typed === "" || wholeNumber(typed, 0, maxBoxNumber) !== undefined, invalid.range),
);
const maybeDay = z.string().check(
  z.trim(),
  z.refine((typed) => typed === "" || day.safeParse(typed).success, invalid.range),
);

/** The rules of a new hold. */
export const holdForm = z.object({
  customer: z.nullable(z.number()).check(z.refine((id) => id !== null, invalid.requiredChoice)),
  reason: name,
  reference: text(nameLength),
  from: number,
  to: number,
  until: maybeDay,
});

/** The rules of its end. */
export const releaseForm = z.object({ reason: filledText(textLength), reference: text(nameLength) });

/** A hold as the call takes it: on these boxes, on a range, or on all that the customer has. */
export function holdFromForm(
  typed: z.output<typeof holdForm>,
  boxes: number[] | undefined,
): RequestBody<typeof setHold> {
  const { customer, reason, reference, from, to, until } = typed;
  const end = (digits: string) => (digits === "" ? null : Number(digits));
  return {
    customer: { id: customer ?? 0 },
    reason,
    reference,
    until: until === "" ? null : until,
    ...(boxes ? { boxes } : { from: end(from), to: end(to) }),
  };
}
