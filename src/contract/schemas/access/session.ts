import * as z from "zod/mini";
import { normalEmail } from "#rules/access/users.ts";
import { withOneOf } from "#contract/fields/one-of.ts";
import type { Shapes } from "#contract/route.ts";
import { maxPasswordLength, nameLength } from "#contract/limits.ts";
import { code, ownPassword } from "#contract/fields/user.ts";
import { id, instant } from "#contract/schemas/shapes.ts";

export const login = {
  secret: true,
  status: 200,
  scope: null,
  summary:
    "Sign in; the token goes into the Authorization header as `Token <token>`. Whoever has a second factor adds a `code` of it",
  body: z.object({
    username: z.pipe(z.string().check(z.maxLength(nameLength)), z.transform(normalEmail)),
    password: z.string().check(z.maxLength(maxPasswordLength)),
    code: z.optional(code),
  }),
  reply: z.object({ token: z.string(), user: id }),
} satisfies Shapes;

export const logout = {
  scope: null,
  summary: "End the token that the call was made with",
  reply: null,
} satisfies Shapes;

export const confirmSession = {
  secret: true,
  status: 200,
  scope: null,
  summary:
    "Prove by the own password, or by a `code` of the second factor, that it is still the same person: for ten minutes the session may make the calls that want it, as it may after signing in",
  body: withOneOf(z.object({ own_password: z.optional(ownPassword), code: z.optional(code) }), "own_password", "code"),
  reply: z.object({ confirmed_until: instant }),
} satisfies Shapes;

export const settings = {
  scope: null,
  summary:
    "Product title, provider and build stamp as configured, whether mails are sent, and what the company's sign-in is called, where there is one",
  reply: z.object({
    product_title: z.string(),
    provider_name: z.string(),
    build_stamp: z.string(),
    company_sign_in: z.nullable(z.string()),
    sends_mails: z.boolean(),
  }),
} satisfies Shapes;
