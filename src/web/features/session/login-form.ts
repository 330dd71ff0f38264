import * as z from "zod/mini";
import { invalid } from "#rules/form-texts.ts";
import { isEmail, minPasswordLength, normalEmail } from "#rules/users.ts";

/** The rules of the login (specification 5); the address leaves in lower case. */
export const loginForm = z.object({
  username: z.pipe(
    z
      .string()
      .check(z.trim(), z.minLength(1, { error: invalid.required, abort: true }), z.refine(isEmail, invalid.email)),
    z.transform(normalEmail),
  ),
  password: z
    .string()
    .check(z.minLength(1, { error: invalid.required, abort: true }), z.minLength(minPasswordLength, invalid.password)),
});
