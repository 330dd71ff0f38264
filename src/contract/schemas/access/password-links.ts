import * as z from "zod/mini";
import { normalEmail } from "#rules/access/users.ts";
import { nameLength } from "#contract/limits.ts";
import { text } from "#contract/fields/texts.ts";
import { newPassword } from "#contract/fields/user.ts";
import type { Shapes } from "#contract/route.ts";

export const requestPasswordLink = {
  secret: true,
  scope: null,
  summary:
    "Ask for a link by mail with which a new password is set once, within 72 hours; the answer is the same whether anybody has the address, and whether mails are sent at all",
  body: z.object({ email: z.pipe(text(nameLength), z.transform(normalEmail)) }),
  reply: null,
} satisfies Shapes;

const tokenLength = 43; // 32 bytes in base64url

export const setPasswordByLink = {
  secret: true,
  scope: null,
  summary: "Set a password with a link that came by mail: once, within 72 hours; every session of the user ends",
  body: z.object({ token: z.string().check(z.maxLength(tokenLength)), new_password: newPassword }),
  reply: null,
} satisfies Shapes;
