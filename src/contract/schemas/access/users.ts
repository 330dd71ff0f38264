import * as z from "zod/mini";
import { seen } from "#contract/fields/seen.ts";
import { email, newPassword, ownPassword } from "#contract/fields/user.ts";
import { type Gender, genderText } from "#rules/access/users.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { userList } from "#contract/lists/users.ts";
import type { Shapes } from "#contract/route.ts";
import { listQuery, sheetQuery, sheetReply } from "#contract/schemas/list-query.ts";
import { maxPasswordLength, nameLength } from "#contract/limits.ts";
import { orNothing } from "#contract/fields/nothing.ts";
import { name, text } from "#contract/fields/texts.ts";
import { count, detailQuery, id, instant, listOf } from "#contract/schemas/shapes.ts";

const gender = z.enum(Object.keys(genderText) as Gender[]);

/** `required` stands with the own user only: it must be set up before anything else. */
export const factorState = z.enum(["off", "on", "required"]);

export const User = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_staff: z.boolean(),
  /** True where the user may make users and give rights; for staff only. */
  manages_users: z.boolean(),
  /** True where no person signs in with the account: programs call in its name. */
  service: z.boolean(),
  gender: z.nullable(gender),
  phone1: z.string(),
  phone2: z.string(),
  last_login: z.nullable(instant),
  init_password: z.boolean(),
  active: z.boolean(),
  second_factor: factorState,
  /** Colleague who invited the user, where staff ask; null for a user made by staff. */
  invited_by: z.nullable(z.object({ id, first_name: z.string(), last_name: z.string() })),
  /** Where staff ask: what the mail server said when it refused this address for good; null where it did not. */
  mail_refused: z.nullable(z.string()),
  /** True where the user may approve destructions for one of their customers. */
  approves: z.boolean(),
  /** True where the user may see the invoices of one of their customers. */
  sees_invoices: z.boolean(),
  /** `may_manage` is the right to set holds, and to take everything of the customer along. */
  customers: z.array(z.object({ id, code: count, name: z.string(), may_manage: z.boolean() })),
});
export type User = z.infer<typeof User>;

/** The generated password of a new user, shown this once. */
export const NewUser = z.extend(User, { init_password_plain: z.string() });
export type NewUser = z.infer<typeof NewUser>;

const optionalText = orNothing(z.optional(text(nameLength)));
const fields = {
  first_name: optionalText,
  gender: z.optional(z.nullable(gender)),
  is_staff: z.optional(z.boolean()),
  manages_users: z.optional(z.boolean()),
  phone1: optionalText,
  phone2: optionalText,
};

/** Set where a link to set a password goes to the user by mail, besides the initial password. */
const invite = z.optional(z.boolean());

/** Orders and filters that only programs ask for. */
const more = { orders: ["email", "last_login"], filters: { is_staff: z.optional(z.boolean()) } } as const;

export const listUsers = {
  scope: "users",
  summary: "Users by last name; with `is_staff` and without `limit` all of them",
  query: listQuery(userList, more),
  reply: listOf(User),
} satisfies Shapes;

export const sheetOfUsers = {
  scope: "users",
  summary: "Users as a spreadsheet or CSV: every one that the filters let through, at most 200,000; columns by role",
  query: sheetQuery(userList, more),
  reply: sheetReply,
} satisfies Shapes;

export const createUser = {
  secret: true,
  confirms: { is_staff: [true], manages_users: [true] },
  signInCounts: true,
  managers: true,
  scope: null,
  summary: "Create a user; the answer carries the initial password this once",
  body: z.object({ ...fields, last_name: name, email, invite }),
  reply: NewUser,
} satisfies Shapes;

export const editUser = {
  secret: true,
  confirms: { is_staff: true, manages_users: true, active: true, email: true },
  whereChanged: true,
  managers: true,
  scope: "users",
  scopeWith: [[null, { email: true, is_staff: true, manages_users: true, active: [true] }]],
  summary:
    "Change a user; a deactivated one is signed out at once. `before` says what the caller saw: what has changed since is refused",
  body: z.object({
    ...fields,
    last_name: z.optional(name),
    email: z.optional(email),
    active: z.optional(z.boolean()),
    own_password: z.optional(ownPassword),
    before: seen(
      ...([
        "first_name",
        "last_name",
        "gender",
        "phone1",
        "phone2",
        "email",
        "is_staff",
        "manages_users",
        "active",
      ] as const),
    ),
  }),
  reply: User,
} satisfies Shapes;

export const resetPassword = {
  secret: true,
  confirms: true,
  managers: true,
  status: 200,
  scope: null,
  summary: "Give a user a new initial password; the answer carries it this once, every session of the user ends",
  body: z.object({ own_password: ownPassword, invite }),
  reply: NewUser,
} satisfies Shapes;

export const resetSecondFactor = {
  secret: true,
  confirms: true,
  managers: true,
  status: 200,
  scope: null,
  summary: "Remove another user's second factor, whose device is lost; every session of that user ends",
  body: z.object({ own_password: ownPassword }),
  reply: User,
} satisfies Shapes;

export const getUser = {
  scope: "users",
  summary: "A user; everybody may read the own one, staff every one",
  query: detailQuery,
  reply: User,
} satisfies Shapes;

export const recordOfUser = {
  scope: null,
  summary:
    "All that is kept about a user, as a file (Art. 15 GDPR): everybody their own, whoever manages users that of every one",
  reply: "application/json",
} satisfies Shapes;

export const changePassword = {
  secret: true,
  scope: null,
  summary: "Change the own password; every other session of the user ends",
  body: z.object({
    old_password: z.string().check(z.minLength(1, invalid.requiredChoice), z.maxLength(maxPasswordLength)),
    new_password: newPassword,
  }),
  reply: User,
} satisfies Shapes;
