import * as z from "zod/mini";
import type { Shapes } from "#contract/route.ts";
import { id, instant, listOf } from "#contract/schemas/shapes.ts";

/** Data of a begun sign-in that the browser keeps and returns with the company's answer. */
const begun = { state: z.string(), nonce: z.string(), verifier: z.string() };
const secretText = z.string().check(z.minLength(20), z.maxLength(200), z.regex(/^[\w-]+$/));

const answer = z.object({
  state: secretText,
  nonce: secretText,
  verifier: secretText,
  answer: z.string().check(z.minLength(1), z.maxLength(4096)),
});

export const Identity = z.object({ id, issuer: z.string(), created: instant, last_used: z.nullable(instant) });

export const beginCompanySignIn = {
  secret: true,
  status: 200,
  scope: null,
  summary:
    "Begin to sign in by the company (OpenID Connect, code with PKCE): the browser goes to `url`, keeps the rest, and comes back to `/login` with an answer in its address",
  reply: z.object({ url: z.string(), ...begun }),
} satisfies Shapes;

export const openCompanySession = {
  secret: true,
  status: 200,
  scope: null,
  summary:
    "Sign in by what the company answered: `answer` is the query of the address to which the browser came back. `sign_out` is where the company ends its own session, if it says so",
  body: answer,
  reply: z.object({ token: z.string(), user: id, sign_out: z.nullable(z.string()) }),
} satisfies Shapes;

export const listIdentities = {
  scope: null,
  summary: "By which sign-ins of companies the caller may come in",
  reply: listOf(Identity),
} satisfies Shapes;

export const addIdentity = {
  secret: true,
  confirms: true,
  scope: null,
  summary: "Let the caller come in by the company, as whoever has just signed in there",
  body: answer,
  reply: Identity,
} satisfies Shapes;

export const removeIdentity = {
  scope: null,
  summary: "Let the caller come in by a company no more; their sessions by it end",
  reply: null,
} satisfies Shapes;
