import * as z from "zod/mini";
import type { editUser } from "#contract/calls/users.ts";
import { name, text } from "#contract/fields/texts.ts";
import { chosenGender, email, maybeGender } from "#contract/fields/user.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { nameLength } from "#contract/limits.ts";
import type { Sent } from "#contract/route.ts";
import type { User } from "#contract/schemas/users.ts";

const optional = text(nameLength);

/** The rules of a user (specification 5). What a user has never had may stay away when they are changed. */
export const userForm = (known?: User) => z.object(rulesOf(known));

function rulesOf(known: User | undefined) {
  const kept = (before: string | undefined) => (before === "" ? optional : name);
  return {
    gender: known?.gender === null ? maybeGender : chosenGender,
    first_name: kept(known?.first_name),
    last_name: name,
    email,
    phone1: kept(known?.phone1),
    phone2: optional,
    is_staff: z.boolean(),
  };
}

/** The same where a user is changed: another address is confirmed with the own password. */
export const userChangeForm = (known: User) =>
  z.object({ ...rulesOf(known), own_password: z.string() }).check(
    z.refine(({ email: address, own_password }) => address === known.email || own_password !== "", {
      path: ["own_password"],
      error: invalid.required,
    }),
  );

type UserForm = ReturnType<typeof userForm>;
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
export function fieldsOf({ gender, first_name, last_name, email: address, phone1, phone2, is_staff }: User): TypedUser {
  return { gender: gender ?? "", first_name, last_name, email: address, phone1, phone2, is_staff };
}

/** What of the valid fields differs from the user; the own password, where that is the address. */
export function changesOf(valid: z.output<ReturnType<typeof userChangeForm>>, user: User): Sent<typeof editUser> {
  const { own_password, ...fields } = valid;
  const known: Readonly<Record<string, unknown>> = { ...user };
  const changed = Object.entries(fields).filter(([field, value]) => known[field] !== value);
  return { ...Object.fromEntries(changed), ...(valid.email !== user.email && { own_password }) };
}
