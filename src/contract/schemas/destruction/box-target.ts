import * as z from "zod/mini";
import { maxBoxNumber } from "#rules/stock/box-code.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { id, reference } from "#contract/schemas/shapes.ts";
import { integer } from "#contract/fields/numbers.ts";

/** Boxes that a call means: all of a customer's, some by id, or a range of numbers. */
export const boxTarget = {
  customer: reference,
  boxes: z.optional(z.array(id).check(z.minLength(1, invalid.requiredChoice), z.maxLength(maxPageSize))),
  from: z.optional(z.nullable(integer(0, maxBoxNumber))),
  to: z.optional(z.nullable(integer(0, maxBoxNumber))),
};
