import * as z from "zod/mini";
import { newPassword, typedPassword } from "#contract/fields/user.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/** The rules of the change of a password (specification 5). */
export const passwordForm = z
  .object({
    old: typedPassword(invalid.requiredChoice),
    new1: newPassword,
    new2: typedPassword(invalid.required),
  })
  .check(z.refine(({ new1, new2 }) => new1 === new2, { path: ["new2"], error: invalid.mismatch }));
