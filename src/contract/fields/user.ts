import * as z from "zod/mini";
import { codeLength, maxPasswordLength, nameLength } from "#contract/limits.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { canSignInBy, type Gender, genderText, isEmail, minPasswordLength, normalEmail } from "#rules/access/users.ts";
import { filledText, visible } from "./texts.ts";

const isGender = (chosen: string): chosen is Gender => Object.hasOwn(genderText, chosen);
/** Form of address that a person prefers, as chosen in a form. */
export const chosenGender = z.pipe(
  z.string().check(z.refine(isGender, invalid.requiredChoice)),
  z.transform((chosen) => chosen as Gender),
);
/** The same where it may stay away. */
export const maybeGender = z.pipe(
  z.string(),
  z.transform((chosen) => (isGender(chosen) ? chosen : null)),
);

const addressThat = (is: (text: string) => boolean) =>
  z.pipe(filledText(nameLength), z.pipe(z.transform(normalEmail), z.string().check(z.refine(is, invalid.email))));

/** It leaves in its normal form. */
export const email = addressThat(isEmail);
/** The same of whoever signs in. */
export const ownEmail = addressThat(canSignInBy);

const longEnough = (missing: string) =>
  z.minLength(minPasswordLength, { error: ({ input }) => (input === "" ? missing : invalid.password) });

/** The password that a user has, as it is typed; `missing` says that it is. */
export const typedPassword = (missing: string) => z.string().check(longEnough(missing));
/** One that they are to have: the same, whatever keyboard it is typed on. */
export const newPassword = z
  .string()
  .check(
    z.normalize("NFC"),
    longEnough(invalid.required),
    z.maxLength(maxPasswordLength, invalid.tooLong(maxPasswordLength)),
    visible,
  );
/** The own password of whoever confirms something with it. */
export const ownPassword = z.string().check(z.minLength(1, invalid.required), z.maxLength(maxPasswordLength));

/** A code of a second factor: six digits, or a recovery code. */
export const code = z.string().check(visible, z.trim(), z.maxLength(codeLength, invalid.tooLong(codeLength)));
