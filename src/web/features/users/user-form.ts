import * as z from "zod/mini";
import { nameLength } from "#contract/limits.ts";
import type { Sent } from "#contract/route.ts";
import type { editUser } from "#contract/calls/users.ts";
import type { User } from "#contract/schemas/users.ts";
import { invalid } from "#rules/form-texts.ts";
import { type Gender, genderText, isEmail, normalEmail } from "#rules/users.ts";

const optional = z.string().check(z.trim(), z.maxLength(nameLength, invalid.tooLong(nameLength)));
const required = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: invalid.required, abort: true }),
    z.maxLength(nameLength, invalid.tooLong(nameLength)),
  );
const isGender = (value: string): value is Gender => Object.hasOwn(genderText, value);

/** The rules of a user (specification 5). What a user has never had may stay away when they are changed. */
export function userForm(known?: User) {
  const kept = (before: string | undefined) => (before === "" ? optional : required);
  const gender = z
    .string()
    .check(z.refine((value) => known?.gender === null || isGender(value), invalid.requiredChoice));
  return z.object({
    gender: z.pipe(
      gender,
      z.transform((value) => (isGender(value) ? value : null)),
    ),
    first_name: kept(known?.first_name),
    last_name: required,
    email: z.string().check(
      z.trim(),
      z.minLength(1, { error: invalid.required, abort: true }),
      z.refine((text) => isEmail(normalEmail(text)), invalid.email),
    ),
    phone1: kept(known?.phone1),
    phone2: optional,
    is_staff: z.boolean(),
  });
}

export type UserForm = ReturnType<typeof userForm>;
export type TypedUser = z.input<UserForm>;
export type UserField = keyof TypedUser;

export const emptyUser: TypedUser = {
  gender: "",
  first_name: "",
  last_name: "",
  email: "",
  phone1: "",
  phone2: "",
  is_staff: false,
};

export const userFields = Object.keys(emptyUser) as UserField[];

/** What the form shows of a user. */
export function fieldsOf({ gender, first_name, last_name, email, phone1, phone2, is_staff }: User): TypedUser {
  return { gender: gender ?? "", first_name, last_name, email, phone1, phone2, is_staff };
}

/** What of the valid fields differs from the user. */
export function changesOf(valid: z.output<UserForm>, user: User): Sent<typeof editUser> {
  const known: Readonly<Record<string, unknown>> = { ...user };
  const sent = { ...valid, email: normalEmail(valid.email) };
  return Object.fromEntries(Object.entries(sent).filter(([field, value]) => known[field] !== value));
}
