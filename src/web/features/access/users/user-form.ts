import * as z from "zod/mini";
import type { createUser, editUser } from "#contract/calls/access/users.ts";
import { name, text } from "#contract/fields/texts.ts";
import { chosenGender, email, maybeGender } from "#contract/fields/user.ts";
import { nameLength } from "#contract/limits.ts";
import type { RequestBody } from "#contract/route.ts";
import type { User } from "#contract/schemas/access/users.ts";

const optional = text(nameLength);

/** The rules of a user (specification 5). What a user has never had may stay away when they are changed. */
export const userForm = (known?: User) => z.object(rulesOf(known));

function rulesOf(known: User | undefined) {
  const nameRule = (before: string | undefined) => (before === "" ? optional : name);
  return {
    gender: known?.gender === null ? maybeGender : chosenGender,
    first_name: nameRule(known?.first_name),
    last_name: name,
    email,
    phone1: nameRule(known?.phone1),
    phone2: optional,
    is_staff: z.boolean(),
    manages_users: z.boolean(),
  };
}

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
  manages_users: false,
};

export const userFields = Object.keys(emptyUser) as UserField[];

/** What the form shows of a user. */
export function fieldsOf({ gender, first_name, last_name, email: address, phone1, phone2, ...may }: User): TypedUser {
  const { is_staff, manages_users } = may;
  return { gender: gender ?? "", first_name, last_name, email: address, phone1, phone2, is_staff, manages_users };
}

/** Who is none of the staff manages nobody. */
const withRights = (valid: z.output<UserForm>) => ({ ...valid, manages_users: valid.is_staff && valid.manages_users });

/** A new user as they are sent: a right that is not given is not spoken of. */
export function newUserOf(valid: z.output<UserForm>): RequestBody<typeof createUser> {
  const { manages_users, ...fields } = withRights(valid);
  return manages_users ? { ...fields, manages_users } : fields;
}

/** The rules of a service account: of all the fields a name, and rights. */
export const serviceForm = z.object({
  gender: z.string(),
  first_name: z.string(),
  last_name: name,
  email: z.string(),
  phone1: z.string(),
  phone2: z.string(),
  is_staff: z.boolean(),
  manages_users: z.boolean(),
});

/** A new service account as it is sent. */
export const serviceAccountOf = ({ last_name, is_staff, manages_users }: z.output<typeof serviceForm>) => ({
  last_name,
  is_staff,
  manages_users: is_staff && manages_users,
});

/** What of the valid fields differs from the user. */
export function userChanges(valid: z.output<UserForm>, user: User): RequestBody<typeof editUser> {
  const userValues: Readonly<Record<string, unknown>> = { ...user };
  return Object.fromEntries(Object.entries(withRights(valid)).filter(([field, value]) => userValues[field] !== value));
}
