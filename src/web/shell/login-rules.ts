import * as z from "zod/mini";
import { code, ownEmail, typedPassword } from "#contract/fields/user.ts";
import { invalid } from "#rules/texts/form-texts.ts";

const fields = { username: ownEmail, password: typedPassword(invalid.required) };

/** The rules of the login (specification 5). */
export const loginForm = z.object({ ...fields, code: z.string() });

/** The same once the server has asked for a code of the second factor. */
export const loginWithCode = z.object({ ...fields, code: code.check(z.minLength(1, invalid.required)) });
