import * as z from "zod/mini";
import { normalEmail } from "#rules/access/users.ts";
import { readOldPassword } from "#server/http/passwords/old-passwords.ts";
import { LoadRefused } from "./load-refused.ts";
import type { TakenPassword } from "./taken-users.ts";

/** What `dumpdata` writes of users, as far as it matters: some name their users by their e-mail. */
const Dumped = z.array(
  z.looseObject({
    model: z.string(),
    fields: z.looseObject({
      email: z.optional(z.string()),
      username: z.optional(z.string()),
      password: z.optional(z.string()),
    }),
  }),
);

/** Passwords by e-mail, and those whose password cannot be kept. */
export interface DumpedPasswords {
  readonly passwords: ReadonlyMap<string, TakenPassword>;
  readonly unusable: readonly string[];
}

/**
 * Reads the passwords of a `dumpdata` of Django's users. Nobody whose password is known is asked for a new one. What is named twice belongs to nobody.
 * @throws LoadRefused where it is none, or has no user
 */
export function readDumpedPasswords(text: string): DumpedPasswords {
  const users = readUsers(text).flatMap(({ fields }) => {
    const email = normalEmail(fields.email || (fields.username ?? ""));
    return fields.password === undefined || email === "" ? [] : [{ email, hash: fields.password }];
  });
  if (users.length === 0) throw new LoadRefused("In der Datei mit den Users stehen keine Users mit Passwort.");
  const passwords = new Map<string, TakenPassword>();
  const unusable = new Set<string>();
  for (const { email, hash } of users) {
    if (readOldPassword(hash) === null || passwords.has(email)) unusable.add(email);
    else passwords.set(email, { hash, initial: false });
  }
  for (const email of unusable) passwords.delete(email);
  return { passwords, unusable: [...unusable] };
}

function readUsers(text: string) {
  try {
    return Dumped.parse(JSON.parse(text.replace(/^\uFEFF/, ""))).filter(({ model }) => /user$/i.test(model));
  } catch (error) {
    throw new LoadRefused("Die Datei mit den Users ist keine, die `dumpdata` geschrieben hat.", { cause: error });
  }
}
