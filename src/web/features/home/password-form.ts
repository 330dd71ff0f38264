import * as z from "zod/mini";
import { invalid } from "#rules/form-texts.ts";
import { minPasswordLength } from "#rules/users.ts";

// The first message of a field is the one that is shown.
const password = (empty: string) =>
  z.string().check(z.minLength(1, empty), z.minLength(minPasswordLength, invalid.password));

/** The rules of the change of a password (specification 5). */
export const passwordForm = z
  .object({
    old: password(invalid.requiredChoice),
    new1: password(invalid.required),
    new2: password(invalid.required),
  })
  .check(z.refine(({ new1, new2 }) => new1 === new2, { path: ["new2"], error: invalid.mismatch }));
