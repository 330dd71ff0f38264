import * as z from "zod/mini";
import type { createUser, editUser } from "#contract/calls/access/users.ts";
import { name, text } from "#contract/fields/texts.ts";
import { chosenGender, email, maybeGender, ownEmail } from "#contract/fields/user.ts";
import { nameLength } from "#contract/limits.ts";
import type { RequestBody } from "#contract/route.ts";
import { isEmail } from "#rules/access/users.ts";
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
    // an address that was taken when more of them were stays
    email: known && !isEmail(known.email) ? ownEmail : email,
    phone1: nameRule(known?.phone1),
    phone2: optional,
    is_staff: z.boolean(),
    /** The right that staff have unless somebody took it (decision 154). */
    without_users: z.boolean(),
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
  without_users: false,
};

export const userFields = Object.keys(emptyUser) as UserField[];

/** Returns the fields that the form shows of a user. */
export function fieldsOf({ gender, first_name, last_name, email: address, phone1, phone2, ...may }: User): TypedUser {
  const { is_staff, manages_users } = may;
  const without_users = is_staff && !manages_users;
  return { gender: gender ?? "", first_name, last_name, email: address, phone1, phone2, is_staff, without_users };
}

/** A new user as they are sent: of a right that nobody takes nothing is said (specification 3). */
export function newUserOf({ without_users, ...fields }: z.output<UserForm>): RequestBody<typeof createUser> {
  return fields.is_staff && without_users ? { ...fields, manages_users: false } : fields;
}

/** The rules of a service account: of all the fields a name, and whether it is staff. */
export const serviceForm = z.object({
  gender: z.string(),
  first_name: z.string(),
  last_name: name,
  email: z.string(),
  phone1: z.string(),
  phone2: z.string(),
  is_staff: z.boolean(),
  without_users: z.boolean(),
});

/** A new service account as it is sent. */
export const serviceAccountOf = ({ last_name, is_staff }: z.output<typeof serviceForm>) => ({ last_name, is_staff });

/** Returns the valid fields that differ from the user that was seen, and the values that were seen. */
export function userChanges(
  { without_users, ...fields }: z.output<UserForm>,
  user: User,
): RequestBody<typeof editUser> {
  const userValues: Readonly<Record<string, unknown>> = { ...user };
  const manages_users = fields.is_staff && !without_users; // who is none of the staff manages nobody
  const changes = Object.entries({ ...fields, manages_users }).filter(([field, value]) => userValues[field] !== value);
  return {
    ...Object.fromEntries(changes),
    before: Object.fromEntries(changes.map(([field]) => [field, userValues[field]])),
  };
}
