import * as z from "zod/mini";
import { maxPasswordLength, nameLength } from "#contract/limits.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { type Gender, genderText, isEmail, minPasswordLength, normalEmail } from "#rules/users.ts";
import { filledText, visible } from "./texts.ts";

const isGender = (chosen: string): chosen is Gender => Object.hasOwn(genderText, chosen);
/** How somebody wants to be addressed, as it is chosen in a form. */
export const chosenGender = z.pipe(
  z.string().check(z.refine(isGender, invalid.requiredChoice)),
  z.transform((chosen) => chosen as Gender),
);
/** The same where it may stay away. */
export const maybeGender = z.pipe(
  z.string(),
  z.transform((chosen) => (isGender(chosen) ? chosen : null)),
);

/** It leaves in its normal form. */
export const email = z.pipe(
  filledText(nameLength),
  z.pipe(z.transform(normalEmail), z.string().check(z.refine(isEmail, invalid.email))),
);

/** The password that a user has, as it is typed; `missing` says that it is. */
export const typedPassword = (missing: string) =>
  z
    .string()
    .check(z.minLength(minPasswordLength, { error: ({ input }) => (input === "" ? missing : invalid.password) }));
export const newPassword = typedPassword(invalid.required).check(
  z.maxLength(maxPasswordLength, invalid.tooLong(maxPasswordLength)),
  visible,
);
