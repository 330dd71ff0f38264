import * as z from "zod/mini";
import { code, ownPassword } from "#contract/fields/user.ts";
import type { Shapes } from "#contract/route.ts";
import { count } from "#contract/schemas/shapes.ts";
import { factorState } from "./users.ts";

const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
const proof = z.object({ own_password: ownPassword, code });

export const getSecondFactor = {
  scope: null,
  summary: "The caller's second factor, and how many recovery codes are not used up",
  reply: z.object({ state: factorState, recovery_codes_left: count }),
} satisfies Shapes;

export const beginSecondFactor = {
  secret: true,
  status: 200,
  scope: null,
  summary:
    "Begin to set up a second factor (TOTP, RFC 6238): the secret, told this once, counts from its first code on",
  body: z.object({ own_password: ownPassword }),
  reply: z.object({ secret: z.string(), uri: z.string(), qrcode: z.string() }),
} satisfies Shapes;

export const confirmSecondFactor = {
  secret: true,
  status: 200,
  scope: null,
  summary: "Switch the second factor on with its first code; answers ten recovery codes, told this once",
  body: z.object({ code }),
  reply: RecoveryCodes,
} satisfies Shapes;

export const endSecondFactor = {
  secret: true,
  scope: null,
  summary: "Switch the second factor off",
  body: proof,
  reply: null,
} satisfies Shapes;

export const newRecoveryCodes = {
  secret: true,
  status: 200,
  scope: null,
  summary: "Ten new recovery codes, told this once; the old ones end",
  body: proof,
  reply: RecoveryCodes,
} satisfies Shapes;
