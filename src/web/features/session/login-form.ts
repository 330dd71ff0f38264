import * as z from "zod/mini";
import { email, typedPassword } from "#contract/fields/user.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/** The rules of the login (specification 5). */
export const loginForm = z.object({ username: email, password: typedPassword(invalid.required) });
