import * as z from "zod/mini";
import { tokenScopes } from "#rules/access/token-scopes.ts";
import { tokenFields } from "#contract/fields/token.ts";
import { name } from "#contract/fields/texts.ts";
import type { Shapes } from "#contract/route.ts";
import { User } from "#contract/schemas/access/users.ts";
import { count, id, instant, listOf, reference } from "#contract/schemas/shapes.ts";

const scopes = z.array(z.enum(tokenScopes));

/** Token that a program calls with, in a form that people recognise. */
export const ApiToken = z.object({
  id,
  name: z.string(),
  /** First characters of the token. */
  prefix: z.string(),
  scopes,
  /** The only customer whose things it reaches; null for all that its user sees. */
  customer: z.nullable(z.object({ id, code: count, name: z.string() })),
  created: instant,
  /** Maker of the token where that was another person than its user; null for its user, and at the machine itself. */
  by: z.nullable(z.object({ id, first_name: z.string(), last_name: z.string() })),
  expires: instant,
  is_expired: z.boolean(),
  last_used: z.nullable(instant),
  last_address: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** The token itself, shown only once. */
export const NewApiToken = z.extend(ApiToken, { token: z.string() });
export type NewApiToken = z.infer<typeof NewApiToken>;

export const listTokens = {
  scope: null,
  summary:
    "The caller's tokens for programs, those that have expired, too; `last_used` is noted once an hour at most, with the address of then",
  reply: listOf(ApiToken),
} satisfies Shapes;

export const createToken = {
  secret: true,
  confirms: true,
  scope: null,
  summary:
    "Make a token for a program; the answer tells it this once. `expires` is its last day, at most 366 days from now; `customer` keeps it to one of the caller's customers",
  body: z.object({ ...tokenFields, customer: z.optional(z.nullable(reference)) }),
  reply: NewApiToken,
} satisfies Shapes;

export const endToken = {
  scope: null,
  summary: "End a token for good: one of the caller's, or anybody's for whoever manages users",
  reply: null,
} satisfies Shapes;

export const listUserTokens = {
  scope: null,
  summary: "A user's tokens for programs, as `/tokens/` tells the caller of their own",
  reply: listOf(ApiToken),
} satisfies Shapes;

export const createServiceToken = {
  secret: true,
  confirms: true,
  managers: true,
  scope: null,
  summary: "Make a token of a service account; the answer tells it this once. People make theirs themselves",
  body: z.object(tokenFields),
  reply: NewApiToken,
} satisfies Shapes;

export const createServiceAccount = {
  secret: true,
  confirms: true,
  managers: true,
  scope: null,
  summary: "Create a service account: a user without password and address, who never signs in and calls with tokens",
  body: z.object({ last_name: name, is_staff: z.optional(z.boolean()), manages_users: z.optional(z.boolean()) }),
  reply: User,
} satisfies Shapes;
