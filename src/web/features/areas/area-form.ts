import * as z from "zod/mini";
import { nameLength } from "#contract/limits.ts";
import { invalid } from "#rules/form-texts.ts";

/** An empty name is only marked, without words (specification 5). */
const onlyMarked = " ";

/** The rule of a new area (specification 5). */
export const areaForm = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: onlyMarked, abort: true }),
      z.maxLength(nameLength, invalid.tooLong(nameLength)),
    ),
});
