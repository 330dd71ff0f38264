import * as z from "zod/mini";
import { maxBoxesAtOnce, maxInteger } from "#contract/limits.ts";
import { invalid } from "#rules/form-texts.ts";

/** A whole number as it was typed; below `min` it has words of its own. */
const whole = (min: number, max: number, below: string) =>
  z.pipe(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { error: invalid.required, abort: true }),
        z.regex(/^-?\d+$/, { error: invalid.range, abort: true }),
      ),
    z.pipe(z.transform(Number), z.number().check(z.minimum(min, below), z.maximum(max, invalid.range))),
  );

const maxSize = 99_999; // mm, as the contract has it

/** The rules of creating boxes (specification 5); how far the numbers reach is for the server to say. */
export const boxCreateForm = z.object({
  owner: z.pipe(
    z.nullable(z.number()),
    z.pipe(
      z.transform((value: number | null) => value ?? undefined),
      z.number(invalid.requiredChoice),
    ),
  ),
  start: whole(0, maxInteger, invalid.belowZero),
  amount: whole(1, maxBoxesAtOnce, invalid.belowOne),
  size: whole(1, maxSize, invalid.belowOne),
});

export type BoxCreateInput = z.input<typeof boxCreateForm>;
export type BoxCreateValues = z.output<typeof boxCreateForm>;

export const boxCreateDefaults: BoxCreateInput = { owner: null, start: "0", amount: "1", size: "400" }; // specification 9
